// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.error;

/** Another node of the job no longer answers, or could never be reached. */
public final class NodeUnreachableException extends ShmemException {
    private static final long serialVersionUID = 1;

    /**
     * Called by the library.
     *
     * @param message what happened, on which PE, and what to do
     */
    public NodeUnreachableException(String message) {
        super(message);
    }
}
