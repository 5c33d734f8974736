// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.engine;

import io.shmem4j.spi.Backend.Update;
import io.shmem4j.spi.Comparison;
import io.shmem4j.spi.SystemLayout;
import io.shmem4j.spi.WaitKind;
import io.shmem4j.spi.Waiter;

/**
 * The lock of jobs that end with the first death: a queue of PEs. One PE, the home, has the tail; each PE waits on its
 * own copy of the word.
 * <pre>
 *   low 32 bits, on the home PE:  1 + number of the last PE in the queue, or 0 if the lock is free
 *   high 32 bits, on every PE:    GRANTED once the PE has its turn | 1 + its successor
 * </pre>
 * Ordering: every change but the last store to a PE's own half is a sequentially consistent atomic. A PE's half is 0
 * while the PE is not in the queue, so its predecessor finds it ready to add the successor or to grant the lock. A free
 * lock is 0 on all PEs.
 */
final class QueueLock extends PeLock {
    private static final int GRANTED = 1 << 30;
    private static final int SUCCESSOR = GRANTED - 1;

    /** 1 + the number of this PE's predecessor in the queue, 0 outside of the queue. */
    private int before;
    /** Whether the predecessor knows this PE. */
    private boolean linked;
    /** 1 + the number of the PE that is about to be granted the lock, or 0. */
    private int next;

    QueueLock(Block block, long address) {
        super(block, address);
    }

    @Override
    boolean take(long nanos, boolean interruptibly) {
        Waiter waiter = backend.waiter();
        if (interruptibly || waiter.bounded()) {
            return poll(waiter, nanos, interruptibly);
        }
        int last = backend.swapInt(home, address, me + 1);
        if (last != 0) {
            before = last;
            awaitTurn();
        }
        owned = true;
        return true;
    }

    @Override
    boolean tryTake() {
        return !backend.observer().failsTest()
            && (owned = takeFree());
    }

    private boolean takeFree() {
        return backend.compareSwapInt(home, address, 0, me + 1) == 0;
    }

    /** Retries without joining the queue, which a PE could not leave before its turn. */
    private boolean poll(Waiter waiter, long nanos, boolean interruptibly) {
        waiter.begin(me, SystemLayout.BELL, WaitKind.LOCK, address, -1);
        waiter.limit(nanos);
        try {
            while (!(owned = takeFree()) && !waiter.expired()
                && !(interruptibly && Thread.currentThread().isInterrupted())) {
                waiter.pause();
            }
            return owned;
        } finally {
            waiter.end();
        }
    }

    private void awaitTurn() {
        if (!linked) {
            backend.fetchBitsInt(Update.OR, before - 1, address + NODE, me + 1);
            linked = true;
        }
        await(GRANTED, before - 1);
        owned = true;
        before = 0;
        linked = false;
    }

    @Override
    void release() {
        if (before != 0) {
            awaitTurn();
        }
        if (!owned) {
            return;
        }
        if (next == 0) {
            int node = backend.getInt(me, address + NODE);
            if (node == GRANTED && (node = backend.compareSwapInt(me, address + NODE, GRANTED, 0)) == GRANTED) {
                node = 0;
            }
            if (node == 0 && backend.clearInt(home, address, me + 1)) {
                owned = false;
                return;
            }
            next = (node == 0 ? await(SUCCESSOR, -1) : node) & SUCCESSOR;
        }
        backend.quiet();
        backend.own().setIntRelease(address + NODE, 0);
        backend.fetchBitsInt(Update.OR, next - 1, address + NODE, GRANTED);
        next = 0;
        owned = false;
    }

    /** Waits until one of these bits of this PE's word is set; {@return the word} */
    private int await(int bits, int peer) {
        int node = backend.getInt(me, address + NODE);
        if ((node & bits) != 0) {
            return node;
        }
        Waiter waiter = backend.waiter();
        waiter.begin(me, SystemLayout.BELL, WaitKind.LOCK, address, peer);
        waiter.until(address + NODE, false, bits, 0, Comparison.NE, 0);
        try {
            while (((node = backend.getInt(me, address + NODE)) & bits) == 0) {
                waiter.pause();
            }
            return node;
        } finally {
            waiter.end();
        }
    }
}
