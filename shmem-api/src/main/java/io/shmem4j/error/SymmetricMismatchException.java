// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.error;

/** PEs made different symmetric allocations where all must make the same. */
public final class SymmetricMismatchException extends ShmemException {
    private static final long serialVersionUID = 1;

    /**
     * Called by the library.
     *
     * @param message what happened, on which PE, and what to do
     */
    public SymmetricMismatchException(String message) {
        super(message);
    }
}
