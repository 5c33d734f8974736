// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.nonblocking;

/**
 * One member's part of a collective. Members copy from each other what they need: each says when its source is ready,
 * each that has copied it says so, and a part is complete when it has everything and its source is no longer needed.
 * So a result is written by its own PE only, after it has started the collective.
 */
final class OwnPart {
    /** How a member copies what it needs from another. */
    @FunctionalInterface
    interface Copy {
        void from(int member);
    }

    /** Nothing is copied: members only meet. */
    static final Copy NOTHING = member -> { };

    private final String name;
    private final Flags flags;
    private final long number;
    private final int root;
    private final Copy copy;
    private int next;
    private boolean done;

    /**
     * Of a kind.
     *
     * @param name   for people
     * @param flags  of the team
     * @param number of the collective on the team, from 1
     * @param root   the only member with a source, or -1
     * @param copy   copies from one member; called for all sources, this one too, in the order of their numbers
     */
    OwnPart(String name, Flags flags, long number, int root, Copy copy) {
        this.name = name;
        this.flags = flags;
        this.number = number;
        this.root = root;
        this.copy = copy;
        this.next = root < 0 ? 0 : root;
    }

    void start() {
        if (root < 0 || root == flags.me()) {
            flags.enter(number, copy != NOTHING);
        }
    }

    boolean done() {
        return done;
    }

    /** Does what can be done without waiting. Returns whether this part is complete. */
    boolean advance() {
        int end = root < 0 ? flags.size() : root + 1;
        while (next < end && (next == flags.me() || flags.hasEntered(next, number))) {
            copy.from(next);
            if (next != flags.me() && copy != NOTHING) {
                flags.took(next, number);
            }
            next++;
        }
        done = next == end && flags.allTaken(number);
        return done;
    }

    @Override
    public String toString() {
        return name + ", number " + number + " of its team";
    }
}
