// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.error;

/** A use of a symmetric object after it was freed, or after the library was finalized. */
public final class FreedObjectException extends IllegalStateException implements ShmemFailure {
    private static final long serialVersionUID = 1;

    /**
     * Called by the library.
     *
     * @param message what happened, on which PE, and what to do
     */
    public FreedObjectException(String message) {
        super(message);
    }
}
