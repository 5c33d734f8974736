// SPDX-License-Identifier: Apache-2.0
/** Machines and software profiles as data: the fields of the files, and a reader whose errors name the wrong field. */
package io.shmem4j.sim.machine;
