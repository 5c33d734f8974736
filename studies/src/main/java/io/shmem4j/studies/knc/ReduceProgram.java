// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.studies.knc;

import io.shmem4j.Shmem;
import io.shmem4j.SymmetricInts;
import io.shmem4j.Team;
import io.shmem4j.algorithm.CollectiveOptions;
import io.shmem4j.algorithm.ReduceAlgorithm;
import io.shmem4j.algorithm.Transfer;
import java.util.List;

/** Sums of whole numbers over all PEs by the four published algorithms and both transfers (figures 7 to 9). */
public final class ReduceProgram {
    /** The published algorithms: FT, RD, BR and RSAG. */
    public static final List<ReduceAlgorithm> ALGORITHMS = List.of(ReduceAlgorithm.FLAT, ReduceAlgorithm.RECDBL,
        ReduceAlgorithm.BRUCK, ReduceAlgorithm.RABENSEIFNER);
    private static final int ROUNDS = 3;

    private final int[] sizes;
    private final double[][][] micros;

    /**
     * Measures.
     *
     * @param mostBytes largest size, 4 times a power of 4
     */
    public ReduceProgram(int mostBytes) {
        this.sizes = new int[Integer.numberOfTrailingZeros(mostBytes) / 2];
        for (int i = 0; i < sizes.length; i++) {
            sizes[i] = Integer.BYTES << 2 * i;
        }
        this.micros = new double[ALGORITHMS.size()][Transfer.values().length][sizes.length];
    }

    /** {@return bytes of the operands} */
    public int[] sizes() {
        return sizes.clone();
    }

    /** {@return microseconds from a barrier to the last PE's return} */
    public double micros(int algorithm, Transfer transfer, int size) {
        return micros[algorithm][transfer.ordinal()][size];
    }

    /** Runs on every PE. */
    public void run(Shmem shmem) {
        int most = sizes[sizes.length - 1] / Integer.BYTES;
        SymmetricInts source = shmem.allocateInts(most);
        SymmetricInts dest = shmem.allocateInts(most);
        for (int size = 0; size < sizes.length; size++) {
            int count = sizes[size] / Integer.BYTES;
            for (int algorithm = 0; algorithm < ALGORITHMS.size(); algorithm++) {
                for (Transfer transfer : Transfer.values()) {
                    Team team = shmem.world().using(CollectiveOptions.environment()
                        .withReduce(ALGORITHMS.get(algorithm)).withTransfer(transfer));
                    for (int round = 0; round < ROUNDS; round++) {
                        source.set(0, shmem.myPe());
                        source.set(count - 1, shmem.myPe());
                        double time = reduce(shmem, team, dest, source, count);
                        if (round == ROUNDS - 1) {
                            double[] row = micros[algorithm][transfer.ordinal()];
                            row[size] = Math.max(row[size], time);
                        }
                    }
                }
            }
        }
    }

    /** The last round counts, because caches then hold the data of the round before. */
    private double reduce(Shmem shmem, Team team, SymmetricInts dest, SymmetricInts source, int count) {
        shmem.barrierAll();
        double start = shmem.time();
        team.sumReduce(dest, source, count);
        double end = shmem.time();
        int n = shmem.nPes();
        if (dest.get(count - 1) != n * (n - 1) / 2) {
            throw new IllegalStateException("the sum is " + dest.get(count - 1));
        }
        return (end - start) * 1e6;
    }
}
