// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.nas.cfd;

import io.shmem4j.Shmem;
import io.shmem4j.Signal;
import io.shmem4j.nas.npb.Messages;

/**
 * What was gathered goes by a two-sided message, and what a PE waits for next is received in the same call: all PEs
 * have as many cells in each slice, so each message that a PE sends stands beside one that it receives.
 */
final class MessageTransfer extends PutGetTransfer {
    private final Messages.OfDoubles messages;
    /** The message that the next call sends. */
    private long from;
    private int count;
    private int dest;

    MessageTransfer(Shmem shmem, Cells cells, CellTransfer.Sizes tiles) {
        super(shmem, cells, tiles);
        messages = new Messages.OfDoubles(shmem);
    }

    @Override
    void exchangeGhosts() {
        if (grid.p == 1) {
            return;
        }
        for (int d = 0; d < FlowConstants.DIRECTIONS; d++) {
            for (int side = CellGrid.LOW; side <= CellGrid.HIGH; side++) {
                offerGhosts(d, side, null, 0);
                takeGhosts(d, CellGrid.LOW + CellGrid.HIGH - side);
            }
        }
    }

    @Override
    void awaitForward(CellLines lines) {
        forwardArrived(lines);
    }

    @Override
    void awaitBackward(CellLines lines) {
        backwardArrived(lines);
    }

    @Override
    void send(long target, long gathered, long bytes, Signal signal, long number, int pe) {
        from = store.index(gathered);
        count = (int) (bytes / Double.BYTES);
        dest = pe;
    }

    @Override
    long fetch(long message, long bytes, int source) {
        long to = store.index(message);
        messages.exchange(dest, count, (pe, at, done, part) -> messages.of(pe).copy(at, mine, from + done, part),
            source, (int) (bytes / Double.BYTES),
            (pe, at, done, part) -> mine.copy(to + done, messages.of(pe), at, part));
        return message;
    }

    @Override
    void free() {
        messages.free();
        super.free();
    }
}
