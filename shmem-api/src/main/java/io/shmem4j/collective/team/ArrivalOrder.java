// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.collective.team;

import io.shmem4j.spi.Backend;
import io.shmem4j.spi.WaitKind;

/**
 * The order in which the members of a group arrive at an operation: each member draws the next number and looks up the
 * members with lower numbers. If members outnumber cores, those have arrived some time ago and sleep, so the newcomer
 * does its own work and theirs.
 *
 * <p>The counter of numbers is in the first member's slot. The second line of each of its pair cells has the index of
 * the member that drew that number, with the count of operations in the upper bits, so it only grows and is never
 * reset. An operation that uses this ends after all have drawn, so numbers of different operations don't mix.
 *
 * <p>Ordering: storing an index is a release store after everything its member did before, and reading it is an
 * acquire.
 */
public final class ArrivalOrder {
    /** Start of a pair cell's second line; the first line has the signal and its data. */
    private static final int SECOND_LINE = 64;
    private static final int INDEX_BITS = 24;

    private final Group group;
    private final Backend backend;
    private final int holder;
    private long operations;

    public ArrivalOrder(Group group) {
        this.group = group;
        this.backend = group.backend();
        this.holder = group.world(0);
    }

    /** {@return the number of members that arrived at the next operation before this one, which arrives now} */
    public int draw() {
        int own = (int) (backend.cellAdd(holder, group.syncCell(SystemCells.DRAWN), 1) - operations * group.size());
        operations++;
        group.publish(holder, group.pairCell(own) + SECOND_LINE, first() + group.me());
        return own;
    }

    /** {@return the member that drew a number, which is lower than this member's} */
    public int member(int number) {
        long cell = group.pairCell(number) + SECOND_LINE;
        CellWait.atLeast(group, holder, cell, first(), WaitKind.COLLECTIVE, -1);
        return (int) (backend.cellGet(holder, cell) - first());
    }

    /** {@return the value that the member with index 0 writes in this operation} */
    private long first() {
        return operations << INDEX_BITS;
    }
}
