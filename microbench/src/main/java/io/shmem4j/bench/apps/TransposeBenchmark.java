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
import io.shmem4j.report.UsageException;
import java.util.Arrays;

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
    protected void require(int nPes, Options options) {
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
        bench.requireRoom(3L * order * order / shmem.nPes() * Double.BYTES);
        long share = (long) order * order / shmem.nPes();
        Passage memory = new Passage(bench.keep(shmem.allocateDoubles(2 * share, 128).named("landing")),
            bench.keep(shmem.allocateSignals(shmem.nPes()).named("arrived")),
            bench.keep(shmem.allocateDoubles(share, 128).named("leaving")));
        AppTable table = new AppTable(bench, name(), "transpose of " + order + " x " + order + " doubles on "
            + shmem.nPes() + " PEs, tiles of " + tile, new Sheet.Column("rate", "MB/s", 1),
            1e-6 * BYTES_PER_ELEMENT * order * order);
        table.measure(TransposeProbe.put(shmem, order, tile, memory));
        table.measure(TransposeProbe.direct(shmem, order, tile, memory));
        table.measure(TransposeProbe.alltoall(shmem, order, tile, memory));
        table.print();
    }

    /** Blocks that arrive, twice; the signals that say so; blocks on the way to an alltoall. */
    private record Passage(SymmetricDoubles landing, SymmetricLongs arrived, SymmetricDoubles leaving) {
    }

    /**
     * B += transpose(A), A += 1, where every PE has a block of columns of both. PEs exchange square blocks, transposed
     * on the way out. Arrivals have two buffers: a PE that is one iteration ahead waits for this PE's blocks before it
     * is two ahead, and this PE sends them when it has used the last ones.
     */
    private abstract static class TransposeProbe extends Probe {
        private static final double TOLERANCE = 1e-8;

        final int block;
        final Signal sent;
        long iteration;
        private final Shmem shmem;
        private final Passage memory;
        private final int order;
        private final double[] a;
        private final double[] b;
        private final int tile;

        private TransposeProbe(String name, Shmem shmem, int order, int tile, Passage memory) {
            super(name, 0, Sides.EACH);
            this.shmem = shmem;
            this.memory = memory;
            this.order = order;
            this.block = order / shmem.nPes();
            this.tile = Math.min(tile, block);
            this.sent = memory.arrived().signal(shmem.myPe());
            this.a = new double[order * block];
            this.b = new double[order * block];
        }

        @Override
        public final void prepare() {
            iteration = 0;
            Arrays.fill(b, 0);
            for (int x = 0; x < block; x++) {
                for (int y = 0; y < order; y++) {
                    a[y + x * order] = (double) order * (shmem.myPe() * block + x) + y;
                }
            }
            for (int pe = 0; pe < shmem.nPes(); pe++) {
                memory.arrived().set(pe, 0);
            }
        }

        /** Moves all blocks; returns where the received blocks begin. */
        abstract int exchange();

        @Override
        public final void loop(int turns) {
            for (int i = 0; i < turns; i++) {
                iteration++;
                int landed = exchange();
                for (int pe = 0; pe < shmem.nPes(); pe++) {
                    if (waits()) {
                        memory.arrived().waitUntil(pe, Cmp.GE, iteration);
                    }
                    add(pe, landed + pe * block * block);
                }
                for (int at = 0; at < a.length; at++) {
                    a[at] += 1;
                }
            }
        }

        boolean waits() {
            return true;
        }

        private void add(int pe, int from) {
            for (int x = 0; x < block; x++) {
                int to = pe * block + x * order;
                int at = from + x * block;
                for (int y = 0; y < block; y++) {
                    b[to + y] += memory.landing().get(at + y);
                }
            }
        }

        /** Stores the block of another PE, transposed, tile by tile. */
        final void pack(int pe, double[] to) {
            for (int x0 = 0; x0 < block; x0 += tile) {
                for (int y0 = 0; y0 < block; y0 += tile) {
                    int xEnd = Math.min(block, x0 + tile);
                    int yEnd = Math.min(block, y0 + tile);
                    for (int x = x0; x < xEnd; x++) {
                        for (int y = y0; y < yEnd; y++) {
                            to[x + y * block] = a[pe * block + y + x * order];
                        }
                    }
                }
            }
        }

        final void store(int pe, DoubleView to, int at) {
            for (int x0 = 0; x0 < block; x0 += tile) {
                for (int y0 = 0; y0 < block; y0 += tile) {
                    int xEnd = Math.min(block, x0 + tile);
                    int yEnd = Math.min(block, y0 + tile);
                    for (int x = x0; x < xEnd; x++) {
                        for (int y = y0; y < yEnd; y++) {
                            to.set(at + x + y * block, a[pe * block + y + x * order]);
                        }
                    }
                }
            }
        }

        final int buffer() {
            return (int) (iteration & 1) * order * block;
        }

        @Override
        public final void check() {
            double grown = 0.5 * iteration * (iteration - 1);
            for (int x = 0; x < block; x++) {
                for (int y = 0; y < order; y++) {
                    double expected = iteration * ((double) order * y + shmem.myPe() * block + x) + grown;
                    if (b[y + x * order] != expected) {
                        WrongResultException.near("transposed matrix by " + name() + ", row " + y + ", column "
                            + (shmem.myPe() * block + x), b[y + x * order], expected, TOLERANCE);
                    }
                }
            }
        }

        static Probe put(Shmem shmem, int order, int tile, Passage memory) {
            return new TransposeProbe("put", shmem, order, tile, memory) {
                private final double[] packed = new double[block * block];

                @Override
                int exchange() {
                    int me = shmem.myPe();
                    for (int phase = 0; phase < shmem.nPes(); phase++) {
                        int pe = (me + phase) % shmem.nPes();
                        pack(pe, packed);
                        shmem.putSignal(memory.landing(), buffer() + (long) me * block * block, packed, 0,
                            packed.length, sent, iteration, SignalOp.SET, pe);
                    }
                    return buffer();
                }
            };
        }

        static Probe direct(Shmem shmem, int order, int tile, Passage memory) {
            DoubleView[] views = new DoubleView[shmem.nPes()];
            Arrays.setAll(views, pe -> shmem.view(memory.landing(), pe));
            return new TransposeProbe("direct", shmem, order, tile, memory) {
                @Override
                int exchange() {
                    int me = shmem.myPe();
                    for (int phase = 0; phase < views.length; phase++) {
                        int pe = (me + phase) % views.length;
                        store(pe, views[pe], buffer() + me * block * block);
                        shmem.fence();
                        shmem.signalSet(sent, iteration, pe);
                    }
                    return buffer();
                }
            };
        }

        static Probe alltoall(Shmem shmem, int order, int tile, Passage memory) {
            DoubleView own = shmem.view(memory.leaving(), shmem.myPe());
            return new TransposeProbe("alltoall", shmem, order, tile, memory) {
                @Override
                int exchange() {
                    for (int pe = 0; pe < shmem.nPes(); pe++) {
                        store(pe, own, pe * block * block);
                    }
                    shmem.world().sync();
                    shmem.world().alltoall(memory.landing(), memory.leaving(), (long) block * block);
                    return 0;
                }

                @Override
                boolean waits() {
                    return false;
                }
            };
        }
    }
}
