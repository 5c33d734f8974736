// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.bench.call;

import io.shmem4j.Cmp;
import io.shmem4j.Shmem;
import io.shmem4j.SymmetricLongs;
import io.shmem4j.bench.measure.ProcessClock;
import io.shmem4j.bench.measure.Sheet;
import io.shmem4j.bench.suite.BenchRun;
import io.shmem4j.bench.suite.Benchmark;
import java.util.concurrent.locks.LockSupport;

/** Cost of a PE that has to wait for a second: processor time of the whole process, all its threads. */
public final class IdleBenchmark extends Benchmark {
    private static final long SECOND = 1_000_000_000L;

    public IdleBenchmark() {
        super("idle", "processor time of PEs that wait for one second: in wait_until, in barrier_all",
            Pes.TWO_OR_MORE);
    }

    @Override
    public void run(BenchRun bench) {
        Shmem shmem = bench.shmem();
        SymmetricLongs flag = bench.keep(shmem.allocateLongs(1).named("flag"));
        SymmetricLongs used = bench.keep(shmem.allocateLongs(shmem.nPes()).named("used"));
        Sheet sheet = new Sheet(name(), "processor time of a PE that waits for 1 s", Sheet.Column.of("wait"),
            new Sheet.Column("min", "ms", 2), new Sheet.Column("mean", "ms", 2), new Sheet.Column("max", "ms", 2));
        waitUntil(shmem, flag, used, 1);
        waitUntil(shmem, flag, used, 2);
        collect(bench, sheet, used, "wait_until");
        barrier(shmem, used);
        barrier(shmem, used);
        collect(bench, sheet, used, "barrier_all");
        bench.add(sheet);
    }

    private static void waitUntil(Shmem shmem, SymmetricLongs flag, SymmetricLongs used, long round) {
        shmem.barrierAll();
        long before = ProcessClock.nanos();
        if (shmem.myPe() == 0) {
            pass(SECOND);
            for (int pe = 1; pe < shmem.nPes(); pe++) {
                shmem.atomicSet(flag, 0, round, pe);
            }
        } else {
            flag.waitUntil(0, Cmp.EQ, round);
        }
        shmem.p(used, shmem.myPe(), ProcessClock.nanos() - before, 0);
    }

    private static void barrier(Shmem shmem, SymmetricLongs used) {
        shmem.barrierAll();
        long before = ProcessClock.nanos();
        if (shmem.myPe() == 0) {
            pass(SECOND);
        }
        shmem.barrierAll();
        shmem.p(used, shmem.myPe(), ProcessClock.nanos() - before, 0);
    }

    private static void pass(long nanos) {
        long end = System.nanoTime() + nanos;
        for (long left = nanos; left > 0; left = end - System.nanoTime()) {
            LockSupport.parkNanos(left);
        }
    }

    private static void collect(BenchRun bench, Sheet sheet, SymmetricLongs used, String wait) {
        Shmem shmem = bench.shmem();
        shmem.barrierAll();
        if (bench.leads()) {
            double min = Double.MAX_VALUE;
            double max = 0;
            double sum = 0;
            for (int pe = 1; pe < shmem.nPes(); pe++) {
                double millis = used.get(pe) * 1e-6;
                min = Math.min(min, millis);
                max = Math.max(max, millis);
                sum += millis;
            }
            sheet.row(wait, min, sum / (shmem.nPes() - 1), max);
        }
    }
}
