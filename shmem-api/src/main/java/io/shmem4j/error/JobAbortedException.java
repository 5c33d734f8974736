// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.error;

/** The job is being ended: another PE failed, or a PE called {@code globalExit}. */
public final class JobAbortedException extends ShmemException {
    private static final long serialVersionUID = 1;

    /**
     * Called by the library.
     *
     * @param message what happened, on which PE, and what to do
     */
    public JobAbortedException(String message) {
        super(message);
    }
}
