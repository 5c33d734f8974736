// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.sim.coherence;

/**
 * Which lines of a transfer are asked for early enough to come at the rate of a thread's STREAM. The fits are of plain
 * copies, which wait for some of each line's latency.
 */
public enum Prefetch {
    /** None: a copy by a library, or a loop that was compiled without optimisation. */
    NONE,
    /**
     * Those of other caches: a loop of a program, vectorised by its compiler. Lines of memory come to it no faster than
     * to a copy, as the study of pointers found with blocks that outgrow the caches.
     */
    CACHED,
    /** All of them: a loop with directives for prefetching. */
    ALL
}
