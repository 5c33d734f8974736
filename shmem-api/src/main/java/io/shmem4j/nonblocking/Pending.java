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
    /*
     * It is one member's part. Members copy from each other what they need: each says when its source is ready, each
     * that has copied it says so, and a part is complete when it has everything and its source is no longer needed. So
     * a result is written by its own PE only, after it has started the collective.
     */
    /** Nothing is copied: members only meet. */
    static final Copy NOTHING = member -> { };

    private final Progress progress;
    private final String name;
    final Flags flags;
    final long number;
    private final int root;
    private final Copy copy;
    private int next;
    private boolean done;

    /** Number {@code number} of the team with the flags, with a root that alone has a source, or -1. */
    Pending(Progress progress, String name, Flags flags, long number, int root, Copy copy) {
        this.progress = progress;
        this.name = name;
        this.flags = flags;
        this.number = number;
        this.root = root;
        this.copy = copy;
        this.next = root < 0 ? 0 : root;
    }

    void start() {
        if (root < 0 || root == flags.me) {
            flags.enter(number, copy != NOTHING);
        }
    }

    boolean done() {
        return done;
    }

    /** Makes progress without waiting; {@return whether this part is complete} */
    boolean advance() {
        int end = root < 0 ? flags.size() : root + 1;
        while (next < end && (next == flags.me || flags.hasEntered(next, number))) {
            copy.from(next);
            if (next != flags.me && copy != NOTHING) {
                flags.took(next, number);
            }
            next++;
        }
        done = next == end && flags.allTaken(number);
        return done;
    }

    /** {@return whether this member's part is complete: its result is there and its source may change} Never waits. */
    public boolean test() {
        if (!done) {
            progress.require(this);
            progress.advance();
        }
        return done;
    }

    /** Waits until this member's part is complete: its result is there and its source may change. */
    public void await() {
        progress.await(this);
    }

    @Override
    public String toString() {
        return name + ", number " + Integer.toUnsignedString((int) number) + " of its team"
            + (done ? ", complete" : ", pending");
    }

    /** Copies a member's data from another; called for all sources in the order of members, including its own. */
    @FunctionalInterface
    interface Copy {
        void from(int member);
    }
}
