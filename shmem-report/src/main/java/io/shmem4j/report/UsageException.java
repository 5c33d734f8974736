// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.report;

/** What the user asked for can't be done; the message says what can. Ends the job with status 2. */
public final class UsageException extends RuntimeException {
    private static final long serialVersionUID = 1;

    /**
     * A refusal.
     *
     * @param message what is wrong and what would be right
     */
    public UsageException(String message) {
        super(message);
    }
}
