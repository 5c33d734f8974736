// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.nonblocking;

/**
 * A collective that has been started. Its source must not change, and its result is undefined, until {@link #test} has
 * returned true or {@link #await} has returned.
 *
 * <p>Both calls also advance all other pending collectives of this PE, as do its other waits, see {@link NonBlocking}.
 */
public final class Pending {
    /*
     * This is one member's part. Members copy what they need from each other: each announces that its source is ready,
     * and acknowledges each copy that it has made. A part is complete when it has everything and no member needs its
     * source any more. So only its own PE writes a result, after it has started the collective.
     */
    /** Copies nothing: members only meet. */
    static final Copy NOTHING = member -> { };

    private final PendingCollectives all;
    private final String name;
    final Flags flags;
    final long number;
    private final int root;
    private final Copy copy;
    private volatile int next;
    private volatile boolean done;

    /** {@code root} is the only member with a source, or -1 if all have one. */
    Pending(PendingCollectives all, String name, Flags flags, long number, int root, Copy copy) {
        this.all = all;
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

    /** {@return whether {@link #advance} would do something} Any thread may ask. */
    boolean moves() {
        int member = next;
        return member == end() ? flags.allTaken(number) : member == flags.me || flags.hasEntered(member, number);
    }

    private int end() {
        return root < 0 ? flags.size() : root + 1;
    }

    /** Makes progress without waiting; {@return whether anything has moved} */
    boolean advance() {
        boolean moved = false;
        for (int member = next; moves(); member = next) {
            moved = true;
            if (member == end()) {
                done = true;
                return true;
            }
            copy.from(member);
            if (member != flags.me && copy != NOTHING) {
                flags.acknowledge(member, number);
            }
            next = member + 1;
        }
        return moved;
    }

    /** {@return whether this member's part is complete: the result is valid and the source may change} Never waits. */
    public boolean test() {
        if (!done) {
            all.advance(this);
        }
        return done;
    }

    /** Waits until this member's part is complete: the result is valid and the source may change. */
    public void await() {
        all.await(this);
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
