// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.bench.apps;

import io.shmem4j.Shmem;
import io.shmem4j.bench.measure.Sheet;
import io.shmem4j.bench.suite.BenchRun;
import io.shmem4j.bench.suite.Benchmark;
import io.shmem4j.bench.suite.Option;
import io.shmem4j.bench.suite.Options;
import io.shmem4j.report.UsageException;

/** The matrix transpose of the Parallel Research Kernels. */
public final class TransposeBenchmark extends Benchmark {
    private static final int LARGEST = 16_384;
    private static final Option ORDER = Option.number("--order", "N", "1024", 1, LARGEST,
        "rows and columns of the matrix");
    private static final Option TILE = Option.number("--tile", "N", "32", 1, LARGEST,
        "rows and columns of a tile of a block");
    private static final double BYTES_PER_ELEMENT = 2 * Double.BYTES;

    public TransposeBenchmark() {
        super("transpose", "PRK transpose: blocks of a matrix by put, by stores and by alltoall", ORDER, TILE);
    }

    @Override
    public void require(int nPes, Options options) {
        long order = options.number(ORDER);
        if (order % nPes != 0) {
            throw new UsageException("--order " + order + " can't be divided by " + nPes + " PEs: use "
                + (order / nPes + 1) * nPes + ", or another number of PEs");
        }
    }

    @Override
    public void run(BenchRun bench) {
        Shmem shmem = bench.shmem();
        int order = bench.options().number(ORDER);
        int tile = bench.options().number(TILE);
        bench.requireRoom(TransposeProbe.Memory.bytes(order, shmem.nPes()));
        TransposeProbe.Memory memory = TransposeProbe.Memory.allocate(bench, order);
        AppTable table = new AppTable(bench, name(), "transpose of " + order + " x " + order + " doubles on "
            + shmem.nPes() + " PEs, tiles of " + tile, new Sheet.Column("rate", "MB/s", 1),
            1e-6 * BYTES_PER_ELEMENT * order * order);
        table.measure(TransposeProbe.put(shmem, order, tile, memory));
        table.measure(TransposeProbe.direct(shmem, order, tile, memory));
        table.measure(TransposeProbe.alltoall(shmem, order, tile, memory));
        table.print();
    }
}
