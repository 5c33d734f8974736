// SPDX-License-Identifier: Apache-2.0
/** Simulated machines: programs run unchanged and really compute, only time is modelled. */
package io.shmem4j.sim;
