// SPDX-License-Identifier: Apache-2.0
/** Statistics of repeated measurements: box plots' numbers and Welch's t-test. */
package io.shmem4j.studies.stat;
