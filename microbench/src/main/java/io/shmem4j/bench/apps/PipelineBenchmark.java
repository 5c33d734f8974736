// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.bench.apps;

import io.shmem4j.Shmem;
import io.shmem4j.SymmetricDoubles;
import io.shmem4j.SymmetricLongs;
import io.shmem4j.bench.measure.Sheet;
import io.shmem4j.bench.suite.BenchRun;
import io.shmem4j.bench.suite.Benchmark;
import io.shmem4j.bench.suite.Option;
import io.shmem4j.bench.suite.Options;
import io.shmem4j.report.UsageException;

/** The pipelined wavefront of the Parallel Research Kernels. */
public final class PipelineBenchmark extends Benchmark {
    private static final int LARGEST = 100_000;
    private static final Option COLUMNS = Option.number("--columns", "M", "1000", 2, LARGEST,
        "columns, which the PEs share");
    private static final Option ROWS = Option.number("--rows", "N", "1000", 2, LARGEST,
        "rows, each a step of the pipeline");

    public PipelineBenchmark() {
        super("p2p", "PRK synch_p2p: a wavefront through columns that PEs share, by p and by stores", COLUMNS, ROWS);
    }

    @Override
    public void require(int nPes, Options options) {
        long columns = options.number(COLUMNS);
        if (columns < 2 * nPes) {
            throw new UsageException("--columns " + columns + " can't be shared by " + nPes
                + " PEs: each needs two, so use --columns " + 2 * nPes + " or more");
        }
    }

    @Override
    public void run(BenchRun bench) {
        Shmem shmem = bench.shmem();
        int columns = bench.options().number(COLUMNS);
        int rows = bench.options().number(ROWS);
        bench.requireRoom((long) rows * Double.BYTES);
        SymmetricDoubles column = bench.keep(shmem.allocateDoubles(rows, 128).named("column"));
        SymmetricLongs count = bench.keep(shmem.allocateLongs(1, 128).named("count"));
        AppTable table = new AppTable(bench, name(), "wavefront through " + columns + " columns and " + rows
            + " rows on " + shmem.nPes() + " PEs", new Sheet.Column("rate", "MFlops/s", 1),
            2e-6 * (columns - 1) * (rows - 1));
        table.measure(PipelineProbe.put(shmem, columns, rows, column, count));
        table.measure(PipelineProbe.direct(shmem, columns, rows, column, count));
        table.print();
    }
}
