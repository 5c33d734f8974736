// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.report;

/** Thrown if a tool can't continue; the message contains the reason. */
public final class ToolException extends RuntimeException {
    private static final long serialVersionUID = 1;

    private final int status;

    public ToolException(int status, String message) {
        super(message);
        this.status = status;
    }

    public int status() {
        return status;
    }
}
