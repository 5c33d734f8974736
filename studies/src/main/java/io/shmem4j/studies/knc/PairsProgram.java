// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.studies.knc;

import io.shmem4j.Cmp;
import io.shmem4j.LongView;
import io.shmem4j.Shmem;
import io.shmem4j.SymmetricInts;
import io.shmem4j.SymmetricLongs;

/**
 * Latency and bandwidth between pairs of PEs, by put and get and by stores through a pointer (Namashivayam and others,
 * figures 3 to 5). PE i of the lower half works with PE n/2 + i; only some pairs are active at a time.
 *
 * <p>Latency is half of a ping-pong of one number, whose receiver polls for it, and the time of a get of a number its
 * owner has just written. Bandwidth is that of the same block sent again and again, as in the published benchmark.
 */
public final class PairsProgram {
    /** Most pairs. */
    public static final int PAIRS = 64;
    private static final int ROUNDS = 20;
    private static final int LATENCY_ROUNDS = 10;
    private static final int BLOCK_ROUNDS = 4;

    private final int[] pairs;
    private final int[] blocks;
    private final double[][] put = new double[2][];
    private final double[][] get = new double[2][];
    private final double[][][] bandwidth = new double[4][][];

    /**
     * Measures.
     *
     * @param pairs numbers of active pairs, at most {@link #PAIRS}
     */
    public PairsProgram(int[] pairs, int mostBytes) {
        this.pairs = pairs.clone();
        this.blocks = new int[Integer.numberOfTrailingZeros(mostBytes) - 1];
        for (int i = 0; i < blocks.length; i++) {
            blocks[i] = Integer.BYTES << i;
        }
        for (int way = 0; way < 2; way++) {
            put[way] = new double[pairs.length];
            get[way] = new double[pairs.length];
        }
        for (int way = 0; way < bandwidth.length; way++) {
            bandwidth[way] = new double[pairs.length][blocks.length];
        }
    }

    /** {@return bytes of the blocks} */
    public int[] blocks() {
        return blocks.clone();
    }

    /**
     * {@return mean nanoseconds of a put}
     *
     * @param pointer by stores through a pointer, else by put
     */
    public double put(boolean pointer, int index) {
        return put[pointer ? 1 : 0][index];
    }

    /**
     * {@return mean nanoseconds of a get}
     *
     * @param pointer by loads through a pointer, else by get
     */
    public double get(boolean pointer, int index) {
        return get[pointer ? 1 : 0][index];
    }

    /**
     * {@return mean bandwidth of a pair in 10^6 bytes per second}
     *
     * @param gets    whether data come from the partner, else they go there
     * @param pointer by loads or stores through a pointer, else by put or get
     */
    public double bandwidth(boolean gets, boolean pointer, int index, int block) {
        return bandwidth[(gets ? 2 : 0) + (pointer ? 1 : 0)][index][block];
    }

    /** Runs on every PE of a job of twice {@link #PAIRS}. */
    public void run(Shmem shmem) {
        SymmetricLongs cell = shmem.allocateLongs(8);
        SymmetricInts source = shmem.allocateInts(blocks[blocks.length - 1] / Integer.BYTES);
        SymmetricInts target = shmem.allocateInts(blocks[blocks.length - 1] / Integer.BYTES);
        for (int index = 0; index < pairs.length; index++) {
            for (int way = 0; way < 2; way++) {
                pingPong(shmem, cell, index, way);
                fetch(shmem, cell, index, way);
            }
            for (int way = 0; way < bandwidth.length; way++) {
                for (int block = 0; block < blocks.length; block++) {
                    stream(shmem, source, target, index, way, block);
                }
            }
        }
    }

    private static int partner(Shmem shmem) {
        return (shmem.myPe() + shmem.nPes() / 2) % shmem.nPes();
    }

    private boolean active(Shmem shmem, int index) {
        return shmem.myPe() % (shmem.nPes() / 2) < pairs[index];
    }

    private static boolean first(Shmem shmem) {
        return shmem.myPe() < shmem.nPes() / 2;
    }

    private void pingPong(Shmem shmem, SymmetricLongs cell, int index, int way) {
        cell.set(0, 0);
        shmem.barrierAll();
        if (active(shmem, index)) {
            int partner = partner(shmem);
            LongView there = shmem.view(cell, partner);
            long[] message = new long[1];
            double start = 0;
            for (int round = 1; round <= ROUNDS; round++) {
                if (round == ROUNDS - LATENCY_ROUNDS + 1) {
                    start = shmem.time();
                }
                message[0] = round;
                if (!first(shmem)) {
                    cell.waitUntil(0, Cmp.EQ, round);
                }
                if (way == 0) {
                    shmem.put(cell, 0, message, 0, 1, partner);
                } else {
                    there.write(0, message, 0, 1);
                }
                if (first(shmem)) {
                    cell.waitUntil(0, Cmp.EQ, round);
                }
            }
            if (first(shmem)) {
                put[way][index] += (shmem.time() - start) * 1e9 / (2 * LATENCY_ROUNDS) / pairs[index];
            }
        }
        shmem.barrierAll();
    }

    private void fetch(Shmem shmem, SymmetricLongs cell, int index, int way) {
        LongView here = shmem.view(cell, shmem.myPe());
        LongView there = shmem.view(cell, partner(shmem));
        for (int round = 0; round < LATENCY_ROUNDS; round++) {
            here.set(0, shmem.myPe() + round);
            shmem.barrierAll();
            if (active(shmem, index) && first(shmem)) {
                double start = shmem.time();
                if (way == 0) {
                    shmem.get(cell, 1, cell, 0, 1, partner(shmem));
                } else {
                    here.copy(1, there, 0, 1);
                }
                get[way][index] += (shmem.time() - start) * 1e9 / LATENCY_ROUNDS / pairs[index];
            }
            shmem.barrierAll();
        }
    }

    private void stream(Shmem shmem, SymmetricInts source, SymmetricInts target, int index, int way, int block) {
        shmem.barrierAll();
        if (active(shmem, index) && first(shmem)) {
            int partner = partner(shmem);
            int count = blocks[block] / Integer.BYTES;
            var there = shmem.view(target, partner);
            var here = shmem.view(source, shmem.myPe());
            double start = 0;
            for (int round = 0; round <= BLOCK_ROUNDS; round++) {
                if (round == 1) {
                    start = shmem.time();
                }
                switch (way) {
                    case 0 -> shmem.put(target, 0, source, 0, count, partner);
                    case 1 -> there.copy(0, here, 0, count);
                    case 2 -> shmem.get(source, 0, target, 0, count, partner);
                    default -> here.copy(0, there, 0, count);
                }
                shmem.fence();
            }
            bandwidth[way][index][block] += (double) blocks[block] * BLOCK_ROUNDS / (shmem.time() - start) / 1e6
                / pairs[index];
        }
        shmem.barrierAll();
    }
}
