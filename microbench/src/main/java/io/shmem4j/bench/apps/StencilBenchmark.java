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
    private static final Option GRID = new Option("--grid", "N", "1000", "rows and columns of the grid");
    private static final Option RADIUS = new Option("--radius", "R", "2", "radius of the star");
    private static final int LARGEST = 20_000;
    private static final int WIDEST = 16;

    public StencilBenchmark() {
        super("stencil", "PRK stencil: a star over a grid that PEs share, borders by put and by stores", GRID, RADIUS);
    }

    @Override
    public void require(int nPes, Options options) {
        Tile.require(options.number(GRID.name(), 1, LARGEST), options.number(RADIUS.name(), 1, WIDEST), nPes);
    }

    @Override
    public void run(BenchRun bench) {
        Shmem shmem = bench.shmem();
        int n = bench.options().number(GRID.name(), 1, LARGEST);
        int radius = bench.options().number(RADIUS.name(), 1, WIDEST);
        Tile tile = Tile.of(n, shmem.myPe(), shmem.nPes());
        bench.requireRoom(StencilProbe.doubles(tile, radius) * Double.BYTES);
        StencilProbe.Memory memory = StencilProbe.allocate(shmem, tile, radius);
        double flops = (2.0 * (4 * radius + 1) + 1) * (n - 2 * radius) * (n - 2 * radius);
        AppTable table = new AppTable(bench, name(), String.format(Locale.ROOT,
            "stencil, star of radius %d, %d x %d points on %d x %d PEs", radius, n, n, tile.across(), tile.down()),
            new Sheet.Column("rate", "MFlops/s", 1), flops * 1e-6);
        table.measure(new StencilProbe.Put(shmem, tile, radius, memory));
        table.measure(new StencilProbe.Direct(shmem, tile, radius, memory));
        table.print();
        shmem.free(memory.norm());
        shmem.free(memory.arrived());
        shmem.free(memory.halos());
    }
}
