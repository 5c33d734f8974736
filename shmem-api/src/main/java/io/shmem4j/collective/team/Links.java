// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.collective.team;

import io.shmem4j.spi.Backend;
import io.shmem4j.spi.Cell;
import io.shmem4j.spi.WaitKind;

/**
 * Signals between two members of a group: a counter for each ordered pair, in the receiver's slot.
 *
 * <p>Both ends count, so nothing is ever reset and algorithms need no numbers of their own: the k-th signal from one
 * member to another is the k-th awaited there, across all algorithms.
 *
 * <p>Ordering: a signal is a release store after everything its sender did, and a wait ends with an acquire load of it.
 * The signal for a later wait may arrive early. The sender only counts up, so it stored a larger count after everything
 * that the awaited signal published, and acquiring it shows that, too.
 *
 * <p>Every signal is awaited in the operation that sends it. So no member touches a slot whose owner has left the
 * group: the last operation of a team is a sync, and a member leaves it after the last signal that was sent to it.
 */
public final class Links {
    /** Bytes that can travel with a signal, in the cell's first line. */
    public static final int INLINE_BYTES = 24;

    private final Group group;
    private final Backend backend;
    private final int self;
    private final long[] sent;
    private final long[] received;

    public Links(Group group) {
        this.group = group;
        this.backend = group.backend();
        this.self = group.world(group.me());
        this.sent = new long[group.size()];
        this.received = new long[group.size()];
    }

    public void signal(int peer) {
        signal(backend, peer);
    }

    /** Signals a member through a backend that may count the signal as a call. */
    void signal(Backend by, int peer) {
        by.cellSet(group.world(peer), group.pairCell(group.me()), ++sent[peer]);
    }

    /** Signals a member, with data in the signal's cache line, in the half for a {@linkplain Staging#zone zone}. */
    void signal(Backend by, int peer, int half, long from, long bytes) {
        by.cellCopy(group.world(peer), inline(group.me(), half), self, from, bytes);
        signal(by, peer);
    }

    public void await(int peer) {
        await(peer, WaitKind.COLLECTIVE);
    }

    public void await(int peer, WaitKind kind) {
        long wanted = ++received[peer];
        long cell = group.pairCell(peer);
        CellWait.atLeast(group, self, cell, wanted, kind, group.world(peer));
    }

    /** {@return the offset in this PE's memory of the data with a member's signal} */
    public long inline(int peer, int half) {
        return group.pairCell(peer) + Cell.DATA + (long) half * INLINE_BYTES;
    }
}
