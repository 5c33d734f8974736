// SPDX-License-Identifier: Apache-2.0
/** {@code oshrun reproduce}: figures of the papers, claims about them, and result pages. */
package io.shmem4j.studies.reproduce;
