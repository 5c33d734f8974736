// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.studies.knc;

import static java.lang.foreign.ValueLayout.JAVA_DOUBLE;

import io.shmem4j.DoubleView;
import io.shmem4j.Shmem;
import io.shmem4j.SymmetricDoubles;
import io.shmem4j.sim.coherence.BulkTransfer.Prefetch;
import io.shmem4j.work.WorkKind;
import java.util.function.Consumer;

/**
 * STREAM as the study ran it (figure 6): every PE has all of the arrays and works on a block of its own at a time, and
 * after each block the results of all PEs are summed over all PEs, so that everybody has them.
 *
 * <p>Original: loops go number by number, and the sum is {@link OriginalSum}. Optimised: loops use vectors, the sum is
 * {@link PointerSum}, and lines are prefetched, as the study's directives ask for.
 */
public final class StreamProgram {
    private static final int ROUNDS = 4;
    /** Instructions of a loop itself for an element: count, compare and jump. */
    private static final int LOOP = 3;
    private static final int LANES = 8;

    private final int[] blocks;
    private final double[][][] megabytes;

    /**
     * Measures.
     *
     * @param blocks bytes of a PE's block, multiples of 64
     */
    public StreamProgram(int... blocks) {
        this.blocks = blocks.clone();
        for (int bytes : blocks) {
            if (bytes < LANES * Double.BYTES || bytes % (LANES * Double.BYTES) != 0) {
                throw new IllegalArgumentException("a block has a multiple of 64 bytes, not " + bytes);
            }
        }
        this.megabytes = new double[StreamKernel.values().length][2][blocks.length];
    }

    /** {@return bytes of the symmetric heap that a PE needs} */
    long heapBytes(int pes) {
        long bytes = 0;
        for (int block : blocks) {
            bytes = Math.max(bytes, block);
        }
        return 2 * ROUNDS * pes * bytes;
    }

    /**
     * {@return 10^6 bytes a second that the loop moves on all PEs together, the sums' time included}
     *
     * @param optimised whether loops and sum are the better ones
     */
    public double megabytes(StreamKernel kernel, boolean optimised, int block) {
        return megabytes[kernel.ordinal()][optimised ? 1 : 0][block];
    }

    /**
     * Runs on every PE.
     *
     * @param prefetch told which lines loops prefetch from now on
     */
    public void run(Shmem shmem, Consumer<Prefetch> prefetch) {
        for (boolean optimised : new boolean[] {false, true}) {
            prefetch.accept(optimised ? Prefetch.ALL : Prefetch.NONE);
            shmem.barrierAll();
            for (StreamKernel kernel : StreamKernel.values()) {
                for (int block = 0; block < blocks.length; block++) {
                    double seconds = measure(shmem, kernel, optimised, blocks[block] / Double.BYTES);
                    double[] row = megabytes[kernel.ordinal()][optimised ? 1 : 0];
                    double bytes = (double) ROUNDS * shmem.nPes() * (kernel.inputs() + 1) * blocks[block];
                    row[block] = Math.max(row[block], bytes / seconds / 1e6);
                }
            }
        }
    }

    /** Every round has blocks of its own, which are in memory, as in long arrays. */
    private static double measure(Shmem shmem, StreamKernel kernel, boolean optimised, int length) {
        int all = length * shmem.nPes();
        SymmetricDoubles part = shmem.allocateDoubles((long) ROUNDS * all, LANES * Double.BYTES);
        SymmetricDoubles total = shmem.allocateDoubles((long) ROUNDS * all, LANES * Double.BYTES);
        DoubleView here = shmem.view(part, shmem.myPe());
        OriginalSum original = new OriginalSum(shmem, all);
        PointerSum pointer = new PointerSum(shmem, total, part, all);
        shmem.barrierAll();
        double start = shmem.time();
        for (int round = 0; round < ROUNDS; round++) {
            loop(shmem, kernel, optimised, here, round * all, length);
            if (optimised) {
                pointer.reduce(round * all, all);
            } else {
                original.reduce(total, part, round * all, all);
            }
        }
        double seconds = shmem.time() - start;
        check(shmem, kernel, total);
        shmem.free(total);
        shmem.free(part);
        return seconds;
    }

    private static void loop(Shmem shmem, StreamKernel kernel, boolean optimised, DoubleView here, int from,
        int length) {
        double[] result = new double[length];
        int mine = from + shmem.myPe() * length;
        for (int i = 0; i < length; i++) {
            result[i] = kernel.of(mine + i, 1);
        }
        here.write(mine, result, 0, length);
        shmem.work(WorkKind.STREAM_BYTES, (long) kernel.inputs() * Double.BYTES * length);
        if (optimised) {
            shmem.work(WorkKind.VECTOR, (long) (kernel.operations() + LOOP) * length / LANES);
        } else {
            shmem.work(WorkKind.SCALAR, (long) (kernel.operations() + LOOP) * length);
        }
    }

    private static void check(Shmem shmem, StreamKernel kernel, SymmetricDoubles total) {
        for (long i = 0; i < total.length(); i++) {
            if (total.local().getAtIndex(JAVA_DOUBLE, i) != kernel.of(i, 1)) {
                throw new IllegalStateException("PE " + shmem.myPe() + ": element " + i + " of " + kernel + " is "
                    + total.get(i));
            }
        }
    }
}
