// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.bench.apps;

import io.shmem4j.Cmp;
import io.shmem4j.DoubleView;
import io.shmem4j.Shmem;
import io.shmem4j.Signal;
import io.shmem4j.SignalOp;
import io.shmem4j.SymmetricDoubles;
import io.shmem4j.SymmetricLongs;
import io.shmem4j.bench.measure.Probe;
import io.shmem4j.bench.measure.Sheet;
import io.shmem4j.bench.measure.WrongResultException;
import io.shmem4j.bench.suite.BenchRun;
import io.shmem4j.bench.suite.Benchmark;
import io.shmem4j.bench.suite.Option;
import io.shmem4j.bench.suite.Options;
import java.util.Arrays;
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
    protected void require(int nPes, Options options) {
        Tile.require(options.number(GRID), options.number(RADIUS), nPes);
    }

    @Override
    public void run(BenchRun bench) {
        Shmem shmem = bench.shmem();
        int n = bench.options().number(GRID);
        int radius = bench.options().number(RADIUS);
        Tile tile = Tile.of(n, shmem.myPe(), shmem.nPes());
        long doubles = 2L * StencilProbe.SIDES * radius * tile.longestSide();
        bench.requireRoom(doubles * Double.BYTES);
        Halos memory = new Halos(bench.keep(shmem.allocateDoubles(doubles, 128).named("halos")),
            bench.keep(shmem.allocateSignals(StencilProbe.SIDES).named("arrived")),
            bench.keep(shmem.allocateDoubles(2).named("norm")));
        double flops = (2.0 * (4 * radius + 1) + 1) * (n - 2 * radius) * (n - 2 * radius);
        AppTable table = new AppTable(bench, name(), String.format(Locale.ROOT,
            "stencil, star of radius %d, %d x %d points on %d x %d PEs", radius, n, n, tile.across(), tile.down()),
            new Sheet.Column("rate", "MFlops/s", 1), flops * 1e-6);
        table.measure(StencilProbe.put(shmem, tile, radius, memory));
        table.measure(StencilProbe.direct(shmem, tile, radius, memory));
        table.print();
    }

    /** Symmetric memory of all stencils: halos, the signals that they have arrived, the norm. */
    private record Halos(SymmetricDoubles halos, SymmetricLongs arrived, SymmetricDoubles norm) {
    }

    /**
     * The star stencil on one PE's part of the grid. Before each iteration neighbours exchange the rows and columns
     * within the radius. Arrivals have two buffers: a neighbour can be one iteration ahead, never two, because it needs
     * this PE's border to go on. The signal that follows the data carries the number of the iteration.
     */
    private abstract static class StencilProbe extends Probe {
        private static final int SIDES = 4;
        private static final int LEFT = 0;
        private static final int RIGHT = 1;
        private static final int UP = 2;
        private static final double TOLERANCE = 1e-8;

        private final Shmem shmem;
        private final SymmetricDoubles halos;
        private final SymmetricLongs arrived;
        private final SymmetricDoubles norm;
        private final Tile tile;
        private final int radius;
        private final int pitch;
        private final int[] neighbour = new int[SIDES];
        private final Signal[] signals = new Signal[SIDES];
        private final double[] in;
        private final double[] out;
        private final double[] weight;
        private final int strip;
        private long iteration;

        private StencilProbe(String name, Shmem shmem, Tile tile, int radius, Halos memory) {
            super(name, 0, Sides.EACH);
            this.shmem = shmem;
            this.halos = memory.halos();
            this.arrived = memory.arrived();
            this.norm = memory.norm();
            this.tile = tile;
            this.radius = radius;
            this.strip = radius * tile.longestSide();
            this.pitch = tile.width() + 2 * radius;
            in = new double[pitch * (tile.height() + 2 * radius)];
            out = new double[tile.width() * tile.height()];
            weight = new double[2 * radius + 1];
            for (int k = 1; k <= radius; k++) {
                weight[radius + k] = 1.0 / (2.0 * k * radius);
                weight[radius - k] = -weight[radius + k];
            }
            for (int side = 0; side < SIDES; side++) {
                signals[side] = arrived.signal(side);
            }
            int x = shmem.myPe() % tile.across();
            int y = shmem.myPe() / tile.across();
            neighbour[LEFT] = x > 0 ? shmem.myPe() - 1 : -1;
            neighbour[RIGHT] = x < tile.across() - 1 ? shmem.myPe() + 1 : -1;
            neighbour[UP] = y > 0 ? shmem.myPe() - tile.across() : -1;
            neighbour[UP + 1] = y < tile.down() - 1 ? shmem.myPe() + tile.across() : -1;
        }

        final int pe(int side) {
            return neighbour[side];
        }

        /** Sends a strip of the border: rows of {@code in}, each {@code length} long, the first one at {@code from}. */
        abstract void send(double[] grid, int from, int rows, int length, int rowPitch, int at, int side, Signal signal,
            long value);

        @Override
        public final void prepare() {
            iteration = 0;
            Arrays.fill(out, 0);
            for (int y = 0; y < tile.height(); y++) {
                for (int x = 0; x < tile.width(); x++) {
                    in[index(x, y)] = tile.left() + x + tile.top() + y;
                }
            }
            for (int side = 0; side < SIDES; side++) {
                arrived.set(side, 0);
            }
        }

        private int index(int x, int y) {
            return (y + radius) * pitch + x + radius;
        }

        @Override
        public final void loop(int turns) {
            for (int i = 0; i < turns; i++) {
                iteration++;
                exchange();
                compute();
                grow();
            }
        }

        private void exchange() {
            int buffer = (int) (iteration & 1) * SIDES * strip;
            for (int side = 0; side < SIDES; side++) {
                if (neighbour[side] >= 0) {
                    int there = side ^ 1;
                    boolean columns = side <= RIGHT;
                    int from = side == RIGHT ? index(tile.width() - radius, 0) : side == UP + 1
                        ? index(0, tile.height() - radius) : index(0, 0);
                    send(in, from, columns ? tile.height() : radius, columns ? radius : tile.width(), pitch,
                        buffer + there * strip, side, signals[there], iteration);
                }
            }
            for (int side = 0; side < SIDES; side++) {
                if (neighbour[side] >= 0) {
                    arrived.waitUntil(side, Cmp.GE, iteration);
                    unpack(side, buffer + side * strip);
                }
            }
        }

        private void unpack(int side, int from) {
            boolean columns = side <= RIGHT;
            int to = side == LEFT ? index(-radius, 0) : side == RIGHT ? index(tile.width(), 0) : side == UP
                ? index(0, -radius) : index(0, tile.height());
            int rows = columns ? tile.height() : radius;
            int length = columns ? radius : tile.width();
            for (int row = 0; row < rows; row++) {
                shmem.get(in, to + row * pitch, halos, from + row * length, length, shmem.myPe());
            }
        }

        private void compute() {
            int firstX = Math.max(radius - tile.left(), 0);
            int lastX = Math.min(tile.n() - radius - tile.left(), tile.width());
            int firstY = Math.max(radius - tile.top(), 0);
            int lastY = Math.min(tile.n() - radius - tile.top(), tile.height());
            for (int y = firstY; y < lastY; y++) {
                for (int k = 1; k <= radius; k++) {
                    row(in, out, index(firstX, y), y * tile.width() + firstX, lastX - firstX, k);
                }
            }
        }

        /** Adds to a row of the result what lies at one distance in the four directions. */
        private void row(double[] from, double[] to, int at, int result, int length, int distance) {
            double plus = weight[radius + distance];
            double minus = weight[radius - distance];
            int below = at + distance * pitch;
            int above = at - distance * pitch;
            for (int x = 0; x < length; x++) {
                to[result + x] += plus * from[at + x + distance] + minus * from[at + x - distance]
                    + plus * from[below + x] + minus * from[above + x];
            }
        }

        private void grow() {
            for (int y = 0; y < tile.height(); y++) {
                int from = index(0, y);
                int to = from + tile.width();
                for (int i = from; i < to; i++) {
                    in[i] += 1;
                }
            }
        }

        /** Every iteration adds the sum of the two slopes, 2, to each inner point. */
        @Override
        public final void check() {
            double sum = 0;
            for (double value : out) {
                sum += Math.abs(value);
            }
            norm.set(0, sum);
            shmem.world().sumReduce(norm.slice(1), norm, 1);
            double points = (double) (tile.n() - 2 * radius) * (tile.n() - 2 * radius);
            WrongResultException.near("norm of the stencil by " + name(), norm.get(1) / points, 2.0 * iteration,
                TOLERANCE);
        }

        static Probe put(Shmem shmem, Tile tile, int radius, Halos memory) {
            double[] packed = new double[radius * tile.longestSide()];
            return new StencilProbe("put", shmem, tile, radius, memory) {
                @Override
                void send(double[] grid, int from, int rows, int length, int rowPitch, int at, int side, Signal signal,
                    long value) {
                    for (int row = 0; row < rows; row++) {
                        System.arraycopy(grid, from + row * rowPitch, packed, row * length, length);
                    }
                    shmem.putSignal(memory.halos(), at, packed, 0, rows * length, signal, value, SignalOp.SET,
                        pe(side));
                }
            };
        }

        static Probe direct(Shmem shmem, Tile tile, int radius, Halos memory) {
            return new StencilProbe("direct", shmem, tile, radius, memory) {
                private final DoubleView[] views = new DoubleView[SIDES];

                {
                    Arrays.setAll(views, side -> pe(side) < 0 ? null : shmem.view(memory.halos(), pe(side)));
                }

                @Override
                void send(double[] grid, int from, int rows, int length, int rowPitch, int at, int side, Signal signal,
                    long value) {
                    DoubleView view = views[side];
                    for (int row = 0; row < rows; row++) {
                        int source = from + row * rowPitch;
                        int target = at + row * length;
                        for (int i = 0; i < length; i++) {
                            view.set(target + i, grid[source + i]);
                        }
                    }
                    shmem.fence();
                    shmem.signalSet(signal, value, pe(side));
                }
            };
        }
    }
}
