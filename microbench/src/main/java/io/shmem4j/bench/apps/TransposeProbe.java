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
import io.shmem4j.bench.measure.WrongResultException;
import io.shmem4j.bench.suite.BenchRun;
import java.util.Arrays;

/**
 * B += transpose(A), A += 1, where every PE has a block of columns of both. PEs exchange square blocks, transposed on
 * the way out. What arrives has two buffers: a PE that is one iteration ahead waits for this PE's blocks before it is
 * two ahead, and this PE sends them when it has used the last ones.
 */
abstract class TransposeProbe extends Probe {
    private static final double TOLERANCE = 1e-8;

    final int block;
    final Signal sent;
    long iteration;
    private final Shmem shmem;
    private final Memory memory;
    private final int order;
    private final double[] a;
    private final double[] b;
    private final int tile;

    /** Blocks that arrive, twice; the signals that say so; blocks on the way to an alltoall. */
    record Memory(SymmetricDoubles landing, SymmetricLongs arrived, SymmetricDoubles leaving) {
        static Memory allocate(BenchRun bench, int order) {
            Shmem shmem = bench.shmem();
            long share = (long) order * order / shmem.nPes();
            return new Memory(bench.keep(shmem.allocateDoubles(2 * share, 128).named("landing")),
                bench.keep(shmem.allocateSignals(shmem.nPes()).named("arrived")),
                bench.keep(shmem.allocateDoubles(share, 128).named("leaving")));
        }

        static long bytes(int order, int nPes) {
            return 3L * order * order / nPes * Double.BYTES;
        }
    }

    private TransposeProbe(String name, Shmem shmem, int order, int tile, Memory memory) {
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

    /** Blocks are packed and put, a signal with each. */
    static Probe put(Shmem shmem, int order, int tile, Memory memory) {
        return new TransposeProbe("put", shmem, order, tile, memory) {
            private final double[] packed = new double[block * block];

            @Override
            int exchange() {
                int me = shmem.myPe();
                for (int phase = 0; phase < shmem.nPes(); phase++) {
                    int pe = (me + phase) % shmem.nPes();
                    pack(pe, packed);
                    shmem.putSignal(memory.landing(), buffer() + (long) me * block * block, packed, 0, packed.length,
                        sent, iteration, SignalOp.SET, pe);
                }
                return buffer();
            }
        };
    }

    /** Elements are stored where they belong. */
    static Probe direct(Shmem shmem, int order, int tile, Memory memory) {
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

    /** All blocks are packed and exchanged by an alltoall. */
    static Probe alltoall(Shmem shmem, int order, int tile, Memory memory) {
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
