// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.collective.team;

import io.shmem4j.spi.Backend;
import io.shmem4j.spi.WaitKind;
import io.shmem4j.spi.Waiter;

/** Waiting for a cell to grow. */
final class CellWait {
    private CellWait() {
    }

    /**
     * Waits until a cell has reached a value.
     *
     * @param backend this PE
     * @param holder  world number of the cell's holder
     * @param cell    its offset
     * @param value   what it must reach
     * @param kind    what to publish about the wait
     * @param peer    world number of the PE waited for, or -1
     */
    static void atLeast(Backend backend, int holder, long cell, long value, WaitKind kind, int peer) {
        if (backend.cellGet(holder, cell) >= value) {
            return;
        }
        Waiter waiter = backend.waiter();
        waiter.begin(holder, cell, kind, value, peer);
        run(backend, waiter, holder, cell, value);
    }

    /**
     * Waits until the first member of a group has published that all have arrived in a round.
     *
     * @param backend this PE
     * @param first   world number of the group's first member, which holds the cell
     * @param cell    its offset
     * @param round   what it must reach
     * @param kind    what to publish about the wait
     * @param stride  world numbers from one member to the next
     * @param size    number of members
     */
    static void allArrived(Backend backend, int first, long cell, long round, WaitKind kind, int stride, int size) {
        if (backend.cellGet(first, cell) >= round) {
            return;
        }
        Waiter waiter = backend.waiter();
        waiter.begin(first, cell, kind, round, -1);
        waiter.members(first, stride, size);
        run(backend, waiter, first, cell, round);
    }

    private static void run(Backend backend, Waiter waiter, int holder, long cell, long value) {
        try {
            while (backend.cellGet(holder, cell) < value) {
                waiter.pause();
            }
        } finally {
            waiter.end();
        }
    }
}
