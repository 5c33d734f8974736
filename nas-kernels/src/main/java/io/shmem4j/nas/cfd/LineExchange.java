// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.nas.cfd;

import io.shmem4j.Cmp;
import io.shmem4j.DoubleView;
import io.shmem4j.Shmem;
import io.shmem4j.Signal;
import io.shmem4j.SignalOp;
import io.shmem4j.SymmetricLongs;
import io.shmem4j.nas.npb.KernelHeap;
import io.shmem4j.nas.npb.Transfer;
import java.lang.foreign.MemorySegment;
import java.util.Arrays;

/**
 * Brings the lines next to a PE's own to it: all unknowns after a step, and in the sweeps one line a plane.
 *
 * <p>In the sweep forth the PE before signals each plane, in the sweep back the PE behind. A line is loaded where it
 * lies or was put to where this PE has room for it. The owner changes it again in the sweep back, in a plane that this
 * PE has been through by then, or after the next step's barrier, which this PE reaches after both sweeps. So nobody
 * answers.
 */
final class LineExchange {
    private static final int WORDS = FlowLayout.CACHE_LINE / Long.BYTES;
    private static final int SIGNALS = 3;

    private final LineSlab slab;
    private final Shmem shmem;
    private final int me;
    private final boolean direct;
    private final SymmetricLongs words;
    private final Signal forth;
    private final Signal back;
    private final Signal ghosts;
    private final DoubleView[] views;
    /** Other PEs' memory where it is mapped, else null. */
    private final MemorySegment[] mapped;
    private long sweep;
    private long expected;

    LineExchange(KernelHeap heap, LineSlab slab, Transfer transfer) {
        this.slab = slab;
        shmem = slab.shmem;
        me = shmem.myPe();
        direct = transfer == Transfer.DIRECT;
        words = heap.longs((long) SIGNALS * WORDS, FlowLayout.CACHE_LINE, "planes of neighbours");
        forth = words.signal(0);
        back = words.signal(WORDS);
        ghosts = words.signal(2 * WORDS);
        views = new DoubleView[shmem.nPes()];
        mapped = new MemorySegment[shmem.nPes()];
        Arrays.setAll(views, pe -> shmem.view(slab.memory, pe));
        Arrays.setAll(mapped, pe -> shmem.ptr(slab.memory, pe));
    }

    private boolean mine(int j, int pe) {
        return slab.inner.from(pe) < j && j <= slab.inner.from(pe + 1);
    }

    private boolean boundary(int j) {
        return j < 1 || j > slab.n - 2;
    }

    /** Brings the unknowns of the two lines on either side up to date; collective. */
    void ghosts() {
        shmem.barrierAll();
        for (int pe = 0; pe < views.length; pe++) {
            int first = 1 + (int) slab.inner.from(pe);
            int end = 1 + (int) slab.inner.from(pe + 1);
            for (int distance = 1; distance <= FlowLayout.GHOSTS; distance++) {
                ghost(first - distance, pe);
                ghost(end - 1 + distance, pe);
            }
        }
        if (!direct) {
            ghosts.waitUntil(Cmp.GE, expected);
        }
    }

    /** Brings a line next to a PE's own to that PE, if this PE takes part in it. */
    private void ghost(int j, int pe) {
        if (boundary(j)) {
            return;
        }
        if (pe == me) {
            expected++;
            if (direct) {
                load(j);
            }
        } else if (!direct && mine(j, me)) {
            for (int k = 1; k < slab.n - 1; k++) {
                long plane = slab.place(slab.u[k]);
                shmem.put(slab.memory, plane + slab.line(j, pe) / Double.BYTES, slab.memory,
                    plane + slab.line(j) / Double.BYTES, slab.numbers(), pe);
            }
            shmem.fence();
            shmem.signalAdd(ghosts, 1, pe);
        }
    }

    private void load(int j) {
        int owner = slab.inner.owner(j - 1);
        for (int k = 1; k < slab.n - 1; k++) {
            long plane = slab.place(slab.u[k]);
            views[me].copy(plane + slab.line(j) / Double.BYTES, views[owner],
                plane + slab.line(j, owner) / Double.BYTES, slab.numbers());
        }
    }

    /** The planes of a sweep have rising numbers in the sweep's direction. */
    private long number(boolean goesBack, int k) {
        return sweep * slab.n + (goesBack ? slab.n - 1 - k : k);
    }

    private long here(int k, int j) {
        return slab.residual[k] + slab.line(j);
    }

    /** {@return address in a plane of the line before this PE's, or behind them, after a sweep forth or back} */
    long await(boolean goesBack, int k) {
        int j = goesBack ? slab.to : slab.from - 1;
        int owner = goesBack ? me + 1 : me - 1;
        if (!goesBack && k == 1) {
            sweep++;
        }
        if (boundary(j)) {
            return here(k, j);
        }
        (goesBack ? back : forth).waitUntil(Cmp.GE, number(goesBack, k));
        if (!direct) {
            return here(k, j);
        }
        long plane = slab.place(slab.residual[k]);
        long there = plane + slab.line(j, owner) / Double.BYTES;
        if (mapped[owner] != null) {
            return mapped[owner].address() + there * Double.BYTES;
        }
        views[me].copy(plane + slab.line(j) / Double.BYTES, views[owner], there, slab.numbers());
        return here(k, j);
    }

    /** Signals the next PE that a sweep has been through a plane. */
    void done(boolean goesBack, int k) {
        int j = goesBack ? slab.from : slab.to - 1;
        int pe = goesBack ? me - 1 : me + 1;
        Signal signal = goesBack ? back : forth;
        if (boundary(goesBack ? j - 1 : j + 1)) {
            return;
        }
        if (direct) {
            shmem.fence();
            shmem.signalSet(signal, number(goesBack, k), pe);
        } else {
            long plane = slab.place(slab.residual[k]);
            shmem.putSignal(slab.memory, plane + slab.line(j, pe) / Double.BYTES, slab.memory,
                plane + slab.line(j) / Double.BYTES, slab.numbers(), signal, number(goesBack, k), SignalOp.SET, pe);
        }
    }
}
