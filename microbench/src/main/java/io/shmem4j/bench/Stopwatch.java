// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.bench;

import io.shmem4j.Shmem;
import io.shmem4j.SymmetricLongs;
import java.util.Arrays;
import java.util.Locale;

/**
 * Times a loop. It reads the clock after calls 1, 100, 1000 and 3000 and at the end, then repeats the loop in batches
 * until it is warm. The slowest PE's time counts.
 */
final class Stopwatch {
    private static final int[] MARKS = {1, 100, 1000, 3000};
    private static final int END = MARKS.length;
    private static final int COUNT = END + 1;
    private static final long BATCH_NANOS = 20_000_000;
    private static final int MOST = 1 << 26;
    private static final double MICRO = 1e-3;

    private final Shmem shmem;
    private final int calls;
    private final long warmNanos;
    private final SymmetricLongs reports;
    private final SymmetricLongs next;
    private final long[] passed = new long[COUNT];
    private long[] cold;
    private double warm = Double.POSITIVE_INFINITY;
    private long coldEnd;
    private int batch;
    private int mark;
    private long start;

    Stopwatch(Shmem shmem, int calls, int warmMillis) {
        this.shmem = shmem;
        this.calls = calls;
        warmNanos = warmMillis * 1_000_000L;
        reports = shmem.allocateLongs((long) COUNT * shmem.nPes()).named("reports");
        next = shmem.allocateLongs(1).named("next");
    }

    int calls() {
        return batch;
    }

    /** Ends a loop and {@return whether another one follows}; collective. */
    boolean hasNext() {
        long now = System.nanoTime();
        if (batch == 0) {
            // Other PEs may still fill their arrays, and the first call must not wait for them.
            shmem.barrierAll();
            batch = calls;
            return true;
        }
        passed[END] = now - start;
        shmem.put(reports, (long) COUNT * shmem.myPe(), passed, 0, COUNT, 0);
        shmem.barrierAll();
        if (shmem.myPe() == 0) {
            int more = judge(slowest());
            for (int pe = 0; pe < shmem.nPes(); pe++) {
                shmem.p(next, 0, more, pe);
            }
        }
        shmem.barrierAll();
        batch = (int) next.get(0);
        return batch > 0;
    }

    /** Starts the clock and {@return the number of calls after which to call {@link #pass}} */
    int start() {
        mark = 0;
        start = System.nanoTime();
        return MARKS[0];
    }

    /** Reads the clock and {@return the number of calls after which to call it again} */
    int pass() {
        passed[mark++] = System.nanoTime() - start;
        return mark < MARKS.length ? MARKS[mark] : Integer.MAX_VALUE;
    }

    private long[] slowest() {
        long[] most = new long[COUNT];
        Arrays.setAll(most, i -> reports.get(i));
        for (int pe = 1; pe < shmem.nPes(); pe++) {
            for (int i = 0; i < COUNT; i++) {
                most[i] = Math.max(most[i], reports.get((long) COUNT * pe + i));
            }
        }
        return most;
    }

    /** {@return the number of calls in the next loop, 0 to stop} */
    private int judge(long... times) {
        double each = Math.max(times[END], 1) / (double) batch;
        int more = (int) Math.clamp(BATCH_NANOS / each, 1, MOST);
        if (cold == null) {
            cold = times;
            coldEnd = System.nanoTime();
            return more;
        }
        warm = Math.min(warm, each);
        return System.nanoTime() - coldEnd < warmNanos ? more : 0;
    }

    /** Prints the mean microseconds per call in each stretch, on PE 0. */
    void report() {
        if (shmem.myPe() != 0) {
            return;
        }
        int before = 0;
        for (int i = 0; i < MARKS.length && MARKS[i] <= calls; i++) {
            long from = i == 0 ? 0 : cold[i - 1];
            row(i == 0 ? "first call" : "to call " + MARKS[i], (cold[i] - from) / (double) (MARKS[i] - before));
            before = MARKS[i];
        }
        row("cold", cold[END] / (double) calls);
        row("warm", warm);
    }

    private void row(String name, double nanos) {
        System.out.printf(Locale.ROOT, "%s\t%.5f%n", name, nanos * MICRO);
    }
}
