// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.report;

/** The command line can't be carried out; the message says what is possible. Ends the job with status 2. */
public final class UsageException extends RuntimeException {
    private static final long serialVersionUID = 1;

    public UsageException(String message) {
        super(message);
    }
}
