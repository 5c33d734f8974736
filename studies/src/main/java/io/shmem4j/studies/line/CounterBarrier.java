// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.studies.line;

import io.shmem4j.sim.coherence.CoherentChip;
import io.shmem4j.sim.run.VirtualPe;
import java.util.Arrays;

/**
 * The barrier, or the reduction, of an OpenMP library: threads count themselves on a line, the last of a group goes on
 * to the line of the groups, and the last of all flips the sense that everybody polls. It is called several times in a
 * row, as the EPCC suite does, and its time is the mean; no line is set before a call.
 */
public final class CounterBarrier extends LineAlgorithm {
    private static final int CALLS = 10;
    private static final long ITEM = 1000;

    private final int n;
    private final int width;
    private final boolean sums;
    private final int[] count;
    private final long[] partial;
    private final long[] result;
    private int sense;
    private int left;

    /**
     * Calls in a row.
     *
     * @param width threads of a group; the number of threads for one counter
     * @param sums  whether each thread brings a number, which the groups' lines add up
     */
    public CounterBarrier(long base, int pes, int width, boolean sums) {
        super(base, allGroups(pes, width) + 1);
        this.n = pes;
        this.width = width;
        this.sums = sums;
        this.count = new int[lines() - 1];
        this.partial = new long[lines() - 1];
        this.result = new long[pes];
    }

    private static int groups(int size, int width) {
        return (size + width - 1) / width;
    }

    /** {@return the groups of all levels, each of which has a line} */
    private static int allGroups(int size, int width) {
        return size > 1 ? groups(size, width) + allGroups(groups(size, width), width) : 0;
    }

    @Override
    public void prepare(CoherentChip chip) {
        for (int line = 0; line < lines(); line++) {
            chip.place(0, base + line, true);
        }
    }

    @Override
    public void run(VirtualPe pe) {
        for (int call = 1; call <= CALLS; call++) {
            call(pe, call);
        }
    }

    private void call(VirtualPe pe, int call) {
        int node = pe.number();
        int firstOfLevel = 0;
        long sum = item(pe.number());
        for (int size = n; size > 1; size = groups(size, width)) {
            int line = firstOfLevel + node / width;
            pe.update(base + line);
            if (sums) {
                partial[line] += sum;
            }
            if (++count[line] < Math.min(width, size - node / width * width)) {
                awaitSense(pe, call);
                return;
            }
            count[line] = 0;
            sum = partial[line];
            partial[line] = 0;
            node /= width;
            firstOfLevel += groups(size, width);
        }
        Arrays.fill(result, sum);
        left = 0;
        pe.write(sense());
        sense = call;
        left++;
    }

    private void awaitSense(VirtualPe pe, int call) {
        pe.await(sense(), () -> sense >= call);
        require(sense == call, "a thread missed a call");
        left++;
    }

    private long sense() {
        return base + count.length;
    }

    @Override
    public long duration(VirtualPe pe, long start) {
        return (pe.now() - start) / CALLS;
    }

    @Override
    public void check() {
        require(sense == CALLS && left == n, left + " of " + n + " threads left the last call");
        long expected = 0;
        for (int pe = 0; pe < n; pe++) {
            expected += item(pe);
        }
        for (long sum : result) {
            require(!sums || sum == expected, "the sum is " + sum + " instead of " + expected);
        }
    }

    private static long item(int pe) {
        return ITEM + pe;
    }
}
