// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.sim.schedule;

/**
 * How PEs keep their stacks while others run. Exactly one PE runs at any instant; its stores before it hands over are
 * visible to the next.
 */
abstract class Carrier {
    /** Next PE when the run is over. */
    static final int NOBODY = -1;

    /** The work of each PE; it calls {@link #finish} as its last act. */
    @FunctionalInterface
    interface Body {
        void run(int pe);
    }

    /**
     * Runs PEs, beginning with one of them, until {@link #finish} or {@link #leave} says that nobody is next.
     *
     * @return NOBODY, or a PE that can never go on because another PE sleeps with a monitor that it needs
     */
    abstract int run(int pes, int first, Body body);

    /** Lets another PE run; returns when somebody hands back to this one. */
    abstract void handOver(int from, int to);

    /** Ends a PE and lets another run; the PE's body returns at once afterwards. */
    abstract void finish(int from, int to);

    /** Ends a PE from inside its program and lets another run; never returns. */
    abstract void leave(int from, int to);

    abstract boolean carries(int pe);

    /** {@return the thread of a PE, null where PEs share one, and before the run} */
    abstract Thread thread(int pe);
}
