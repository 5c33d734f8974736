// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.nonblocking;

/**
 * A collective that has been started. Its source must not change, and its result is undefined, until {@link #test} has
 * returned true or {@link #await} has returned.
 *
 * <p>Both calls also advance all other pending collectives of this PE. Between calls a thread of the library may
 * advance them, see {@link NonBlocking}.
 */
public final class Pending {
    /*
     * This is one member's part. Members copy what they need from each other: each announces that its source is ready,
     * and acknowledges each copy that it has made. A part is complete when it has everything and no member needs its
     * source any more. So only its own PE writes a result, after it has started the collective.
     */
    /** Copies nothing: members only meet. */
    static final Copy NOTHING = member -> { };

    private final Progress progress;
    private final String name;
    final Flags flags;
    final long number;
    private final int root;
    private final Copy copy;
    private int next;
    private volatile boolean done;

    /** {@code root} is the only member with a source, or -1 if all have one. */
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
                flags.acknowledge(next, number);
            }
            next++;
        }
        done = next == end && flags.allTaken(number);
        return done;
    }

    /** {@return whether this member's part is complete: the result is valid and the source may change} Never waits. */
    public boolean test() {
        if (!done) {
            progress.require(this);
            progress.advance();
        }
        return done;
    }

    /** Waits until this member's part is complete: the result is valid and the source may change. */
    public void await() {
        progress.await(this);
    }

    @Override
    public String toString() {
        return name + ", number " + Integer.toUnsignedString((int) number) + " of its team"
            + (done ? ", complete" : ", pending");
    }

    /** Copies a member's data; called for all sources in the order of members, including this one. */
    @FunctionalInterface
    interface Copy {
        void from(int member);
    }
}
