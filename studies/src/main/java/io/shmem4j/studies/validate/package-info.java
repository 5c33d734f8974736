// SPDX-License-Identifier: Apache-2.0
/** Comparison of simulated results with published ones, for any machine. */
package io.shmem4j.studies.validate;
