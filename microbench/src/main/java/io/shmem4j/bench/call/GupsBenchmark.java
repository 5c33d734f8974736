// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.bench.call;

import io.shmem4j.Shmem;
import io.shmem4j.SymmetricLongs;
import io.shmem4j.bench.measure.Sheet;
import io.shmem4j.bench.measure.Timing;
import io.shmem4j.bench.suite.BenchRun;
import io.shmem4j.bench.suite.Benchmark;
import io.shmem4j.bench.suite.Option;
import io.shmem4j.bench.suite.Options;
import io.shmem4j.report.UsageException;
import java.util.List;
import java.util.Locale;

/** RandomAccess: 64-bit words all over the job's memory, each exclusive-ored with a random number. */
public final class GupsBenchmark extends Benchmark {
    private static final Option TABLE =
        Option.size("--table", "WORDS", "1m", "64-bit words of the table on each PE, a power of two");

    public GupsBenchmark() {
        super("gups", "random updates of a table over all PEs, billions per second: by atomics, by get and put,"
            + " by load and store", TABLE);
    }

    @Override
    public void require(int nPes, Options options) {
        long words = options.size(TABLE);
        if (Long.bitCount(words) != 1 || words > 1 << 30) {
            throw new UsageException("--table is a power of two up to 1g, not " + words);
        }
    }

    @Override
    public void run(BenchRun bench) {
        Shmem shmem = bench.shmem();
        Options options = bench.options();
        long words = options.size(TABLE);
        bench.requireRoom(words * Long.BYTES);
        SymmetricLongs table = bench.keep(shmem.allocateLongs(words, 128).named("table"));
        SymmetricLongs errors = bench.keep(shmem.allocateLongs(1, 128).named("errors"));
        Sheet sheet = new Sheet(name(), String.format(Locale.ROOT, "random updates by all PEs of a table of %d MiB",
            (words * Long.BYTES * shmem.nPes()) >> 20), Sheet.Column.of("update"), new Sheet.Column("updates", "GUP/s",
                5),
            new Sheet.Column("per PE", "M/s", 3), new Sheet.Column("errors", "%", 4));
        sheet.chart(new Sheet.Chart(Sheet.Chart.Kind.BARS, 1, "updates (GUP/s)", false, false));
        for (GupsProbe probe : List.of(GupsProbe.atomic(shmem, table, errors), GupsProbe.getPut(shmem, table, errors),
            GupsProbe.loadStore(shmem, table, errors))) {
            if (options.wants(probe.name())) {
                bench.progress().plan(1);
                Timing timing = bench.measure(probe, sheet, probe.name());
                if (timing != null) {
                    double perPe = 1 / timing.nanos(options.statistic());
                    sheet.row(probe.name(), perPe * shmem.nPes(), perPe * 1e3, probe.errorPercent());
                }
            }
        }
        sheet.note("updates that are not atomic may get lost; up to 1 % is allowed");
        bench.add(sheet);
    }
}
