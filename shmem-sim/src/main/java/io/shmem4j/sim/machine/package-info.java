// SPDX-License-Identifier: Apache-2.0
/**
 * Machines and software profiles as data: what the files may say, and a reader whose errors name the wrong field.
 */
package io.shmem4j.sim.machine;
