// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.spi;

import java.nio.channels.ClosedByInterruptException;

/** Protects channel operations in a thread of the program from interrupts, which would close the channels. */
public final class Undisturbed {
    private Undisturbed() {
    }

    /**
     * An operation with a result.
     *
     * @param <T> the result's type
     * @param <E> the exception it throws
     */
    @FunctionalInterface
    public interface Uninterrupted<T, E extends Exception> {
        T run() throws E;
    }

    /** {@return the result of an operation, which is restarted after an interrupt; the thread stays interrupted} */
    public static <T, E extends Exception> T call(Uninterrupted<T, E> work) throws E {
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
