// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.error;

/** A call before init, after finalize, or on a context or team that is gone. */
public final class NotInitializedException extends IllegalStateException implements ShmemFailure {
    private static final long serialVersionUID = 1;

    /**
     * Called by the library.
     *
     * @param message what happened, on which PE, and what to do
     */
    public NotInitializedException(String message) {
        super(message);
    }
}
