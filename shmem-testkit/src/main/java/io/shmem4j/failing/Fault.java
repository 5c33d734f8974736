// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.failing;

/** What the k-th call inside an operation does instead of its work. */
public enum Fault {
    STACK_OVERFLOW,
    OUT_OF_MEMORY,
    INTERNAL_ERROR,
    /** Interrupts the thread, then makes the call. */
    INTERRUPT,
    /** A stack with room for k more frames: every deeper call overflows, also those of handlers. */
    END_OF_STACK;

    /** {@return whether a call may throw this because of the fault} */
    public boolean mayBe(Throwable thrown) {
        return switch (this) {
            case STACK_OVERFLOW, END_OF_STACK -> thrown instanceof StackOverflowError;
            case OUT_OF_MEMORY -> thrown instanceof OutOfMemoryError;
            // Where a page is asked for, the error says that there is none.
            case INTERNAL_ERROR -> thrown instanceof InternalError
                || thrown instanceof IllegalStateException && thrown.getCause() instanceof InternalError;
            case INTERRUPT -> true;
        };
    }

    /** Throws, or interrupts the calling thread. */
    void happen(String where) {
        switch (this) {
            case STACK_OVERFLOW, END_OF_STACK -> throw new StackOverflowError(where);
            case OUT_OF_MEMORY -> throw new OutOfMemoryError(where);
            case INTERNAL_ERROR -> throw new InternalError(where);
            case INTERRUPT -> Thread.currentThread().interrupt();
        }
    }
}
