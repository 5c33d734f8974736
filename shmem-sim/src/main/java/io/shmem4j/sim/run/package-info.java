// SPDX-License-Identifier: Apache-2.0
/** Simulations: virtual PEs placed on a chip, each running a program, from virtual time 0 to the end. */
package io.shmem4j.sim.run;
