// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.error;

/** An index or count outside a symmetric object, or outside the other array of the call. */
public final class SymmetricIndexException extends IndexOutOfBoundsException implements ShmemFailure {
    private static final long serialVersionUID = 1;

    /**
     * Called by the library.
     *
     * @param message what happened, on which PE, and what to do
     */
    public SymmetricIndexException(String message) {
        super(message);
    }
}
