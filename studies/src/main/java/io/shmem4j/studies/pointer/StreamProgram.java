// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.studies.pointer;

import static java.lang.foreign.ValueLayout.JAVA_DOUBLE;

import io.shmem4j.DoubleView;
import io.shmem4j.Shmem;
import io.shmem4j.SymmetricDoubles;
import io.shmem4j.sim.machine.SoftwareProfile.Prefetch;
import io.shmem4j.sim.time.VirtualTime;
import io.shmem4j.sim.time.WorkKind;

/**
 * STREAM as in the study (figure 6): every PE has all arrays and works on one block of its own at a time; after each
 * block the results of all PEs are summed over all PEs.
 *
 * <p>Original: scalar loops and {@link OriginalSum}. Optimised: vector loops, {@link PointerSum} and prefetched lines,
 * as the study's directives ask for.
 */
final class StreamProgram extends JobProgram {
    private static final int ROUNDS = 4;
    /** Loop instructions per element: count, compare, jump. */
    private static final int LOOP = 3;
    private static final int LANES = 8;

    private static final int PES = 2;

    private final int block;

    /** Measures 10^6 bytes a second moved by all PEs together, including the sums. */
    StreamProgram(int block) {
        super(PROFILE, PES, 2L * ROUNDS * PES * block + SPARE);
        this.block = block;
    }

    @Override
    void run(Shmem shmem) {
        for (boolean optimised : new boolean[] {false, true}) {
            prefetch(optimised ? Prefetch.ALL : Prefetch.NONE);
            shmem.barrierAll();
            for (StreamKernel kernel : StreamKernel.values()) {
                double seconds = measure(shmem, kernel, optimised, block / Double.BYTES);
                double[] row = values.row(kernel.title(optimised), 1);
                double bytes = (double) ROUNDS * shmem.nPes() * (kernel.inputs() + 1) * block;
                row[0] = Math.max(row[0], bytes / seconds / 1e6);
            }
        }
    }

    /** Every round uses new blocks, which are in memory, as with long arrays. */
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
        total.free();
        part.free();
        return seconds;
    }

    private static void loop(Shmem shmem, StreamKernel kernel, boolean optimised, DoubleView here, int from,
        int length) {
        double[] result = new double[length];
        int mine = from + shmem.myPe() * length;
        for (int i = 0; i < length; i++) {
            result[i] = kernel.of(mine + i, 1);
        }
        here.set(mine, result, 0, length);
        VirtualTime.work(shmem, WorkKind.STREAM_BYTES, (long) kernel.inputs() * Double.BYTES * length);
        if (optimised) {
            VirtualTime.work(shmem, WorkKind.VECTOR, (long) (kernel.operations() + LOOP) * length / LANES);
        } else {
            VirtualTime.work(shmem, WorkKind.SCALAR, (long) (kernel.operations() + LOOP) * length);
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

    /**
     * The sum of the reference implementation of OpenSHMEM 1.0: between two barriers every PE gets the numbers of all
     * PEs, 128 per call, and adds them one by one.
     */
    private static final class OriginalSum {
        /** The reference implementation's buffer size, SHMEM_REDUCE_MIN_WRKDATA_SIZE. */
        private static final int CHUNK = 128;
        /** Instructions per number: the operator is called through a pointer. */
        private static final int OPERATIONS = 12;

        private final Shmem shmem;
        private final double[] chunk = new double[CHUNK];
        private final double[] sum;

        OriginalSum(Shmem shmem, int most) {
            this.shmem = shmem;
            this.sum = new double[most];
        }

        /** Sums one array over all PEs into the other; collective. */
        void reduce(SymmetricDoubles total, SymmetricDoubles part, int from, int count) {
            shmem.view(part, shmem.myPe()).get(from, sum, 0, count);
            shmem.barrierAll();
            for (int pe = 0; pe < shmem.nPes(); pe++) {
                if (pe != shmem.myPe()) {
                    add(part, from, count, pe);
                }
            }
            shmem.view(total, shmem.myPe()).set(from, sum, 0, count);
            shmem.barrierAll();
        }

        private void add(SymmetricDoubles part, int from, int count, int pe) {
            for (int at = 0; at < count; at += CHUNK) {
                int length = Math.min(CHUNK, count - at);
                shmem.get(chunk, 0, part, from + at, length, pe);
                for (int i = 0; i < length; i++) {
                    sum[at + i] += chunk[i];
                }
            }
            VirtualTime.work(shmem, WorkKind.SCALAR, (long) OPERATIONS * count);
            VirtualTime.work(shmem, WorkKind.REDUCED_NUMBERS, count);
        }
    }

    /**
     * The study's flat tree: between two barriers the first PE loads all PEs' numbers through pointers, adds them as
     * vectors and stores the sums to all PEs.
     */
    private static final class PointerSum {
        private final Shmem shmem;
        /** Pointers to all PEs' arrays, created once. */
        private final DoubleView[] totals;
        private final DoubleView[] parts;
        private final double[] theirs;
        private final double[] sum;

        /** Creates a sum of {@code part} into {@code total}. */
        PointerSum(Shmem shmem, SymmetricDoubles total, SymmetricDoubles part, int most) {
            this.shmem = shmem;
            this.totals = new DoubleView[shmem.nPes()];
            this.parts = new DoubleView[shmem.nPes()];
            for (int pe = 0; pe < totals.length; pe++) {
                totals[pe] = shmem.view(total, pe);
                parts[pe] = shmem.view(part, pe);
            }
            this.theirs = new double[most];
            this.sum = new double[most];
        }

        /** Sums one array over all PEs into the other; collective. */
        void reduce(int from, int count) {
            shmem.barrierAll();
            if (shmem.myPe() == 0) {
                parts[0].get(from, sum, 0, count);
                for (int pe = 1; pe < parts.length; pe++) {
                    parts[pe].get(from, theirs, 0, count);
                    for (int i = 0; i < count; i++) {
                        sum[i] += theirs[i];
                    }
                    VirtualTime.work(shmem, WorkKind.VECTOR, count / LANES);
                }
                for (DoubleView total : totals) {
                    total.set(from, sum, 0, count);
                }
            }
            shmem.barrierAll();
        }
    }
}
