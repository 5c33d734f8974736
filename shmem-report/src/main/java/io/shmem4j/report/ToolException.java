// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.report;

/** A tool can't go on; the message says why. */
public final class ToolException extends RuntimeException {
    private static final long serialVersionUID = 1;

    private final int status;

    /**
     * An end.
     *
     * @param status  to end with
     * @param message for the user
     */
    public ToolException(int status, String message) {
        super(message);
        this.status = status;
    }

    /** {@return status to end with} */
    public int status() {
        return status;
    }
}
