// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.error;

/** The symmetric heap has no block of the size asked for; all PEs get it, none has lost anything. */
public final class HeapExhaustedException extends ShmemException {
    private static final long serialVersionUID = 1;

    /**
     * Made by the library.
     *
     * @param message what happened, on which PE, and what to do
     */
    public HeapExhaustedException(String message) {
        super(message);
    }
}
