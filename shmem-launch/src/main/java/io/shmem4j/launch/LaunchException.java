// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.launch;

/** A job can't start: the message for the user, and the exit status. */
public final class LaunchException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    private final int status;

    public LaunchException(int status, String message) {
        super(message);
        this.status = status;
    }

    public LaunchException(int status, String message, Throwable cause) {
        super(message, cause);
        this.status = status;
    }

    public int status() {
        return status;
    }

    /** {@return an error in the command line or a variable} */
    public static LaunchException usage(String message) {
        return new LaunchException(ExitStatus.USAGE, message);
    }
}
