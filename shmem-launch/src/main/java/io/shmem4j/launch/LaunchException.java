// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.launch;

/** A job that can't be started: one message for the user, and the exit status it gets. */
public final class LaunchException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    /** Exit status of the launcher. */
    private final int status;

    /**
     * An error.
     *
     * @param status  exit status of the launcher
     * @param message for the user
     */
    public LaunchException(int status, String message) {
        super(message);
        this.status = status;
    }

    /**
     * An error with a cause.
     *
     * @param status  exit status of the launcher
     * @param message for the user
     * @param cause   its cause
     */
    public LaunchException(int status, String message, Throwable cause) {
        super(message, cause);
        this.status = status;
    }

    /** {@return exit status of the launcher} */
    public int status() {
        return status;
    }

    /**
     * {@return the error of a wrong command line or variable}
     *
     * @param message for the user
     */
    public static LaunchException usage(String message) {
        return new LaunchException(ExitStatus.USAGE, message);
    }
}
