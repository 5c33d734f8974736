// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.studies.line;

import io.shmem4j.sim.coherence.CoherentChip;
import io.shmem4j.sim.run.VirtualPe;

/**
 * A barrier, or a parallel region that sums a number of each thread, as in the runtime library of Intel's compiler; its
 * source has been public since 2013. Threads are gathered up a tree embedded in a hypercube and released down one. On
 * this chip the runtime takes nodes of eight to gather a barrier and of four to release it, of four to gather the end
 * of a region, and of two else. Each thread has a line for its arrival and one for its release, which it resets itself;
 * a wait polls such a line.
 *
 * <p>The reduction of the EPCC suite opens a region in each repetition: the master writes the task, releases the
 * threads, which read it, and gathers them twice, once with their numbers and once to end the region.
 */
final class OpenMp extends RowOfCalls {
    /** Threads per node. */
    private static final int PAIR = 2;
    private static final int FOUR = 4;
    private static final int EIGHT = 8;
    private static final long ITEM = 1000;
    /** Lines per thread: arrived and go of a barrier, the same of a region, its number, its settings. */
    private static final int LINES = 6;
    private static final int REGION = 2;
    private static final int NUMBER = 4;
    private static final int SETTINGS = 5;

    private final int n;
    private final boolean sums;
    private final int[][] arrived;
    private final int[][] released;
    private final long[] sum;
    private int entered;

    OpenMp(long base, int threads, boolean sums) {
        super(base, LINES * threads + 1);
        this.n = threads;
        this.sums = sums;
        this.arrived = new int[LINES][threads];
        this.released = new int[LINES][threads];
        this.sum = new long[threads];
    }

    @Override
    public void prepare(CoherentChip chip) {
        for (int line = 0; line < lines(); line++) {
            chip.place(line / LINES % n, base + line, true);
        }
    }

    @Override
    void call(VirtualPe pe, int call) {
        int me = pe.number();
        entered++;
        if (sums) {
            region(pe, me);
        } else {
            gather(pe, me, 0, EIGHT, false);
            wrong |= me == 0 && entered < (call + 1) * n;
            release(pe, me, 0, FOUR, false);
        }
    }

    private void region(VirtualPe pe, int me) {
        long task = base + (long) LINES * n;
        if (me == 0) {
            pe.write(task);
        }
        release(pe, me, REGION, PAIR, true);
        pe.read(task);
        sum[me] = ITEM + me;
        pe.write(line(me, NUMBER));
        gather(pe, me, 0, PAIR, true);
        wrong |= me == 0 && sum[0] != n * ITEM + (long) n * (n - 1) / 2;
        release(pe, me, 0, PAIR, false);
        gather(pe, me, REGION, FOUR, false);
    }

    private long line(int thread, int which) {
        return base + (long) LINES * thread + which;
    }

    /** Waits for a thread's children level by level from the leaves, then signals its parent. */
    private void gather(VirtualPe pe, int me, int which, int branches, boolean adds) {
        int now = arrived[which][me] + 1;
        for (int level = 1; level < n && me / level % branches == 0; level *= branches) {
            for (int i = 1; i < branches && me + i * level < n; i++) {
                int child = me + i * level;
                pe.await(line(child, which), () -> arrived[which][child] >= now);
                if (adds) {
                    pe.read(line(child, NUMBER));
                    pe.write(line(me, NUMBER));
                    sum[me] += sum[child];
                }
            }
        }
        if (me != 0) {
            pe.update(line(me, which));
        }
        arrived[which][me] = now;
    }

    /** Once released, releases the thread's children, highest level and child first. */
    private void release(VirtualPe pe, int me, int which, int branches, boolean settings) {
        if (me != 0) {
            pe.await(line(me, which + 1), () -> released[which][me] > 0);
            pe.write(line(me, which + 1));
            released[which][me]--;
        }
        int top = 1;
        while (top < n && me / top % branches == 0) {
            top *= branches;
        }
        for (int level = top / branches; level > 0; level /= branches) {
            for (int i = branches - 1; i > 0; i--) {
                int child = me + i * level;
                if (child < n) {
                    if (settings) {
                        pe.write(line(child, SETTINGS));
                    }
                    pe.update(line(child, which + 1));
                    released[which][child]++;
                }
            }
        }
    }
}
