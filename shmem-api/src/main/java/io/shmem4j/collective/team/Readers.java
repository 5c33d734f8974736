// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.collective.team;

import io.shmem4j.spi.Backend;
import io.shmem4j.spi.WaitKind;

/**
 * Readers of an owner's memory count their completions in one counter, so the owner wakes once.
 *
 * <p>All members, readers or not, add up the readers that each owner has had so far; that sum is the counter's target.
 * The counter can't exceed it: the owner waits for it before its next operation offers anything to read.
 *
 * <p>Ordering: counting is a full fence after the reads, and publishing a release store that the owner acquires.
 */
public final class Readers {
    private final Group group;
    private final Backend backend;
    private final int self;
    private final long[] expected;

    public Readers(Group group) {
        this.group = group;
        this.backend = group.backend();
        this.self = group.world(group.me());
        this.expected = new long[group.size()];
    }

    /** Adds the number of members that will read from an owner in this operation; called by every member. */
    public void expect(int owner, int readers) {
        expected[owner] += readers;
    }

    /** Reports to an owner that this reader is done. */
    public void done(int owner) {
        int holder = group.world(owner);
        if (backend.cellAdd(holder, group.syncCell(SystemCells.READERS), 1) + 1 == expected[owner]) {
            backend.cellSet(holder, group.syncCell(SystemCells.READERS + 1), expected[owner]);
        }
    }

    public void await() {
        CellWait.atLeast(group, self, group.syncCell(SystemCells.READERS + 1), expected[group.me()],
            WaitKind.COLLECTIVE, -1);
    }
}
