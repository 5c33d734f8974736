// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.bench.apps;

import io.shmem4j.Shmem;
import io.shmem4j.bench.measure.Sheet;
import io.shmem4j.bench.suite.BenchRun;
import io.shmem4j.bench.suite.Benchmark;
import io.shmem4j.bench.suite.Option;
import io.shmem4j.bench.suite.Options;
import java.util.Locale;

/** The star stencil of the Parallel Research Kernels. */
public final class StencilBenchmark extends Benchmark {
    private static final Option GRID = Option.number("--grid", "N", "1000", 1, 20_000,
        "rows and columns of the grid");
    private static final Option RADIUS = Option.number("--radius", "R", "2", 1, 16, "radius of the star");

    public StencilBenchmark() {
        super("stencil", "PRK stencil: a star over a grid that PEs share, borders by put and by stores", GRID, RADIUS);
    }

    @Override
    public void require(int nPes, Options options) {
        Tile.require(options.number(GRID), options.number(RADIUS), nPes);
    }

    @Override
    public void run(BenchRun bench) {
        Shmem shmem = bench.shmem();
        int n = bench.options().number(GRID);
        int radius = bench.options().number(RADIUS);
        Tile tile = Tile.of(n, shmem.myPe(), shmem.nPes());
        bench.requireRoom(StencilProbe.doubles(tile, radius) * Double.BYTES);
        StencilProbe.Memory memory = StencilProbe.allocate(bench, tile, radius);
        double flops = (2.0 * (4 * radius + 1) + 1) * (n - 2 * radius) * (n - 2 * radius);
        AppTable table = new AppTable(bench, name(), String.format(Locale.ROOT,
            "stencil, star of radius %d, %d x %d points on %d x %d PEs", radius, n, n, tile.across(), tile.down()),
            new Sheet.Column("rate", "MFlops/s", 1), flops * 1e-6);
        table.measure(StencilProbe.put(shmem, tile, radius, memory));
        table.measure(StencilProbe.direct(shmem, tile, radius, memory));
        table.print();
    }
}
