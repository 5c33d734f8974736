// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.collective.team;

import io.shmem4j.error.WaitTimeoutException;
import io.shmem4j.spi.Backend;
import io.shmem4j.spi.WaitKind;
import io.shmem4j.spi.Waiter;

/** Waits for a cell to grow. */
final class CellWait {
    private CellWait() {
    }

    /** Waits until a cell has reached a value; {@code peer} is the PE that raises it, or -1 if there are several. */
    static void atLeast(Group group, int holder, long cell, long value, WaitKind kind, int peer) {
        Backend backend = group.backend();
        if (backend.cellGet(holder, cell) >= value) {
            return;
        }
        Waiter waiter = backend.waiter();
        waiter.begin(holder, cell, kind, value, peer);
        Group needed = group.needed();
        waiter.within(needed.start(), needed.stride(), needed.size(), needed.table());
        group.calls().annotate(waiter, kind, group);
        run(backend, waiter, holder, cell, value);
    }

    /** Waits until the cell at a group's first member shows that all have arrived in a round. */
    static void allArrived(Group group, long cell, long round, WaitKind kind) {
        Backend backend = group.backend();
        int first = group.start();
        if (backend.cellGet(first, cell) >= round) {
            return;
        }
        Waiter waiter = backend.waiter();
        waiter.begin(first, cell, kind, round, -1);
        waiter.members(first, group.stride(), group.size(), group.table());
        Group needed = group.needed();
        if (needed.table() != null || needed != group) {
            waiter.within(needed.start(), needed.stride(), needed.size(), needed.table());
        }
        group.calls().annotate(waiter, kind, group);
        run(backend, waiter, first, cell, round);
    }

    private static void run(Backend backend, Waiter waiter, int holder, long cell, long value) {
        try {
            while (backend.cellGet(holder, cell) < value) {
                waiter.pause();
            }
        } catch (WaitTimeoutException e) {
            backend.attached().cut(e);
            throw e;
        } finally {
            waiter.end();
        }
    }
}
