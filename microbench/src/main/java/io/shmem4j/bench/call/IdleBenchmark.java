// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.bench.call;

import com.sun.management.OperatingSystemMXBean;
import io.shmem4j.Cmp;
import io.shmem4j.Shmem;
import io.shmem4j.SymmetricLongs;
import io.shmem4j.bench.measure.Sheet;
import io.shmem4j.bench.suite.BenchRun;
import io.shmem4j.bench.suite.Benchmark;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.DoubleSummaryStatistics;
import java.util.concurrent.locks.LockSupport;
import java.util.stream.IntStream;

/** Processor time that a process uses, with all its threads, while its PE waits for a second. */
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
        for (int round = 1; round <= 2; round++) {
            long number = round;
            idle(shmem, used, () -> {
                for (int pe = 1; pe < shmem.nPes(); pe++) {
                    shmem.atomicSet(flag, 0, number, pe);
                }
            }, () -> flag.waitUntil(0, Cmp.EQ, number));
        }
        collect(bench, sheet, used, "wait_until");
        idle(shmem, used, shmem::barrierAll, shmem::barrierAll);
        idle(shmem, used, shmem::barrierAll, shmem::barrierAll);
        collect(bench, sheet, used, "barrier_all");
        bench.add(sheet);
    }

    /** PE 0 wakes the other PEs after a second; records the processor time that all have used. */
    private static void idle(Shmem shmem, SymmetricLongs used, Runnable wake, Runnable wait) {
        shmem.barrierAll();
        long before = ProcessClock.nanos();
        if (shmem.myPe() == 0) {
            long end = System.nanoTime() + SECOND;
            for (long left = SECOND; left > 0; left = end - System.nanoTime()) {
                LockSupport.parkNanos(left);
            }
            wake.run();
        } else {
            wait.run();
        }
        shmem.p(used, shmem.myPe(), ProcessClock.nanos() - before, 0);
    }

    private static void collect(BenchRun bench, Sheet sheet, SymmetricLongs used, String wait) {
        Shmem shmem = bench.shmem();
        shmem.barrierAll();
        if (bench.leads()) {
            DoubleSummaryStatistics millis = IntStream.range(1, shmem.nPes()).mapToDouble(pe -> used.get(pe) * 1e-6)
                .summaryStatistics();
            sheet.row(wait, millis.getMin(), millis.getAverage(), millis.getMax());
        }
    }

    /**
     * The processor time of this process. On Linux it adds up the scheduler's nanoseconds of all threads, because the
     * JDK's value has a resolution of 10 ms.
     */
    private static final class ProcessClock {
        private static final Path TASKS = Path.of("/proc/self/task");

        private ProcessClock() {
        }

        /** {@return the processor time of all live threads in nanoseconds} */
        static long nanos() {
            long sum = 0;
            try (DirectoryStream<Path> tasks = Files.newDirectoryStream(TASKS)) {
                for (Path task : tasks) {
                    sum += nanos(task.resolve("schedstat"));
                }
                return sum;
            } catch (IOException e) {
                return ((OperatingSystemMXBean) ManagementFactory.getOperatingSystemMXBean()).getProcessCpuTime();
            }
        }

        private static long nanos(Path file) throws IOException {
            if (!Files.exists(file)) {
                return 0;
            }
            String text = Files.readString(file);
            return Long.parseLong(text.substring(0, text.indexOf(' ')));
        }
    }
}
