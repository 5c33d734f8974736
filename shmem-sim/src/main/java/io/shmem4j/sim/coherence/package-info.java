// SPDX-License-Identifier: Apache-2.0
/**
 * Cache lines of a chip with directories: who has a line in which state, what it costs to get it, and who has to wait
 * for whom.
 */
package io.shmem4j.sim.coherence;
