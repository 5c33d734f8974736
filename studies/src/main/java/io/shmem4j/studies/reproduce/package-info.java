// SPDX-License-Identifier: Apache-2.0
/** {@code oshrun reproduce}: every figure of the papers by its name, what is claimed of it or of a machine, pages. */
package io.shmem4j.studies.reproduce;
