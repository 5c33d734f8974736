// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.error;

/** A failure that no check of arguments could have prevented. */
public non-sealed class ShmemException extends RuntimeException implements ShmemFailure {
    private static final long serialVersionUID = 1;

    /**
     * Called by the library.
     *
     * @param message what happened, on which PE, and what to do
     */
    public ShmemException(String message) {
        super(message);
    }

    /**
     * Called by the library.
     *
     * @param message what happened, on which PE, and what to do
     * @param cause   the cause
     */
    public ShmemException(String message, Throwable cause) {
        super(message, cause);
    }
}
