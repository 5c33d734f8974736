// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.bench.compare;

/** A comparison can't go on; the message says why. */
final class CompareException extends RuntimeException {
    private static final long serialVersionUID = 1;

    private final int status;

    CompareException(int status, String message) {
        super(message);
        this.status = status;
    }

    /** {@return status to end with} */
    int status() {
        return status;
    }
}
