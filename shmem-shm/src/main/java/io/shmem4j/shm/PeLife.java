// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.shm;

/** How a PE ends: with its process, or alone in a process that it shares. */
public interface PeLife {
    /**
     * A PE with a process of its own. (Not a lambda, because start-up caches lack lambdas of interface initializers.)
     */
    PeLife PROCESS = new PeLife() {
        @Override
        public void end(int status) {
            System.out.flush();
            System.err.flush();
            Runtime.getRuntime().halt(status);
        }
    };

    /** Ends the PE immediately; never returns. */
    void end(int status);

    /** Registers a thread to run before the PE ends; {@return whether it is not too late} */
    default boolean atExit(Thread hook) {
        try {
            Runtime.getRuntime().addShutdownHook(hook);
            return true;
        } catch (IllegalStateException e) {
            // The JVM is shutting down.
            return false;
        }
    }

    /** Called when the PE has ended its session and no longer accesses other PEs' memory. */
    default void left() {
        // The launcher notices the end of the process.
    }

    /** {@return whether a PE's process is alive, as far as known} */
    default boolean lives(int pe) {
        // The launcher records deaths.
        return true;
    }

    /** Called in waits; doesn't return if the PE has ended. */
    default void check() {
        // All threads end with the process.
    }
}
