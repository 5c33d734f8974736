// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.nas.cfd;

import io.shmem4j.Cmp;
import io.shmem4j.DoubleView;
import io.shmem4j.Shmem;
import io.shmem4j.Signal;
import io.shmem4j.SignalOp;
import io.shmem4j.SymmetricLongs;
import io.shmem4j.nas.npb.KernelHeap;
import io.shmem4j.nas.npb.MpiModel;
import io.shmem4j.nas.npb.Transfer;
import io.shmem4j.sim.time.VirtualTime;
import java.util.Arrays;
import java.util.HashMap;
import java.util.Map;

/**
 * Moves ghosts, and rows of tiles in sweeps, between the cells of neighbours. The default is put with signal: gather,
 * put into the neighbour's memory in one piece, spread there.
 *
 * <p>Each kind of message has a counting signal on the receiver and a single sender, so PEs wait in pairs only. No
 * message is acknowledged. A message has its own buffer per direction and cell, in the receiver's memory or, for gets,
 * in the sender's; it is overwritten one step later. By then the sender has received something that the receiver sent
 * after it read the message: rows of the opposite sweep, or the ghosts at the end of the step.
 *
 * <p>Gathering and spreading are declared as work. On a simulated machine a message that has arrived is also read
 * through a view, because its lines are still in the sender's cache.
 */
class CellTransfer {
    private static final int SIDES = 2;
    /** Distance of signals in words, a cache line each. */
    private static final int WORDS = FlowLayout.CACHE_LINE / Long.BYTES;

    /** Rows for the next cell after elimination, and for the previous one after substitution. */
    final Rows forward;
    final Rows backward;
    final Shmem shmem;
    final CellGrid grid;
    final Cells cells;
    /** This PE's cells. */
    final DoubleView mine;
    private final Layers layers;
    private final FlowWork work;
    private final int mostTiles;
    private final SymmetricLongs words;
    /** Buffer that simulated machines read messages into; null elsewhere. */
    private final double[] fetched;
    /** Buffer to gather in; a put completes before the next gathering. */
    private final long out;
    /** Ghosts by direction and side, and their signals. */
    private final long ghosts;
    private final Signal[] ghostSignals;
    private final long ghostBytes;
    private long exchanges;
    /** Address of the message awaited last. */
    private long arrived;

    CellTransfer(KernelHeap heap, Cells cells) {
        shmem = heap.shmem;
        grid = cells.grid;
        this.cells = cells;
        work = cells.work;
        layers = new Layers(cells.layout);
        mine = shmem.view(cells.array, shmem.myPe());
        mostTiles = grid.mostTiles();
        ghostBytes = ghostBytes(grid);
        long longest = longest(cells.system, grid);
        fetched = VirtualTime.isOn(shmem) ? new double[(int) (longest / Double.BYTES)] : null;
        out = cells.workspace.piece(longest);
        ghosts = cells.workspace.piece(SIDES * FlowConstants.DIRECTIONS * ghostBytes);
        words = heap.longs(2L * SIDES * FlowConstants.DIRECTIONS * WORDS, FlowLayout.CACHE_LINE,
            "messages of neighbours");
        ghostSignals = signals(0, SIDES * FlowConstants.DIRECTIONS);
        forward = new Rows(CellGrid.HIGH, cells.system.forwardBytes);
        backward = new Rows(CellGrid.LOW, cells.system.backwardBytes);
    }

    private Signal[] signals(int first, int count) {
        Signal[] signals = new Signal[count];
        Arrays.setAll(signals, i -> words.signal((long) (first + i) * WORDS));
        return signals;
    }

    static CellTransfer of(Transfer transfer, KernelHeap heap, Cells cells) {
        return switch (transfer) {
            case GET, DIRECT -> new ByGet(heap, cells, transfer == Transfer.DIRECT);
            case MESSAGES -> new TwoSided(heap, cells);
            default -> new CellTransfer(heap, cells);
        };
    }

    /** {@return bytes of all buffers} */
    static long bytes(Transfer transfer, LineSystem system, CellGrid grid) {
        long longest = longest(system, grid);
        return longest + SIDES * FlowConstants.DIRECTIONS * ghostBytes(grid)
            + (long) FlowConstants.DIRECTIONS * grid.p * grid.mostTiles()
            * (system.forwardBytes + system.backwardBytes) + switch (transfer) {
                case GET, DIRECT -> longest;
                case MESSAGES -> MpiModel.bytes(grid.p * grid.p);
                default -> 0;
            };
    }

    /** {@return bytes of the longest message} */
    static long longest(LineSystem system, CellGrid grid) {
        return Math.max(ghostBytes(grid), (long) grid.mostTiles()
            * Math.max(system.forwardBytes, system.backwardBytes));
    }

    private static long ghostBytes(CellGrid grid) {
        return 8L * grid.p * FlowConstants.UNKNOWNS * FlowLayout.GHOSTS * grid.size(0) * grid.size(0);
    }

    /** Updates the ghosts of all cells; collective. */
    void exchangeGhosts() {
        if (grid.p == 1) {
            return;
        }
        exchanges++;
        for (int d = 0; d < FlowConstants.DIRECTIONS; d++) {
            sendGhosts(d, CellGrid.LOW);
            sendGhosts(d, CellGrid.HIGH);
        }
        for (int d = 0; d < FlowConstants.DIRECTIONS; d++) {
            receiveGhosts(d, CellGrid.LOW);
            receiveGhosts(d, CellGrid.HIGH);
        }
    }

    final void sendGhosts(int direction, int side) {
        int their = CellGrid.LOW + CellGrid.HIGH - side;
        long at = out;
        for (int slice = 0; slice < grid.p; slice++) {
            int other = slice + (side == CellGrid.LOW ? -1 : 1);
            if (other >= 0 && other < grid.p) {
                int cell = grid.cell(direction, slice);
                layers.between(direction, their, grid, cell, other);
                layers.move(true, cells.u(cell), at);
                layers.declare(work);
                at += layers.bytes();
            }
        }
        int kind = SIDES * direction + their;
        send(ghosts + kind * ghostBytes, out, at - out, ghostSignals[kind], exchanges, grid.neighbour(direction, side));
    }

    final void receiveGhosts(int direction, int side) {
        int kind = SIDES * direction + side;
        await(ghostSignals[kind], exchanges);
        long at = fetch(ghosts + kind * ghostBytes, ghostBytes(direction, side), grid.neighbour(direction, side));
        for (int slice = 0; slice < grid.p; slice++) {
            if (slice != (side == CellGrid.LOW ? 0 : grid.p - 1)) {
                int cell = grid.cell(direction, slice);
                layers.between(direction, side, grid, cell, slice);
                layers.move(false, cells.u(cell), at);
                layers.declare(work);
                at += layers.bytes();
            }
        }
    }

    /** {@return bytes of the ghosts from one neighbour} */
    private long ghostBytes(int direction, int side) {
        long bytes = 0;
        for (int slice = 0; slice < grid.p; slice++) {
            if (slice != (side == CellGrid.LOW ? 0 : grid.p - 1)) {
                layers.between(direction, side, grid, grid.cell(direction, slice), slice);
                bytes += layers.bytes();
            }
        }
        return bytes;
    }

    /** Copies bytes of this PE to another PE's address, and then signals it. */
    void send(long target, long from, long bytes, Signal signal, long number, int pe) {
        shmem.putSignal(cells.array, cells.index(target), cells.array, cells.index(from), bytes / Double.BYTES, signal,
            number, SignalOp.SET, pe);
    }

    void await(Signal signal, long number) {
        signal.waitUntil(Cmp.GE, number);
    }

    /** {@return the address of a message whose signal has arrived} */
    long fetch(long message, long bytes, int pe) {
        if (fetched != null) {
            mine.get(cells.index(message), fetched, 0, (int) (bytes / Double.BYTES));
        }
        return message;
    }

    /** Rows of all tiles of a cell, on their way to the next or the previous cell. */
    final class Rows {
        private final int side;
        private final int tileBytes;
        private final long messages;
        private final Signal[] signals;
        private final long[] sent = new long[FlowConstants.DIRECTIONS];
        private final long[] received = new long[FlowConstants.DIRECTIONS];

        Rows(int side, int tileBytes) {
            this.side = side;
            this.tileBytes = tileBytes;
            messages = cells.workspace.piece((long) FlowConstants.DIRECTIONS * grid.p * mostTiles * tileBytes);
            signals = signals((SIDES + side) * FlowConstants.DIRECTIONS, FlowConstants.DIRECTIONS);
        }

        /** {@return the address to write a tile's rows to before {@link #send}} */
        long to(int tile) {
            return out + (long) tile * tileBytes;
        }

        /** {@return the address of a tile's rows after {@link #await}} */
        long from(int tile) {
            return arrived + (long) tile * tileBytes;
        }

        void send(CellLines lines) {
            int direction = lines.direction;
            long bytes = (long) lines.tiles * tileBytes;
            work.moveCached(bytes);
            CellTransfer.this.send(message(direction, grid.neighbourCell(direction, side, lines.cell)), out, bytes,
                signals[direction], ++sent[direction], grid.neighbour(direction, side));
        }

        void await(CellLines lines) {
            int direction = lines.direction;
            long bytes = (long) lines.tiles * tileBytes;
            CellTransfer.this.await(signals[direction], ++received[direction]);
            arrived = fetch(message(direction, lines.cell), bytes,
                grid.neighbour(direction, CellGrid.LOW + CellGrid.HIGH - side));
            work.moveCached(bytes);
        }

        private long message(int direction, int cell) {
            return messages + ((long) direction * grid.p + cell) * mostTiles * tileBytes;
        }
    }

    /**
     * Leaves gathered rows in this PE's memory and signals the neighbour, which gets them in one piece: by a call, or
     * by a copy through a view.
     *
     * <p>The sender copies rows to their buffer through a view, because a simulated machine does not see stores to
     * local memory.
     */
    private static final class ByGet extends CellTransfer {
        private final boolean pointer;
        /** Buffer of the rows fetched last. */
        private final long got;
        private final Map<Integer, DoubleView> neighbours = new HashMap<>();

        ByGet(KernelHeap heap, Cells cells, boolean pointer) {
            super(heap, cells);
            this.pointer = pointer;
            got = cells.workspace.piece(longest(cells.system, grid));
        }

        @Override
        void send(long target, long from, long bytes, Signal signal, long number, int pe) {
            mine.copy(cells.index(target), mine, cells.index(from), bytes / Double.BYTES);
            shmem.fence();
            shmem.signalSet(signal, number, pe);
        }

        @Override
        long fetch(long message, long bytes, int pe) {
            long count = bytes / Double.BYTES;
            if (pointer) {
                DoubleView there = neighbours.computeIfAbsent(pe, number -> shmem.view(cells.array, number));
                mine.copy(cells.index(got), there, cells.index(message), count);
            } else {
                shmem.get(cells.array, cells.index(got), cells.array, cells.index(message), count, pe);
            }
            return got;
        }
    }

    /**
     * Sends the gathered rows and receives the rows awaited next in one two-sided call. All PEs have a cell in each
     * slice, so each message sent pairs with one received.
     */
    private static final class TwoSided extends CellTransfer {
        private final MpiModel.OfDoubles messages;
        /** Message of the next call. */
        private long from;
        private int count;
        private int dest;

        TwoSided(KernelHeap heap, Cells cells) {
            super(heap, cells);
            messages = new MpiModel.OfDoubles(heap);
        }

        @Override
        void exchangeGhosts() {
            for (int d = 0; d < FlowConstants.DIRECTIONS && grid.p > 1; d++) {
                sendGhosts(d, CellGrid.LOW);
                receiveGhosts(d, CellGrid.HIGH);
                sendGhosts(d, CellGrid.HIGH);
                receiveGhosts(d, CellGrid.LOW);
            }
        }

        @Override
        void await(Signal signal, long number) {
            // The receiving call waits.
        }

        @Override
        void send(long target, long gathered, long bytes, Signal signal, long number, int pe) {
            from = cells.index(gathered);
            count = (int) (bytes / Double.BYTES);
            dest = pe;
        }

        @Override
        long fetch(long message, long bytes, int source) {
            long to = cells.index(message);
            messages.exchange(dest, count, (pe, at, done, part) -> messages.of(pe).copy(at, mine, from + done, part),
                source, (int) (bytes / Double.BYTES),
                (pe, at, done, part) -> mine.copy(to + done, messages.of(pe), at, part));
            return message;
        }
    }
}
