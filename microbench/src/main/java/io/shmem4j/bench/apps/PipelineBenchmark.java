// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.bench.apps;

import io.shmem4j.Cmp;
import io.shmem4j.DoubleView;
import io.shmem4j.LongView;
import io.shmem4j.Shmem;
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
    protected void require(int nPes, Options options) {
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

    /**
     * A wavefront through columns that PEs share: a point is the sum of its left and upper neighbours less the one
     * between them, so every row needs the last column of the PE to the left. A word of the receiver counts the rows
     * that have arrived. At the end of an iteration the last point goes, negated, to the first one; until then nobody
     * can start the next iteration, so one buffer for a column is enough.
     */
    private abstract static class PipelineProbe extends Probe {
        private static final double TOLERANCE = 1e-8;

        private final Shmem shmem;
        private final SymmetricDoubles column;
        private final SymmetricLongs count;
        private final int rows;
        private final int columns;
        private final int first;
        private final int width;
        private final double[] grid;
        private long received;
        private long sent;
        private long iteration;

        private PipelineProbe(String name, Shmem shmem, int columns, int rows, SymmetricDoubles column,
            SymmetricLongs count) {
            super(name, 0, Sides.EACH);
            this.shmem = shmem;
            this.column = column;
            this.count = count;
            this.rows = rows;
            this.columns = columns;
            this.first = start(columns, shmem.myPe(), shmem.nPes());
            this.width = start(columns, shmem.myPe() + 1, shmem.nPes()) - first;
            this.grid = new double[(width + 1) * rows];
        }

        private static int start(int columns, int pe, int nPes) {
            return (int) ((long) columns * pe / nPes);
        }

        /** Stores a number into a PE's column, then the count that says so. */
        abstract void send(int row, double value, long number, int pe);

        @Override
        public final void prepare() {
            iteration = 0;
            received = 0;
            sent = 0;
            count.set(0, 0);
            Arrays.fill(grid, 0);
            for (int x = 0; x <= width; x++) {
                grid[x] = first + x - 1;
            }
            for (int y = 1; y < rows && first == 0; y++) {
                grid[y * (width + 1) + 1] = y;
            }
        }

        @Override
        public final void loop(int turns) {
            for (int i = 0; i < turns; i++) {
                iterate();
            }
        }

        private void iterate() {
            int me = shmem.myPe();
            int last = shmem.nPes() - 1;
            int pitch = width + 1;
            iteration++;
            for (int y = 1; y < rows; y++) {
                int at = y * pitch;
                if (me > 0) {
                    count.waitUntil(0, Cmp.GE, ++received);
                    grid[at] = column.get(y);
                }
                row(grid, at, pitch, me == 0 ? 2 : 1);
                if (me < last) {
                    send(y, grid[at + width], ++sent, me + 1);
                }
            }
            double corner = -grid[(rows - 1) * pitch + width];
            if (last == 0) {
                grid[1] = corner;
            } else if (me == last) {
                send(0, corner, iteration, 0);
            } else if (me == 0) {
                count.waitUntil(0, Cmp.GE, iteration);
                grid[1] = column.get(0);
            }
        }

        private static void row(double[] grid, int at, int pitch, int from) {
            double left = grid[at + from - 1];
            for (int x = from; x < pitch; x++) {
                left += grid[at + x - pitch] - grid[at + x - pitch - 1];
                grid[at + x] = left;
            }
        }

        @Override
        public final void check() {
            if (shmem.myPe() == shmem.nPes() - 1) {
                WrongResultException.near("last point of the wavefront by " + name(),
                    grid[(rows - 1) * (width + 1) + width], (double) iteration * (rows + columns - 2), TOLERANCE);
            }
        }

        static Probe put(Shmem shmem, int columns, int rows, SymmetricDoubles column, SymmetricLongs count) {
            return new PipelineProbe("put", shmem, columns, rows, column, count) {
                @Override
                void send(int row, double value, long number, int pe) {
                    shmem.p(column, row, value, pe);
                    shmem.fence();
                    shmem.atomicSet(count, 0, number, pe);
                }
            };
        }

        static Probe direct(Shmem shmem, int columns, int rows, SymmetricDoubles column, SymmetricLongs count) {
            DoubleView[] views = new DoubleView[shmem.nPes()];
            LongView[] counts = new LongView[shmem.nPes()];
            Arrays.setAll(views, pe -> shmem.view(column, pe));
            Arrays.setAll(counts, pe -> shmem.view(count, pe));
            return new PipelineProbe("direct", shmem, columns, rows, column, count) {
                @Override
                void send(int row, double value, long number, int pe) {
                    views[pe].set(row, value);
                    counts[pe].setRelease(0, number);
                }
            };
        }
    }
}
