// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.engine;

import io.shmem4j.collective.algorithm.Collectives;
import io.shmem4j.collective.team.Group;
import io.shmem4j.collective.team.SystemCells;
import io.shmem4j.error.PeFailedException;
import io.shmem4j.error.ShmemException;
import io.shmem4j.error.WaitTimeoutException;
import io.shmem4j.spi.Backend;
import io.shmem4j.spi.Cell;
import io.shmem4j.spi.Routine;
import io.shmem4j.spi.SystemLayout;
import io.shmem4j.spi.WaitKind;
import io.shmem4j.spi.Waiter;
import java.util.Arrays;
import java.util.BitSet;
import java.util.function.IntPredicate;

/**
 * The team slots of the system zone that this PE's teams use.
 *
 * <p>A new team needs a slot that is free on all members of its parent. The members search the slots in an order that
 * depends on the parent, and agree in rounds. Each claims its first free slot from the round's proposal on and
 * publishes it. If all claims are equal, that slot is reserved; otherwise the next round proposes the highest claim.
 * Proposals only grow, so this terminates. Splits of different teams in different threads never get the same slot,
 * because claims are made under a lock, but they can make each other's rounds fail. They start far apart, so that is
 * rare, and search all slots several times before they give up.
 *
 * <p>A freed team's members may still read its first member's slot while they leave. So each member adds to a count of
 * departures at the first member, which reuses the slot only after all have left.
 */
public final class TeamSlots {
    /** Slots of the predefined teams. */
    public static final int WORLD = SystemLayout.WORLD_SLOT;
    public static final int SHARED = 1;
    /** Slot of the survivors of a death, in a job that outlives its PEs. */
    public static final int LIVING = 2;
    private static final int FIRST_FREE = 2;
    /** Slots of a team on several nodes, see {@link SystemLayout#SLOTS_OF_NODES}. */
    public static final int LEVELS = 3;
    /** Odd, so different parents start at different slots, adjacent ones far apart. */
    private static final int SPREAD = 389;
    private static final int ATTEMPTS = 4;

    private final Backend backend;
    private final BitSet used = new BitSet();
    private final Departure[] leaving = new Departure[SystemLayout.SLOT_COUNT];
    private final boolean nodes;
    private final int firstFree;
    private final int count;

    public TeamSlots(Backend backend) {
        this.backend = backend;
        this.nodes = backend.node(0) != backend.node(backend.nPes() - 1);
        this.firstFree = backend.lives() == null ? FIRST_FREE : LIVING + 1;
        this.count = (nodes ? SystemLayout.SLOTS_OF_NODES : SystemLayout.SLOT_COUNT) - firstFree;
        used.set(WORLD, firstFree);
    }

    /** {@return the numbers that the members of a team have passed} Part of a collective. */
    public long[] exchange(Collectives team, Routine routine, long number) {
        backend.attached().requireUncut(backend.pe());
        Group group = team.group();
        group.calls().name(routine, -1);
        long word = word(group);
        backend.putLong(backend.pe(), word, number);
        team.sync(WaitKind.COLLECTIVE);
        long[] all = new long[group.size()];
        Arrays.setAll(all, i -> backend.getLong(group.world(i), word));
        team.sync(WaitKind.COLLECTIVE);
        return all;
    }

    /** {@return a slot that all members of a team have reserved and zeroed} Part of a collective. */
    public int claim(Collectives parent, Routine routine) {
        backend.attached().requireUncut(backend.pe());
        Group group = parent.group();
        group.calls().name(routine, -1);
        return claim(group, group.slot() * SPREAD, word(group), () -> parent.sync(WaitKind.COLLECTIVE));
    }

    /** {@return the offset of a word of each member, for calls that make teams} */
    private static long word(Group group) {
        return group.syncCell(SystemCells.SPLIT) + Cell.DATA;
    }

    /**
     * {@return a slot that all PEs of a group have reserved and zeroed} Collective over the group.
     *
     * @param first slot at which the search begins
     * @param word  offset of a word that each PE may use during the call
     * @param meet  returns when all have called it
     */
    public int claim(Group group, int first, long word, Runnable meet) {
        int attempts = 0;
        int proposal = 0;
        while (true) {
            int mine = reserveAtLast(first, proposal);
            backend.putLong(backend.pe(), word, mine);
            meet(meet, first, mine);
            int highest = mine;
            boolean agreed = true;
            for (int i = 0; i < group.size(); i++) {
                int theirs = (int) backend.getLong(group.world(i), word);
                agreed &= theirs == mine;
                highest = Math.max(highest, theirs);
            }
            agreed &= mine < count;
            if (agreed) {
                clear(group, slot(first, mine));
            }
            meet(meet, first, mine);
            if (agreed) {
                return slot(first, mine);
            }
            if (mine < count) {
                decline(slot(first, mine));
            }
            proposal = highest < count ? highest : 0;
            if (highest == count && ++attempts == ATTEMPTS) {
                throw new ShmemException(Fault.where() + ": all " + count
                    + " team slots are in use on some member; free teams that are no longer needed");
            }
        }
    }

    /** Meets the members; releases the slot if a death or a timeout prevents the team. */
    private void meet(Runnable meet, int first, int mine) {
        try {
            meet.run();
        } catch (PeFailedException | WaitTimeoutException e) {
            if (mine < count) {
                decline(slot(first, mine));
            }
            throw e;
        }
    }

    /** Releases slots of freed teams that a dead member will never leave. */
    public synchronized void forget(IntPredicate died) {
        for (int slot = 0; slot < leaving.length; slot++) {
            if (leaving[slot] != null && leaving[slot].all.contains(died)) {
                leaving[slot] = null;
                used.clear(slot);
            }
        }
    }

    /** {@return the slot at an index of the search order that begins with the first slot} */
    private int slot(int first, int place) {
        return firstFree + (first + place) % count;
    }

    private void clear(Group group, int slot) {
        long bytes = SystemLayout.scratch(slot, backend.nPes()) - SystemLayout.slot(slot, backend.nPes());
        for (int level = 0; level < (nodes ? LEVELS : 1); level++) {
            backend.clear(SystemLayout.slot(slot + level * SystemLayout.SLOTS_OF_NODES, backend.nPes()), bytes);
        }
        group.forgetPublished(SystemLayout.slot(slot, backend.nPes()), bytes);
    }

    /** Reserves a slot. If none is free, waits for one that members are leaving, which never takes long. */
    private int reserveAtLast(int first, int proposal) {
        int place = reserve(first, proposal);
        long departing = place < count ? -1 : departing(first, proposal);
        if (departing < 0) {
            return place;
        }
        Waiter waiter = backend.waiter();
        waiter.begin(backend.pe(), departing, WaitKind.COLLECTIVE, departing, -1);
        try {
            while ((place = reserve(first, proposal)) == count && departing(first, proposal) >= 0) {
                waiter.pause();
            }
            return place;
        } catch (WaitTimeoutException e) {
            backend.attached().cut(e);
            throw e;
        } finally {
            waiter.end();
        }
    }

    /** {@return the cell with the count of departures of a freed team, or -1} */
    private synchronized long departing(int first, int proposal) {
        for (int place = proposal; place < count; place++) {
            int slot = slot(first, place);
            if (leaving[slot] != null) {
                return leaving[slot].all.syncCell(SystemCells.DEPARTED);
            }
        }
        return -1;
    }

    /** {@return the index of the slot that this call has reserved, or the number of slots if none is free} */
    private synchronized int reserve(int first, int proposal) {
        for (int place = proposal; place < count; place++) {
            int slot = slot(first, place);
            if (!used.get(slot) || left(slot)) {
                used.set(slot);
                leaving[slot] = null;
                return place;
            }
        }
        return count;
    }

    /** {@return whether all members have left a freed team's slot} */
    private boolean left(int slot) {
        Departure departure = leaving[slot];
        return departure != null && left(departure.all) && (departure.here == null || left(departure.here));
    }

    private boolean left(Group group) {
        return group.me() != 0
            || backend.cellGet(backend.pe(), group.syncCell(SystemCells.DEPARTED)) == group.size();
    }

    /** Releases a slot that this PE has reserved and that none of its teams uses. */
    public synchronized void decline(int slot) {
        used.clear(slot);
    }

    public synchronized void release(Collectives team) {
        Departure departure = new Departure(team.group(), team.here());
        leaving[team.group().slot()] = departure;
        count(departure.all);
        if (departure.here != null) {
            count(departure.here);
        }
    }

    private void count(Group group) {
        backend.cellAdd(group.world(0), group.syncCell(SystemCells.DEPARTED), 1);
    }

    /** The members that leave a freed team: all of them, and those on this node, or null if all are on it. */
    private record Departure(Group all, Group here) {
    }

    /** Clears a slot's cells on all PEs, while no PE uses them. */
    public static void clear(Backend backend, int slot) {
        long at = SystemLayout.slot(slot, backend.nPes());
        for (int pe = 0; pe < backend.nPes(); pe++) {
            backend.segment(pe, at, SystemLayout.scratch(slot, backend.nPes()) - at).fill((byte) 0);
        }
    }
}
