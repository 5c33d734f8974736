// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.report;

/** Thrown if a command line is invalid; the message contains the valid choices. The job ends with status 2. */
public final class UsageException extends RuntimeException {
    private static final long serialVersionUID = 1;

    public UsageException(String message) {
        super(message);
    }
}
