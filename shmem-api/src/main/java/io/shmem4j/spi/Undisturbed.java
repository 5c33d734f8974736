// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.spi;

import java.nio.channels.ClosedByInterruptException;

/** Work with channels in a thread of the program, protected from interrupts, which would close them. */
public final class Undisturbed {
    private Undisturbed() {
    }

    /**
     * Work with a result.
     *
     * @param <T> the result's type
     * @param <E> what it throws
     */
    @FunctionalInterface
    public interface Work<T, E extends Exception> {
        T run() throws E;
    }

    /** {@return the result of work that restarts after an interrupt; the thread stays interrupted} */
    public static <T, E extends Exception> T call(Work<T, E> work) throws E {
        boolean interrupted = Thread.interrupted();
        try {
            while (true) {
                try {
                    return work.run();
                } catch (Exception e) {
                    if (!(e instanceof ClosedByInterruptException)) {
                        throw e;
                    }
                    interrupted |= Thread.interrupted();
                }
            }
        } finally {
            if (interrupted) {
                Thread.currentThread().interrupt();
            }
        }
    }
}
