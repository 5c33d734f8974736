// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.launch;

/** A job that can't be started: one message for the user, and the exit status it gets. */
final class LaunchException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    /** Exit status of the launcher. */
    final int status;

    LaunchException(int status, String message) {
        super(message);
        this.status = status;
    }

    LaunchException(int status, String message, Throwable cause) {
        super(message, cause);
        this.status = status;
    }

    /** {@return the error of a wrong command line or variable} @param message what is wrong */
    static LaunchException usage(String message) {
        return new LaunchException(ExitStatus.USAGE, message);
    }
}
