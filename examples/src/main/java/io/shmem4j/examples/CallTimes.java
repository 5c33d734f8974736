// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.examples;

import io.shmem4j.Shmem;
import io.shmem4j.SymmetricInts;
import io.shmem4j.SymmetricLongs;
import java.util.Arrays;
import java.util.Locale;
import java.util.stream.LongStream;

/**
 * Costs of calls in plain loops: PE 0 works on memory of PE 1, barriers and sums are made by all PEs. Each loop runs
 * again and again, and the best time counts, so that compiled code is measured.
 *
 * <p>Every loop is a method of its own (here a lambda) that works on local variables and runs many times, so the
 * compiler sees nothing else while it compiles it.
 *
 * <p>Arguments: rounds of each loop (default 200).
 */
public final class CallTimes {
    private static final int LONGS = 1 << 17;
    private static final int SPREAD = 1024;
    private static final int CALLS = 50_000;
    private static final int CALLS_OF_ALL = 1000;
    private static final int FEWEST = 10;

    /** Makes some calls. */
    private interface Loop {
        void run(int calls);
    }

    private CallTimes() {
    }

    public static void main(String[] args) {
        int rounds = new Arguments("calltimes [rounds]", args, 1).count(0, 200);
        try (Shmem shmem = Shmem.init()) {
            SymmetricLongs there = shmem.allocateLongs(LONGS).named("there").relaxed();
            if (shmem.myPe() == 0) {
                transfers(shmem, there, rounds);
            }
            shmem.barrierAll();
            time(shmem, rounds, CALLS_OF_ALL, "barrier_all", 0, calls -> {
                for (int i = 0; i < calls; i++) {
                    shmem.barrierAll();
                }
            });
            for (int count = 1; count <= 1 << 14; count <<= 14) {
                sums(shmem, count, rounds);
            }
        }
    }

    private static void transfers(Shmem shmem, SymmetricLongs there, int rounds) {
        int peer = shmem.nPes() > 1 ? 1 : 0;
        long[] here = new long[LONGS];
        long[] total = {0};
        time(shmem, rounds, CALLS, "p", Long.BYTES, calls -> {
            for (int i = 0; i < calls; i++) {
                shmem.p(there, i & SPREAD - 1, i & SPREAD - 1, peer);
            }
        });
        time(shmem, rounds, CALLS, "g", Long.BYTES, calls -> {
            long sum = 0;
            for (int i = 0; i < calls; i++) {
                sum += shmem.g(there, i & SPREAD - 1, peer);
            }
            total[0] = sum;
        });
        check(total[0], LongStream.range(0, CALLS).map(i -> i % SPREAD).sum());
        time(shmem, rounds, CALLS, "fetch-add", Long.BYTES, calls -> {
            for (int i = 0; i < calls; i++) {
                shmem.fetchAdd(there, SPREAD, 1L, peer);
            }
        });
        check(shmem.g(there, SPREAD, peer), (long) rounds * CALLS);
        time(shmem, rounds, CALLS, "get", Long.BYTES, calls -> {
            for (int i = 0; i < calls; i++) {
                shmem.get(here, 0, there, 1, 1, peer);
            }
        });
        check(here[0], 1);
        for (int length : new int[] {1, SPREAD / Long.BYTES, SPREAD, SPREAD * Long.BYTES, LONGS}) {
            Arrays.fill(here, length);
            int calls = Math.max(CALLS / length, FEWEST);
            time(shmem, rounds, calls, "put + quiet", (long) length * Long.BYTES, turns -> {
                for (int i = 0; i < turns; i++) {
                    shmem.put(there, 0, here, 0, length, peer);
                    shmem.quiet();
                }
            });
            check(shmem.g(there, length - 1, peer), length);
        }
    }

    private static void sums(Shmem shmem, int count, int rounds) {
        SymmetricInts source = shmem.allocateInts(count).named("source");
        SymmetricInts dest = shmem.allocateInts(count).named("dest");
        source.set(count - 1, 1);
        int calls = Math.max(CALLS_OF_ALL / count, FEWEST);
        time(shmem, rounds, calls, "sum", (long) count * Integer.BYTES, turns -> {
            for (int i = 0; i < turns; i++) {
                shmem.world().sumReduce(dest, source, count);
            }
        });
        check(dest.get(count - 1), shmem.nPes());
    }

    private static void time(Shmem shmem, int rounds, int calls, String name, long bytes, Loop loop) {
        long best = Long.MAX_VALUE;
        for (int round = 0; round < rounds; round++) {
            long start = System.nanoTime();
            loop.run(calls);
            best = Math.min(best, System.nanoTime() - start);
        }
        if (shmem.myPe() == 0) {
            System.out.printf(Locale.ROOT, "%-12s %8d B %12.2f ns%n", name, bytes, (double) best / calls);
        }
    }

    private static void check(long value, long expected) {
        if (value != expected) {
            throw new AssertionError("there is " + value + ", not " + expected);
        }
    }
}
