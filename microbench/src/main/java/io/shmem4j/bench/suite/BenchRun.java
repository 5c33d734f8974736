// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.bench.suite;

import io.shmem4j.Shmem;
import io.shmem4j.Symmetric;
import io.shmem4j.bench.measure.Machine;
import io.shmem4j.bench.measure.Probe;
import io.shmem4j.bench.measure.ProbeTimer;
import io.shmem4j.bench.measure.Report;
import io.shmem4j.bench.measure.Sheet;
import io.shmem4j.bench.measure.Timing;
import io.shmem4j.config.ByteSize;
import io.shmem4j.report.Progress;
import io.shmem4j.report.UsageException;
import java.util.Deque;

/**
 * Context of a running test.
 *
 * @param report   output of results on PE 0; null on other PEs
 * @param progress progress bar on the user's terminal
 * @param kept     symmetric objects to free at the end of the test
 */
public record BenchRun(Shmem shmem, Options options, ProbeTimer timer, Report report, Progress progress,
    Deque<Symmetric> kept) {
    /** Bytes that the driver and tests allocate besides their large objects. */
    private static final long SMALL = 64 << 10;

    public int cores() {
        return Machine.cores();
    }

    public boolean leads() {
        return shmem.myPe() == 0;
    }

    /** {@return the object, which is freed at the end of the test} */
    public <S extends Symmetric> S keep(S object) {
        kept.push(object);
        return object;
    }

    public void free() {
        while (!kept.isEmpty()) {
            kept.pop().free();
        }
    }

    /** Measures a probe and adds remarks to the sheet; collective. {@return the timing on PE 0, otherwise null} */
    public Timing measure(Probe probe, Sheet sheet, String where) {
        Timing timing = timer.measure(probe);
        if (timing != null) {
            timing.remarks(options.trials()).forEach(remark -> sheet.note(where + ": " + remark));
        }
        return timing;
    }

    /** Prints a table on PE 0. */
    public void add(Sheet sheet) {
        if (leads()) {
            progress.wipe();
            report.add(sheet);
        }
    }

    /** Throws a UsageException if a test of pointers to remote memory runs on several nodes. */
    public void requireOneNode(String test) {
        if (shmem.shared().nPes() < shmem.nPes()) {
            throw new UsageException("the test '" + test + "' loads and stores memory of other PEs, which are not all"
                + " on this node: leave out --hosts and --split");
        }
    }

    /** Throws a UsageException if a test does not fit into the symmetric heap. */
    public void requireRoom(long bytes) {
        long free = shmem.heapStats().largestFree() - SMALL;
        if (bytes > free) {
            throw new UsageException("the test needs " + ByteSize.format(bytes) + " of symmetric heap and has "
                + ByteSize.format(free) + "; choose smaller sizes, or raise oshrun --heap-size"
                + " (SHMEM_SYMMETRIC_SIZE)");
        }
    }
}
