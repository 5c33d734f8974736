// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.explore.run;

/**
 * One access to symmetric memory, as a PE or the network makes it.
 *
 * <p>An actor is a PE by its number, or a late access: {@code pes * (1 + n) + pe} is the n-th of a PE. So an actor has
 * the same number in all runs that have made the same choices.
 */
public final class Step {
    private static final int MOST_PES = 1 << 16;

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
        /** A point at which the program may use memory of its own that a late access uses. */
        LOCAL
    }

    private final int actor;
    private final Kind kind;
    private final long address;
    private final long bytes;
    private final boolean fixed;
    private final int pe;
    private final int target;
    private final int fences;
    private final int issued;
    private final boolean open;
    private final int behind;
    private final int back;

    /**
     * A step.
     *
     * @param address offset in the memory of all PEs
     * @param fixed   whether it is the library's own, whose order is not explored
     * @param pe      the PE of the access
     * @param target  the PE of the memory
     * @param fences  number of the PE's fences so far
     * @param issued  number of the PE's steps when it began a late access, -1 for others
     * @param open    whether a late access uses the program's own memory when it happens
     * @param behind  the late access that this one follows, or -1
     */
    Step(int actor, Kind kind, long address, long bytes, boolean fixed, int pe, int target, int fences, int issued,
        boolean open, int behind) {
        this(actor, kind, address, bytes, fixed, pe, target, fences, issued, open, behind, 0);
    }

    private Step(int actor, Kind kind, long address, long bytes, boolean fixed, int pe, int target, int fences,
        int issued, boolean open, int behind, int back) {
        this.actor = actor;
        this.kind = kind;
        this.address = address;
        this.bytes = bytes;
        this.fixed = fixed;
        this.pe = pe;
        this.target = target;
        this.fences = fences;
        this.issued = issued;
        this.open = open;
        this.behind = behind;
        this.back = back;
    }

    /** {@return this load, made before some stores of others that have been made already} */
    Step early(int stores) {
        return new Step(actor, kind, address, bytes, fixed, pe, target, fences, issued, open, behind, stores);
    }

    /** {@return how many stores of others, which have been made, a load comes before} */
    public int back() {
        return back;
    }

    /** {@return the number of this step in a schedule: its actor, or a number below 0 for a load that is early} */
    public int choice() {
        return back == 0 ? actor : -(back * MOST_PES + actor);
    }

    /** {@return the actor of a number in a schedule} */
    public static int actor(int choice) {
        return choice < 0 ? -choice % MOST_PES : choice;
    }

    public int actor() {
        return actor;
    }

    public Kind kind() {
        return kind;
    }

    public long address() {
        return address;
    }

    public long bytes() {
        return bytes;
    }

    public boolean fixed() {
        return fixed;
    }

    public int pe() {
        return pe;
    }

    public int target() {
        return target;
    }

    public boolean late() {
        return issued >= 0;
    }

    /** {@return how many steps the PE had made when it began this late access} */
    public int issued() {
        return issued;
    }

    int fences() {
        return fences;
    }

    boolean writes() {
        return kind == Kind.WRITE || kind == Kind.UPDATE;
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
        return (open || other.open) && pe == other.pe || (writes() || other.writes()) && kind != Kind.QUIET
            && other.kind != Kind.QUIET && overlaps(other.address, other.bytes);
    }

    /** {@return whether the fences between two accesses of a PE to the same memory order them} */
    private boolean fencedBefore(Step later) {
        return late() && (actor == later.behind || pe == later.pe && target == later.target && writes()
            && later.writes() && fences < later.fences);
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
        return fencedBefore(later) || late() && later.kind == Kind.QUIET;
    }

    /** {@return whether this late access has to happen before another access of its PE can} */
    boolean holdsUp(Step other) {
        return other.kind == Kind.QUIET || fencedBefore(other);
    }

    @Override
    public String toString() {
        return actor + " " + kind + " " + address + "+" + bytes;
    }
}
