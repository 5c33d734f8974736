// SPDX-License-Identifier: Apache-2.0
/** Comparison of simulated results with published ones, which nothing else reads. */
package io.shmem4j.sim.validate;
