// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.studies.describe;

import static java.lang.foreign.ValueLayout.JAVA_LONG;

import io.shmem4j.Shmem;
import io.shmem4j.SymmetricLongs;
import java.lang.foreign.MemorySegment;
import java.lang.invoke.VarHandle;
import java.util.Arrays;

/**
 * Measures messages of 1 to 128 lines from PE 0 to PE 1, as in Ramos and Hoefler's ping-pong: the sender copies its
 * send buffer into the receive buffer, whose lines the receiver has, and the receiver polls the last word.
 *
 * <p>That word is the time at which the sender began; the clock is the same for all processes. So one way is timed, and
 * everything else happens outside of it.
 */
final class MessageProbe {
    private static final int LINE_LONGS = 8;
    private static final int MOST_LINES = 128;
    private static final int TIMES = 301;
    private static final int WARM_UP = 20_000;
    /** Time for the receiver to start polling. */
    private static final long LEAD_NANOS = 500;
    /** Longer than any message takes; then the sender waits for this core. */
    private static final int MOST_SPINS = 10_000;
    private static final VarHandle WORD = JAVA_LONG.varHandle();

    private final Shmem shmem;
    private final SymmetricLongs received;
    private final SymmetricLongs send;
    private long begin;

    /**
     * Makes the buffers; collective. For {@link #cold} the send buffer is so large that each part leaves all caches
     * before its next turn.
     */
    MessageProbe(Shmem shmem, long sendBytes) {
        this.shmem = shmem;
        this.received = shmem.allocateLongs(MOST_LINES * LINE_LONGS, LINE_LONGS * Long.BYTES).named("received");
        this.send = shmem.allocateLongs(Math.max(sendBytes / Long.BYTES, MOST_LINES * LINE_LONGS),
            LINE_LONGS * Long.BYTES).named("send");
        send.fill(1);
    }

    /**
     * Measures messages from a buffer that the sender has in its cache; collective. PE 1 puts the fit into the costs.
     */
    void cached(MachineCosts costs) {
        for (int i = 0; i < WARM_UP; i++) {
            message(1 + i % MOST_LINES, 0);
        }
        put(costs, "cached", 0);
    }

    /** Measures messages from memory, after {@link #cached}; collective. */
    void cold(MachineCosts costs) {
        put(costs, "cold", LINE_LONGS * MOST_LINES);
    }

    private void put(MachineCosts costs, String name, int stride) {
        int count = Integer.numberOfTrailingZeros(MOST_LINES) + 1;
        double[] lines = new double[count];
        double[] nanos = new double[count];
        for (int i = 0; i < count; i++) {
            lines[i] = 1 << i;
            double[] times = new double[TIMES];
            for (int t = 0; t < TIMES; t++) {
                times[t] = message(1 << i, stride);
            }
            Arrays.sort(times);
            nanos[i] = Math.max(1, times[TIMES / 2]);
        }
        double[] fit = fit(lines, nanos);
        costs.put(name + ".one", nanos[0]);
        costs.put(name + ".o", fit[0]);
        costs.put(name + ".q", fit[1]);
        costs.put(name + ".p", fit[2]);
    }

    /** {@return nanoseconds of one message, on PE 1} The stride is in longs, from one send buffer to the next. */
    private long message(int lines, int stride) {
        MemorySegment to = shmem.ptr(received, 1);
        long last = ((long) lines * LINE_LONGS - 1) * Long.BYTES;
        if (shmem.myPe() == 1) {
            for (int i = LINE_LONGS - 1; i < lines * LINE_LONGS; i += LINE_LONGS) {
                to.setAtIndex(JAVA_LONG, i, 0);
            }
        }
        shmem.barrierAll();
        if (shmem.myPe() == 0) {
            send(to, last, stride);
        }
        return shmem.myPe() == 1 ? receive(to, last) : 0;
    }

    private void send(MemorySegment to, long last, int stride) {
        MemorySegment from = shmem.ptr(send, 0);
        long ready = System.nanoTime() + LEAD_NANOS;
        long now = System.nanoTime();
        while (now < ready) {
            now = System.nanoTime();
        }
        MemorySegment.copy(from, begin * Long.BYTES, to, 0, last);
        WORD.setRelease(to, last, now);
        begin += stride;
        if (begin + MOST_LINES * LINE_LONGS > send.length()) {
            begin = 0;
        }
    }

    private static long receive(MemorySegment to, long last) {
        long sent = (long) WORD.getAcquire(to, last);
        for (int spins = 0; sent == 0; spins++) {
            if (spins < MOST_SPINS) {
                Thread.onSpinWait();
            } else {
                Thread.yield();
            }
            sent = (long) WORD.getAcquire(to, last);
        }
        return System.nanoTime() - sent;
    }

    /**
     * Fits T(N) = o N + q - p / N to measured messages of N lines, with o above 0 and p from 0 to q.
     *
     * @return o, q and p with the least sum of squares of relative errors; where the best fit has an impossible p, the
     *     best one with the nearest possible p
     */
    static double[] fit(double[] lines, double[] nanos) {
        double[] fit = solve(lines, nanos, true);
        if (fit[2] < 0 || fit[2] > fit[1] || fit[0] <= 0) {
            double[] straight = solve(lines, nanos, false);
            fit = new double[] {Math.max(straight[0], 1e-3), Math.max(straight[1], 0), 0};
        }
        return fit;
    }

    /** Normal equations by Gauss's elimination; where they are not curved, p is 0. */
    private static double[] solve(double[] lines, double[] nanos, boolean curved) {
        int n = curved ? 3 : 2;
        double[][] a = new double[n][n + 1];
        for (int k = 0; k < lines.length; k++) {
            double[] base = {lines[k] / nanos[k], 1 / nanos[k], -1 / lines[k] / nanos[k], 1};
            for (int i = 0; i < n; i++) {
                for (int j = 0; j < n; j++) {
                    a[i][j] += base[i] * base[j];
                }
                a[i][n] += base[i];
            }
        }
        for (int i = 0; i < n; i++) {
            for (int row = i + 1; row < n; row++) {
                double factor = a[row][i] / a[i][i];
                for (int j = i; j <= n; j++) {
                    a[row][j] -= factor * a[i][j];
                }
            }
        }
        double[] fit = new double[3];
        for (int i = n - 1; i >= 0; i--) {
            double sum = a[i][n];
            for (int j = i + 1; j < n; j++) {
                sum -= a[i][j] * fit[j];
            }
            fit[i] = sum / a[i][i];
        }
        return fit;
    }
}
