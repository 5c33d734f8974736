// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.collective.team;

import io.shmem4j.spi.Backend;
import io.shmem4j.spi.WaitKind;

/**
 * Readers of an owner's memory count their ends in one counter, so the owner wakes once.
 *
 * <p>All members count how many readers each owner has had so far, whether they are readers or not; that sum is what
 * the counter must reach. It can't be passed: the owner waits before its next operation gives anybody something to
 * read.
 *
 * <p>Ordering: counting is a full fence after the reads, publishing a release store that the owner acquires.
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

    /** Every member notes, in the operation, how many members will read from an owner. */
    public void expect(int owner, int readers) {
        expected[owner] += readers;
    }

    /** A reader is done with an owner. */
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
