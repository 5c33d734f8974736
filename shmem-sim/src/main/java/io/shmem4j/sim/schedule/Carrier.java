// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.sim.schedule;

import java.util.function.IntConsumer;

/**
 * Keeps the stacks of PEs while another PE runs. Exactly one PE runs at a time, and its stores are visible to the next
 * one.
 */
abstract class Carrier {
    /** Represents the next PE at the end of the run. */
    static final int NOBODY = -1;

    /**
     * Runs PEs from the first, until {@link #finish} or {@link #leave} gets NOBODY as the next one.
     *
     * @param body the work of a PE, which ends by calling {@link #finish}
     * @return NOBODY, or a PE that can't continue because a suspended PE holds a monitor that it needs
     */
    abstract int run(int pes, int first, IntConsumer body);

    /** Runs another PE; returns when a PE hands over to this one. */
    abstract void handOver(int from, int to);

    /** Ends a PE and runs another; the PE's body returns immediately afterwards. */
    abstract void finish(int from, int to);

    /** Ends a PE from within its program and runs another; never returns. */
    abstract void leave(int from, int to);

    abstract boolean carries(int pe);

    /** {@return the thread of a PE; null before the run, and if PEs share a thread} */
    abstract Thread thread(int pe);
}
