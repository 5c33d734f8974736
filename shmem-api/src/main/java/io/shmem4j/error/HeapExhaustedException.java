// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.error;

/**
 * The symmetric heap has no free block of the requested size. All PEs get this exception, and no object has changed.
 */
public final class HeapExhaustedException extends ShmemException {
    private static final long serialVersionUID = 1;

    /**
     * Called by the library.
     *
     * @param message what happened, on which PE, and what to do
     */
    public HeapExhaustedException(String message) {
        super(message);
    }
}
