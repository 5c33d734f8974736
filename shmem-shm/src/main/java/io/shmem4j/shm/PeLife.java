// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.shm;

/** How a PE ends: with its process, or alone in a process that it shares with other PEs. */
public interface PeLife {
    /** A PE that is a process of its own. (Start-up caches keep no lambda of an interface's initializer.) */
    PeLife PROCESS = new PeLife() {
        @Override
        public void end(int status) {
            System.out.flush();
            System.err.flush();
            Runtime.getRuntime().halt(status);
        }
    };

    /** Ends the PE at once and never returns. */
    void end(int status);

    /** Has a thread run before the PE ends, and {@return whether it is not too late for that} */
    default boolean atExit(Thread hook) {
        try {
            Runtime.getRuntime().addShutdownHook(hook);
            return true;
        } catch (IllegalStateException e) {
            // The process is ending already.
            return false;
        }
    }

    /** The PE has ended its session, and touches the memory of others no more. */
    default void left() {
        // A launcher sees the process end.
    }

    /** {@return whether the process of a PE of this job lives, as far as this is known here} */
    default boolean lives(int pe) {
        // A launcher notes each end.
        return true;
    }

    /** Called in waits: a thread of a PE that has ended does not come back. */
    default void check() {
        // A process takes all its threads with it.
    }
}
