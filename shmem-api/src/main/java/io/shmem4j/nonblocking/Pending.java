// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.nonblocking;

/**
 * A collective that has been started. Its source must not change, and its result holds nothing defined, until
 * {@link #test} has returned true or {@link #await} has returned.
 *
 * <p>Both calls also work on all other collectives that this PE has started and not completed. No progress is made
 * between calls: a PE that computes for long without one holds the other PEs up.
 */
public final class Pending {
    private final Progress progress;
    private final OwnPart operation;

    Pending(Progress progress, OwnPart operation) {
        this.progress = progress;
        this.operation = operation;
    }

    /** {@return whether this member's part is complete: its result is there and its source may change} Never waits. */
    public boolean test() {
        if (!operation.done()) {
            progress.advance();
        }
        return operation.done();
    }

    /** Waits until this member's part is complete: its result is there and its source may change. */
    public void await() {
        progress.await(operation);
    }

    @Override
    public String toString() {
        return operation + (operation.done() ? ", complete" : ", pending");
    }
}
