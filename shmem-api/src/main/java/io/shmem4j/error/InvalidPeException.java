// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.error;

/** A PE number outside the team of the call. */
public final class InvalidPeException extends IndexOutOfBoundsException implements ShmemFailure {
    private static final long serialVersionUID = 1;

    /**
     * Called by the library.
     *
     * @param message what happened, on which PE, and what to do
     */
    public InvalidPeException(String message) {
        super(message);
    }
}
