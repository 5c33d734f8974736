// SPDX-License-Identifier: Apache-2.0
package io.shmem4j;

import io.shmem4j.collective.Collectives;
import io.shmem4j.collective.Group;
import io.shmem4j.collective.SystemCells;
import io.shmem4j.spi.Backend;
import io.shmem4j.spi.Cell;
import io.shmem4j.spi.SystemLayout;
import io.shmem4j.spi.WaitKind;
import io.shmem4j.spi.Waiter;
import java.util.BitSet;

/**
 * Which team slots of the system zone this PE's teams use.
 *
 * <p>A new team needs one slot that is free on all members of its parent. They agree in rounds: everybody claims its
 * lowest free slot at or above the round's proposal and publishes it; when all have claimed the same, it is taken, else
 * the next round proposes the highest claim. Proposals only grow, so it ends; splits of different teams in different
 * threads can make a round fail but never meet in one slot, because claims are made under a lock.
 *
 * <p>A destroyed team's first member may still be read by members that are on their way out. So everybody counts itself
 * out in a cell of the first member, which reuses the slot only when all have.
 */
final class TeamSlots {
    /** Slots of the predefined teams. */
    static final int WORLD = 0;
    static final int SHARED = 1;
    private static final int FIRST_FREE = 2;

    private final Backend backend;
    private final BitSet used = new BitSet();
    private final Group[] leaving = new Group[SystemLayout.SLOT_COUNT];

    TeamSlots(Backend backend) {
        this.backend = backend;
        used.set(WORLD, FIRST_FREE);
    }

    /** {@return a slot that all members of a team have reserved, zeroed on each}; collective */
    int claim(Collectives parent) {
        Group group = parent.group();
        return claim(group, group.syncCell(SystemCells.SPLIT) + Cell.DATA, () -> parent.sync(WaitKind.COLLECTIVE));
    }

    /**
     * {@return a slot that all of some PEs have reserved, zeroed on each}
     *
     * @param group the PEs, all of which call this
     * @param said  offset of a word of each that is theirs meanwhile
     * @param meet  returns when all have called it
     */
    int claim(Group group, long said, Runnable meet) {
        int proposal = FIRST_FREE;
        while (true) {
            int mine = reserveAtLast(proposal);
            backend.putLong(backend.pe(), said, mine);
            meet.run();
            int highest = mine;
            boolean agreed = true;
            for (int i = 0; i < group.size(); i++) {
                int theirs = (int) backend.getLong(group.world(i), said);
                agreed &= theirs == mine;
                highest = Math.max(highest, theirs);
            }
            if (highest >= SystemLayout.SLOT_COUNT) {
                decline(mine);
                meet.run();
                throw new ShmemException(Fault.where() + ": all " + (SystemLayout.SLOT_COUNT - FIRST_FREE)
                    + " team slots are in use on some member; destroy teams that are no longer needed");
            }
            if (agreed) {
                backend.clear(SystemLayout.slot(mine, backend.nPes()),
                    SystemLayout.scratch(mine, backend.nPes()) - SystemLayout.slot(mine, backend.nPes()));
            }
            meet.run();
            if (agreed) {
                return mine;
            }
            decline(mine);
            proposal = highest;
        }
    }

    /** Reserves; where none is free but some are being left, waits for one of those, which nobody holds up. */
    private int reserveAtLast(int proposal) {
        int slot = reserve(proposal);
        long departing = slot < SystemLayout.SLOT_COUNT ? -1 : departing(proposal);
        if (departing < 0) {
            return slot;
        }
        Waiter waiter = backend.waiter();
        waiter.begin(backend.pe(), departing, WaitKind.COLLECTIVE, departing, -1);
        try {
            while ((slot = reserve(proposal)) == SystemLayout.SLOT_COUNT && departing(proposal) >= 0) {
                waiter.pause();
            }
            return slot;
        } finally {
            waiter.end();
        }
    }

    /** {@return the cell in which members of a destroyed team are counting themselves out, or -1} */
    private synchronized long departing(int proposal) {
        for (int slot = proposal; slot < SystemLayout.SLOT_COUNT; slot++) {
            if (leaving[slot] != null) {
                return leaving[slot].syncCell(SystemCells.DEPARTED);
            }
        }
        return -1;
    }

    private synchronized int reserve(int proposal) {
        int slot = proposal;
        while (slot < SystemLayout.SLOT_COUNT && (used.get(slot) && !left(slot))) {
            slot++;
        }
        if (slot < SystemLayout.SLOT_COUNT) {
            used.set(slot);
            leaving[slot] = null;
        }
        return slot;
    }

    /** {@return whether a destroyed team's slot is one that nobody reads any more} */
    private boolean left(int slot) {
        Group group = leaving[slot];
        return group != null && (group.me() != 0
            || backend.cellGet(backend.pe(), group.syncCell(SystemCells.DEPARTED)) == group.size());
    }

    /** Gives up a slot that this PE has reserved but that no team of its own uses. */
    synchronized void decline(int slot) {
        if (slot < SystemLayout.SLOT_COUNT) {
            used.clear(slot);
        }
    }

    /** Leaves a destroyed team. */
    synchronized void release(Group group) {
        leaving[group.slot()] = group;
        backend.cellAdd(group.world(0), group.syncCell(SystemCells.DEPARTED), 1);
    }
}
