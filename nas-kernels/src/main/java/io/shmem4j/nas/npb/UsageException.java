// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.nas.npb;

/** A command line that cannot be obeyed; the message tells the user what would do. All PEs throw the same. */
public final class UsageException extends RuntimeException {
    private static final long serialVersionUID = 1;

    /**
     * Refuses.
     *
     * @param message for the user
     */
    public UsageException(String message) {
        super(message);
    }
}
