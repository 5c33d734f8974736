// SPDX-License-Identifier: Apache-2.0
/**
 * Cache lines of a chip with directories: the holders and state of each line, the time to fetch it, and the waits of
 * cores for each other.
 */
package io.shmem4j.sim.coherence;
