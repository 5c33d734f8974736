// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.error;

/** A wait has not ended within the limit of {@code Shmem.within}. */
public final class WaitTimeoutException extends ShmemException {
    private static final long serialVersionUID = 1;

    /**
     * Called by the library.
     *
     * @param message what happened, on which PE, and what to do
     */
    public WaitTimeoutException(String message) {
        super(message);
    }
}
