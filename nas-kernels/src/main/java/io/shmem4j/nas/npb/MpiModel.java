// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.nas.npb;

import io.shmem4j.Cmp;
import io.shmem4j.DoubleView;
import io.shmem4j.IntView;
import io.shmem4j.Shmem;
import io.shmem4j.SymmetricDoubles;
import io.shmem4j.SymmetricInts;
import io.shmem4j.SymmetricLongs;
import io.shmem4j.sim.time.VirtualTime;
import io.shmem4j.sim.time.WorkKind;
import java.util.Arrays;
import java.util.stream.IntStream;

/**
 * The two-sided messages of an MPI through shared memory, as a rival for comparison. Programs of their own send
 * messages by a {@code Channel}; this one keeps to what MPICH does, for figures on simulated machines.
 *
 * <p>A message is copied twice: the sender fills one of its {@link #CELLS} cells, and the receiver drains it. Messages
 * up to {@link #CELL_BYTES} are sent eagerly. Longer ones wait for a request from the receiver and are sent in pieces
 * of {@link #PIECE_BYTES}. Both sizes are those of MPICH's channel for shared memory, nemesis. A call sends to one PE
 * and receives from another, alternating between pieces.
 *
 * <p>Deadlocks are impossible if all PEs exchange equal numbers of messages, because a PE waits only for earlier calls
 * and pieces of its peers. A sender's piece numbers increase, so the receiver recognizes the next piece. A cache line
 * per sender holds the numbers of its cells.
 */
public abstract class MpiModel {
    /** Assumed software overhead per message and side; an estimate. */
    public static final int SOFTWARE_NANOS = 1000;
    private static final int CELL_BYTES = 64 << 10;
    private static final int PIECE_BYTES = 32 << 10;
    private static final int CELLS = 4;
    /** Longs of a cache line. */
    private static final int LINE = 8;

    private final Shmem shmem;
    private final int me;
    private final int cell;
    private final int piece;
    private final SymmetricLongs filled;
    private final SymmetricLongs emptied;
    private final SymmetricLongs asked;
    private final long[] sentTo;
    private final long[] takenFrom;
    private final long[] lastFrom;
    private final long[] askedBy;
    private final long[] askedOf;
    private long sent;

    MpiModel(KernelHeap heap, int elementBytes) {
        shmem = heap.shmem;
        int pes = shmem.nPes();
        me = shmem.myPe();
        cell = CELL_BYTES / elementBytes;
        piece = PIECE_BYTES / elementBytes;
        filled = heap.longs((long) LINE * pes, LINE * Long.BYTES, "filled cells");
        emptied = heap.longs((long) LINE * CELLS, LINE * Long.BYTES, "emptied cells");
        asked = heap.longs((long) LINE * pes, LINE * Long.BYTES, "asked messages");
        sentTo = new long[pes];
        takenFrom = new long[pes];
        lastFrom = new long[pes];
        askedBy = new long[pes];
        askedOf = new long[pes];
    }

    /** {@return symmetric bytes with padding} */
    public static long bytes(int pes) {
        return (long) CELLS * CELL_BYTES + 2L * LINE * Long.BYTES * pes + (1 << 12);
    }

    /** Copies a piece of a message into or out of a cell. */
    @FunctionalInterface
    public interface Part {
        /** Copies elements; {@code done} elements precede them. */
        void copy(int pe, long at, int done, int count);
    }

    /**
     * Sends a message and receives another one. {@code fill} writes to this PE's cells, {@code drain} reads the peer's.
     */
    public final void exchange(int dest, int out, Part fill, int source, int in, Part drain) {
        int outPiece = Math.max(1, out <= cell ? out : piece);
        int inPiece = Math.max(1, in <= cell ? in : piece);
        software();
        if (in > cell) {
            shmem.view(asked, source).set((long) LINE * me, ++askedOf[source]);
        }
        if (out > cell) {
            asked.waitUntil((long) LINE * dest, Cmp.GE, ++askedBy[dest]);
        }
        // An empty message is sent as one piece.
        for (int to = 0, from = 0; to <= out || from <= in; to += outPiece, from += inPiece) {
            if (to < out || to == 0) {
                send(dest, to, Math.min(outPiece, out - to), fill);
            }
            if (from < in || from == 0) {
                receive(source, from, Math.min(inPiece, in - from), drain);
            }
        }
        software();
    }

    private void software() {
        VirtualTime.work(shmem, WorkKind.REDUCED_NUMBERS, SOFTWARE_NANOS);
    }

    private void send(int dest, int done, int count, Part fill) {
        long number = ++sent;
        int mine = (int) (number % CELLS);
        if (number > CELLS) {
            emptied.waitUntil((long) LINE * mine, Cmp.GE, number - CELLS);
        }
        fill.copy(me, (long) mine * cell, done, count);
        shmem.fence();
        shmem.view(filled, dest).set((long) LINE * me + sentTo[dest]++ % CELLS, number);
    }

    private void receive(int source, int done, int count, Part drain) {
        long slot = (long) LINE * source + takenFrom[source]++ % CELLS;
        filled.waitUntil(slot, Cmp.GT, lastFrom[source]);
        long number = filled.get(slot);
        lastFrom[source] = number;
        int theirs = (int) (number % CELLS);
        drain.copy(source, (long) theirs * cell, done, count);
        shmem.fence();
        shmem.view(emptied, source).set((long) LINE * theirs, number);
    }

    final long cells() {
        return (long) CELLS * cell;
    }

    final Shmem shmem() {
        return shmem;
    }

    /** Messages of doubles. */
    public static final class OfDoubles extends MpiModel {
        private final SymmetricDoubles cells;
        private final DoubleView[] views;

        public OfDoubles(KernelHeap heap) {
            super(heap, Double.BYTES);
            cells = heap.doubles(cells(), LINE * Long.BYTES, "cells of messages");
            views = new DoubleView[heap.shmem.nPes()];
        }

        public DoubleView of(int pe) {
            views[pe] = views[pe] == null ? shmem().view(cells, pe) : views[pe];
            return views[pe];
        }
    }

    /** Messages of ints, and two collectives. */
    public static final class OfInts extends MpiModel {
        private static final int LANES = 16;

        private final SymmetricInts cells;
        private final IntView[] views;

        public OfInts(KernelHeap heap) {
            super(heap, Integer.BYTES);
            cells = heap.ints(cells(), LINE * Long.BYTES, "cells of messages");
            views = new IntView[heap.shmem.nPes()];
        }

        public IntView of(int pe) {
            views[pe] = views[pe] == null ? shmem().view(cells, pe) : views[pe];
            return views[pe];
        }

        /** Exchanges numbers with a PE and adds those received. */
        private void add(int partner, int[] numbers, int count) {
            int[] theirs = new int[count];
            exchange(partner, count, (pe, at, done, part) -> of(pe).set(at, numbers, done, part), partner, count,
                (pe, at, done, part) -> of(pe).get(at, theirs, done, part));
            for (int i = 0; i < count; i++) {
                numbers[i] += theirs[i];
            }
            VirtualTime.work(shmem(), WorkKind.VECTOR, (count + LANES - 1) / LANES);
        }

        /**
         * Sums by recursive doubling. PEs beyond the largest power of two contribute first and receive the result last.
         *
         * @param numbers operands, replaced by the sums
         */
        public void sum(int[] numbers, int count) {
            int me = shmem().myPe();
            int power = Integer.highestOneBit(shmem().nPes());
            boolean beyond = me + power < shmem().nPes();
            int[] mine = me < power ? numbers : numbers.clone();
            if (beyond || me >= power) {
                add(me ^ power, mine, count);
            }
            for (int step = 1; step < power && me < power; step <<= 1) {
                add(me ^ step, numbers, count);
            }
            if (beyond) {
                exchange(me ^ power, count, (pe, at, done, part) -> of(pe).set(at, numbers, done, part), me ^ power,
                    0, (pe, at, done, part) -> { });
            } else if (me >= power) {
                exchange(me ^ power, 0, (pe, at, done, part) -> { }, me ^ power, count,
                    (pe, at, done, part) -> of(pe).get(at, numbers, done, part));
            }
        }

        /** {@return a number from each PE by Bruck's algorithm, in a logarithmic number of messages} */
        public int[] toAll(int[] numbers) {
            int me = shmem().myPe();
            int pes = shmem().nPes();
            int[] turned = new int[pes];
            Arrays.setAll(turned, i -> numbers[(me + i) % pes]);
            for (int step = 1; step < pes; step <<= 1) {
                int bit = step;
                int[] moving = IntStream.range(0, pes).filter(i -> (i & bit) != 0).toArray();
                int[] out = new int[moving.length];
                int[] in = new int[moving.length];
                Arrays.setAll(out, i -> turned[moving[i]]);
                exchange((me + step) % pes, out.length, (pe, at, done, part) -> of(pe).set(at, out, done, part),
                    (me - step + pes) % pes, in.length, (pe, at, done, part) -> of(pe).get(at, in, done, part));
                for (int i = 0; i < moving.length; i++) {
                    turned[moving[i]] = in[i];
                }
            }
            int[] result = new int[pes];
            Arrays.setAll(result, i -> turned[(me - i + pes) % pes]);
            return result;
        }
    }
}
