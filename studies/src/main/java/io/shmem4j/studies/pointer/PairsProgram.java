// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.studies.pointer;

import io.shmem4j.Cmp;
import io.shmem4j.LongView;
import io.shmem4j.Shmem;
import io.shmem4j.SymmetricInts;
import io.shmem4j.SymmetricLongs;
import java.util.Arrays;

/**
 * Latency and bandwidth between pairs of PEs, by put and get and by stores through a pointer (Namashivayam and others,
 * figures 3 to 5). PE i of the lower half works with PE n/2 + i; only some pairs are active at a time.
 *
 * <p>Put latency is half of a ping-pong of one number whose receiver polls; get latency is the time to get a number
 * that its owner has just written. Bandwidth is measured by sending the same block repeatedly, as in the published
 * benchmark.
 */
final class PairsProgram extends JobProgram {
    private static final int PAIRS = 64;
    private static final int ROUNDS = 20;
    private static final int LATENCY_ROUNDS = 10;
    private static final int BLOCK_ROUNDS = 4;

    /** Put, stores through a pointer, get, loads through a pointer. */
    private static final String[] WAYS = {"put", "store", "get", "load"};

    private final int[] pairs;
    private final int[] blocks;

    /**
     * Measures nanoseconds of put and get, by the library and by pointer, and bandwidths in 10^6 bytes a second; means
     * over the active pairs.
     *
     * @param pairs numbers of active pairs, at most {@link #PAIRS}
     */
    PairsProgram(int[] pairs, int mostBytes) {
        super(PROFILE, 2 * PAIRS, 2L * mostBytes + SPARE);
        this.pairs = pairs.clone();
        this.blocks = new int[Integer.numberOfTrailingZeros(mostBytes) - 1];
        Arrays.setAll(blocks, i -> Integer.BYTES << i);
        values.put("blocks", blocks);
    }

    @Override
    void run(Shmem shmem) {
        SymmetricLongs cell = shmem.allocateLongs(8);
        SymmetricInts source = shmem.allocateInts(blocks[blocks.length - 1] / Integer.BYTES);
        SymmetricInts target = shmem.allocateInts(blocks[blocks.length - 1] / Integer.BYTES);
        for (int index = 0; index < pairs.length; index++) {
            for (boolean pointer : new boolean[] {false, true}) {
                pingPong(shmem, cell, index, pointer);
                fetch(shmem, cell, index, pointer);
            }
            for (String way : WAYS) {
                for (int block = 0; block < blocks.length; block++) {
                    stream(shmem, source, target, index, way, block);
                }
            }
        }
    }

    private double[] latencies(String what, boolean pointer) {
        return values.row(what + (pointer ? ".pointer" : ".library"), pairs.length);
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

    private void pingPong(Shmem shmem, SymmetricLongs cell, int index, boolean pointer) {
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
                if (pointer) {
                    there.set(0, message, 0, 1);
                } else {
                    shmem.put(cell, 0, message, 0, 1, partner);
                }
                if (first(shmem)) {
                    cell.waitUntil(0, Cmp.EQ, round);
                }
            }
            if (first(shmem)) {
                latencies("put", pointer)[index] += (shmem.time() - start) * 1e9 / (2 * LATENCY_ROUNDS) / pairs[index];
            }
        }
        shmem.barrierAll();
    }

    private void fetch(Shmem shmem, SymmetricLongs cell, int index, boolean pointer) {
        LongView here = shmem.view(cell, shmem.myPe());
        LongView there = shmem.view(cell, partner(shmem));
        for (int round = 0; round < LATENCY_ROUNDS; round++) {
            here.set(0, shmem.myPe() + round);
            shmem.barrierAll();
            if (active(shmem, index) && first(shmem)) {
                double start = shmem.time();
                if (pointer) {
                    here.copy(1, there, 0, 1);
                } else {
                    shmem.get(cell, 1, cell, 0, 1, partner(shmem));
                }
                latencies("get", pointer)[index] += (shmem.time() - start) * 1e9 / LATENCY_ROUNDS / pairs[index];
            }
            shmem.barrierAll();
        }
    }

    private void stream(Shmem shmem, SymmetricInts source, SymmetricInts target, int index, String way,
            int block) {
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
                    case "put" -> shmem.put(target, 0, source, 0, count, partner);
                    case "store" -> there.copy(0, here, 0, count);
                    case "get" -> shmem.get(source, 0, target, 0, count, partner);
                    default -> here.copy(0, there, 0, count);
                }
                shmem.fence();
            }
            values.row("bandwidth." + way + "." + index, blocks.length)[block] += (double) blocks[block] * BLOCK_ROUNDS
                / (shmem.time() - start) / 1e6 / pairs[index];
        }
        shmem.barrierAll();
    }
}
