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
    private static final Option COLUMNS = new Option("--columns", "M", "1000", "columns, which the PEs share");
    private static final Option ROWS = new Option("--rows", "N", "1000", "rows, each a step of the pipeline");
    private static final int LARGEST = 100_000;

    public PipelineBenchmark() {
        super("p2p", "PRK synch_p2p: a wavefront through columns that PEs share, by p and by stores", COLUMNS, ROWS);
    }

    @Override
    public void require(int nPes, Options options) {
        int columns = options.number(COLUMNS.name(), 2, LARGEST);
        options.number(ROWS.name(), 2, LARGEST);
        if (columns < 2 * nPes) {
            throw new UsageException("--columns " + columns + " can't be shared by " + nPes
                + " PEs: each needs two, so use --columns " + 2 * nPes + " or more");
        }
    }

    @Override
    public void run(BenchRun bench) {
        Shmem shmem = bench.shmem();
        int columns = bench.options().number(COLUMNS.name(), 2, LARGEST);
        int rows = bench.options().number(ROWS.name(), 2, LARGEST);
        bench.requireRoom((long) rows * Double.BYTES);
        SymmetricDoubles column = shmem.allocateDoubles(rows, 128).named("column");
        SymmetricLongs count = shmem.allocateLongs(1, 128).named("count");
        AppTable table = new AppTable(bench, name(), "wavefront through " + columns + " columns and " + rows
            + " rows on " + shmem.nPes() + " PEs", new Sheet.Column("rate", "MFlops/s", 1),
            2e-6 * (columns - 1) * (rows - 1));
        table.measure(new PipelineProbe.Put(shmem, columns, rows, column, count));
        table.measure(new PipelineProbe.Direct(shmem, columns, rows, column, count));
        table.print();
        shmem.free(count);
        shmem.free(column);
    }
}
