// SPDX-License-Identifier: Apache-2.0
/** The experiments on the Knights Corner, and what was published about it. */
package io.shmem4j.studies.knc;
