// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.explore.run;

import io.shmem4j.spi.JobMemory;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;

/**
 * An access to symmetric memory by a PE or the network.
 *
 * <p>An actor is a PE, by its number, or a late access: {@code pes * (1 + n) + pe} is the n-th late access of a PE.
 * Equal choices therefore lead to equal actor numbers. Some steps have variants.
 *
 * @param address offset in the memory of all PEs; negative for words of the register of incarnations
 * @param fixed   whether it is the library's access, whose order is not explored
 * @param pe      the PE that makes the access
 * @param target  the PE whose memory is accessed
 * @param fences  the number of fences that the PE had executed
 * @param issued  for a late access, the number of steps the PE had made; otherwise -1
 * @param open    whether a late access uses the program's own memory when it is performed
 * @param side    for a late copy, the address in the PE's own memory which a store is loaded from, or a load stored to;
 * otherwise -1
 * @param behind  a late access that must precede it, or -1
 * @param bound   for a late store, the first late access of the PE that must follow if it stores, as must all other
 * stores of the PE then; otherwise {@link #UNBOUND}
 * @param waits   whether the PE is in a wait of the library
 * @param way     0 for the normal step; otherwise the number of stores that an early load does not see, or the code of
 * a spurious wake-up or a death
 */
public record Step(int actor, Kind kind, long address, long bytes, boolean fixed, int pe, int target, int fences,
    int issued, boolean open, long side, int behind, int bound, boolean waits, int way) {
    static final int UNBOUND = Integer.MAX_VALUE;
    private static final int MOST_PES = 1 << 12;
    static final int WOKEN = 15;
    private static final int DEATHS = 16;

    public enum Kind {
        /** A load. */
        READ,
        /** A store. */
        WRITE,
        /** A read-modify-write. */
        UPDATE,
        /** Completion of a quiet: all late accesses of the PE have been performed. */
        QUIET,
        /** A point where the program may use memory that a late access also uses. */
        LOCAL,
        /** The PE dies. */
        DEATH,
        /** The death becomes known, after all late accesses of the PE. */
        FALL
    }

    private Step as(Kind newKind, int newWay) {
        return new Step(actor, newKind, newKind == kind ? address : 0, newKind == kind ? bytes : 0, fixed, pe, target,
            fences, issued, open, side, behind, bound, waits, newWay);
    }

    /** {@return this late store before all stores of its PE from now on} */
    Step bound(int next) {
        return new Step(actor, kind, address, bytes, fixed, pe, target, fences, issued, open, side, behind,
            Math.min(bound, next), waits, way);
    }

    /** {@return this step of a wait as a spurious wake-up} */
    Step woken() {
        return as(kind, WOKEN);
    }

    /**
     * {@return the PE's death instead of this step}
     *
     * @param made the number of steps that the PE has made
     */
    Step died(int made) {
        return as(Kind.DEATH, DEATHS + made);
    }

    /** {@return this load without the last stores to its words} */
    Step early(int unseen) {
        return as(kind, unseen);
    }

    public boolean early() {
        return isEarly(choice());
    }

    /** {@return whether a number in a schedule is an early load} */
    public static boolean isEarly(int choice) {
        return choice < 0 && choice > -WOKEN * MOST_PES;
    }

    /** {@return whether this is a death, a spurious wake-up or an early load} */
    public boolean mishap() {
        return kind == Kind.DEATH || way > 0 && way <= WOKEN;
    }

    boolean wakes() {
        return way == WOKEN;
    }

    /** {@return this step's number in a schedule: its actor, or a negative number for a variant} */
    public int choice() {
        return way == 0 ? actor : -(way * MOST_PES + actor);
    }

    /** {@return whether a number in a schedule is a death} It encodes the PE and the number of its steps. */
    public static boolean dies(int choice) {
        return choice <= -DEATHS * MOST_PES;
    }

    public boolean late() {
        return issued >= 0;
    }

    /** {@return whether it is a late store to the PE's own memory whose value the PE already loads} */
    public boolean buffered() {
        return late() && kind == Kind.WRITE && target == pe && !open;
    }

    /** {@return whether a load sees this store of its own PE, whether it has arrived or not} */
    private boolean forwards(Step load) {
        return buffered() && pe == load.pe && load.kind == Kind.READ && !load.late();
    }

    private boolean isUnordered(Step other) {
        return forwards(other) || kind == Kind.LOCAL && other.fixed;
    }

    /** {@return whether it changes words that other PEs read} */
    boolean writes() {
        return kind == Kind.WRITE || kind == Kind.UPDATE || kind == Kind.FALL;
    }

    public boolean overlaps(Step other) {
        return overlaps(other.address, other.bytes);
    }

    boolean overlaps(long other, long length) {
        return address < other + length && other < address + bytes;
    }

    /** {@return whether it is the same step in another run} */
    public boolean resembles(Step other) {
        return choice() == other.choice() && kind == other.kind && address == other.address && bytes == other.bytes;
    }

    /** {@return whether the order of two steps of different actors can affect any result} */
    public boolean conflicts(Step other) {
        return (open || other.open) && pe == other.pe || kind == Kind.FALL && other.waits || waits
            && other.kind == Kind.FALL || (writes() || other.writes()) && overlaps(other.address, other.bytes)
            && !isUnordered(other) && !other.isUnordered(this) || usesSide(other) || other.usesSide(this);
    }

    /** {@return whether the order with another step matters to the side of this copy in its PE's memory} */
    private boolean usesSide(Step other) {
        return side >= 0 && other.overlaps(side, bytes) && (kind == Kind.READ || other.writes());
    }

    /** {@return the store of this load to the PE's own memory, or null} */
    Step storedSide() {
        return kind != Kind.READ || side < 0 ? null : new Step(actor, Kind.WRITE, side, bytes, fixed, pe, pe, fences,
            issued, open, -1, behind, bound, waits, way);
    }

    /** {@return whether this late access precedes a later one of the PE} */
    private boolean orderedBefore(Step later) {
        return late() && (actor == later.behind || pe == later.pe && (isBoundBefore(later)
            || writes() && actor < later.actor && later.usesSide(this) || target == later.target
            && (writes() && later.writes() && fences < later.fences || isOwnBefore(later))));
    }

    private boolean isBoundBefore(Step later) {
        return bound != UNBOUND && later.writes() && (!later.late() || bound <= later.actor);
    }

    /** {@return whether both access the same words of the PE's own memory} A PE keeps the order of these. */
    private boolean isOwnBefore(Step later) {
        return target == pe && (!later.late() || actor < later.actor) && (writes() || later.writes())
            && overlaps(later.address, later.bytes) && !forwards(later);
    }

    /** Stores new contents into the words of this access, if any, and {@return the old ones} */
    public byte[] exchange(byte[] bytes) {
        MemorySegment words = JobMemory.all().asSlice(address, this.bytes);
        byte[] old = words.toArray(ValueLayout.JAVA_BYTE);
        if (bytes != null) {
            words.copyFrom(MemorySegment.ofArray(bytes));
        }
        return old;
    }

    private boolean completes() {
        return kind == Kind.QUIET || kind == Kind.FALL;
    }

    /**
     * {@return whether an earlier step must precede a later one regardless of their addresses}
     *
     * @param made the number of steps that the earlier step's PE had made before it
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
        return orderedBefore(later) || late() && later.completes();
    }

    /**
     * {@return whether another access of the PE has to wait for this late access}
     *
     * @param near whether PEs can map each other's memory, so that their loads see their own stores
     */
    boolean holdsUp(Step other, boolean near) {
        return other.completes() || orderedBefore(other) || near && !other.late() && conflicts(other);
    }

    @Override
    public String toString() {
        return actor + " " + kind + " " + address + "+" + bytes;
    }
}
