// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.explore.run;

/**
 * One access to symmetric memory, as a PE or the network makes it.
 *
 * <p>An actor is a PE by its number, or a late access: {@code pes * (1 + n) + pe} is the n-th of a PE. So an actor has
 * the same number in all runs that have made the same choices. Some steps can be made in several ways.
 *
 * @param address offset in the memory of all PEs, below 0 for words of the register of the PEs' lives
 * @param fixed   whether it is the library's own, whose order is not explored
 * @param pe      the PE of the access
 * @param target  the PE of the memory
 * @param fences  number of the PE's fences so far
 * @param issued  number of the PE's steps when it began a late access, -1 for others
 * @param open    whether a late access uses the program's own memory when it happens
 * @param behind  the late access that this one follows, or -1
 * @param waits   whether the PE is in a wait of the library
 * @param way     0, or in which other way it is made: a load comes before that many stores of others which have been
 *                made already, a wait wakes for nothing, or the PE dies instead
 */
public record Step(int actor, Kind kind, long address, long bytes, boolean fixed, int pe, int target, int fences,
    int issued, boolean open, int behind, boolean waits, int way) {
    private static final int MOST_PES = 1 << 12;
    private static final int WOKEN = 15;
    private static final int DEATHS = 16;

    /** Kinds of steps. */
    public enum Kind {
        /** A load. */
        READ,
        /** A store. */
        WRITE,
        /** A read-modify-write. */
        UPDATE,
        /** The end of a quiet: the PE's late accesses have happened. */
        QUIET,
        /** A point where the program may touch its own memory under a late access. */
        LOCAL,
        /** The PE dies. */
        DEATH,
        /** Others may notice its death: its late accesses have happened. */
        FALL
    }

    private Step as(Kind newKind, int newWay) {
        return new Step(actor, newKind, newKind == kind ? address : 0, newKind == kind ? bytes : 0, fixed, pe, target,
            fences, issued, open, behind, waits, newWay);
    }

    /** {@return this load, made before some stores of others that have been made already} */
    Step early(int stores) {
        return as(kind, stores);
    }

    /** {@return this look of a wait, made although nothing has changed} */
    Step woken() {
        return as(kind, WOKEN);
    }

    /**
     * {@return the PE's death in place of this step}
     *
     * @param made how many steps the PE has made
     */
    Step died(int made) {
        return as(Kind.DEATH, DEATHS + made);
    }

    /** {@return how many stores of others, which have been made, a load comes before} */
    public int back() {
        return way < WOKEN ? way : 0;
    }

    /** {@return whether it happens to a PE: a death, or a wake for nothing} */
    public boolean mishap() {
        return kind == Kind.DEATH || wakes();
    }

    boolean wakes() {
        return way == WOKEN;
    }

    /** {@return the number of this step in a schedule: its actor, or below 0 where it is made in another way} */
    public int choice() {
        return way == 0 ? actor : -(way * MOST_PES + actor);
    }

    /** {@return the actor of a number in a schedule} */
    public static int actor(int choice) {
        return choice < 0 ? -choice % MOST_PES : choice;
    }

    /** {@return whether a number in a schedule is a death} The PE and the number of its steps say when it is. */
    public static boolean dies(int choice) {
        return choice <= -DEATHS * MOST_PES;
    }

    /** {@return whether a number in a schedule is an early load} */
    public static boolean isEarly(int choice) {
        return choice < 0 && choice > -WOKEN * MOST_PES;
    }

    public boolean late() {
        return issued >= 0;
    }

    /** {@return whether it changes words that others read} */
    boolean writes() {
        return kind == Kind.WRITE || kind == Kind.UPDATE || kind == Kind.FALL;
    }

    boolean overlaps(long other, long length) {
        return address < other + length && other < address + bytes;
    }

    /** {@return whether it is the same access in another run} */
    public boolean resembles(Step other) {
        return choice() == other.choice() && kind == other.kind && address == other.address && bytes == other.bytes;
    }

    /** {@return whether the order of two steps of different actors may show in what they read or leave} */
    public boolean conflicts(Step other) {
        return (open || other.open) && pe == other.pe || kind == Kind.FALL && other.waits || waits
            && other.kind == Kind.FALL || (writes() || other.writes()) && overlaps(other.address, other.bytes);
    }

    /** {@return whether the fences between two accesses of a PE to the same memory order them} */
    private boolean fencedBefore(Step later) {
        return late() && (actor == later.behind || pe == later.pe && target == later.target && writes()
            && later.writes() && fences < later.fences);
    }

    private boolean completes() {
        return kind == Kind.QUIET || kind == Kind.FALL;
    }

    /**
     * {@return whether an earlier step had to come before a later one, wherever both stand in memory}
     *
     * @param made number of steps that the PE of the earlier one had made before it
     */
    public boolean mustPrecede(Step later, int made) {
        if (actor == later.actor) {
            return true;
        }
        if (pe != later.pe) {
            return false;
        }
        if (later.late() && !late()) {
            return made < later.issued;
        }
        return fencedBefore(later) || late() && later.completes();
    }

    /**
     * {@return whether this late access has to happen before another access of its PE can}
     *
     * @param near whether PEs can map each other's memory, so that their loads see their own stores
     */
    boolean holdsUp(Step other, boolean near) {
        return other.completes() || fencedBefore(other) || near && !other.late() && conflicts(other);
    }

    @Override
    public String toString() {
        return actor + " " + kind + " " + address + "+" + bytes;
    }
}
