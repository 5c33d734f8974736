// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.studies.pointer;

import io.shmem4j.Shmem;
import io.shmem4j.SymmetricInts;
import io.shmem4j.Team;
import io.shmem4j.algorithm.CollectiveOptions;
import io.shmem4j.algorithm.ReduceAlgorithm;
import io.shmem4j.algorithm.Transfer;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;

/**
 * Integer sums by the library's forms of the four published algorithms that use pointers (figures 8 to 10), or the
 * middle stage of RSAG alone (section 5.1.4), in which pairs of PEs at the greatest distance sum a block. With two
 * members, RSAG is that stage: by pointer the left PE computes, otherwise it takes two steps. RECDBL is an exchange.
 */
final class ReduceProgram extends JobProgram {
    private static final List<ReduceAlgorithm> ALGORITHMS = List.of(ReduceAlgorithm.FLAT, ReduceAlgorithm.RECDBL,
        ReduceAlgorithm.BRUCK, ReduceAlgorithm.RABENSEIFNER);
    private static final List<ReduceAlgorithm> OF_PAIRS = List.of(ReduceAlgorithm.RECDBL, ReduceAlgorithm.RABENSEIFNER);

    private final boolean middle;
    private final int[] sizes;

    /**
     * Measures microseconds from a barrier to the last PE's return by the bytes of the whole vector, for powers of 4 up
     * to a maximum; in the middle from one number per pair up.
     */
    ReduceProgram(boolean middle, int pes, int mostBytes) {
        super(PROFILE, pes, 2L * mostBytes / (middle ? pes : 1) + SPARE);
        this.middle = middle;
        this.sizes = Arrays.stream(powersOfFour(mostBytes)).filter(bytes -> !middle || bytes * 2 / pes >= Integer.BYTES)
            .toArray();
        values.put("sizes", sizes);
    }

    @Override
    void run(Shmem shmem) {
        if (middle) {
            pairs(shmem);
            return;
        }
        int most = sizes[sizes.length - 1] / Integer.BYTES;
        SymmetricInts source = shmem.allocateInts(most);
        SymmetricInts dest = shmem.allocateInts(most);
        int n = shmem.nPes();
        for (int size = 0; size < sizes.length; size++) {
            int count = sizes[size] / Integer.BYTES;
            for (ReduceAlgorithm algorithm : ALGORITHMS) {
                Team team = using(shmem.world(), algorithm, Transfer.DIRECT);
                measure(shmem, algorithm.name().toLowerCase(Locale.ROOT), size, sizes, round -> {
                    source.set(0, shmem.myPe());
                    source.set(count - 1, shmem.myPe());
                }, () -> team.sumReduce(dest, source, count), round -> dest.get(count - 1) == n * (n - 1) / 2);
            }
        }
    }

    private void pairs(Shmem shmem) {
        int half = shmem.nPes() / 2;
        int me = shmem.myPe();
        SymmetricInts data = shmem.allocateInts(sizes[sizes.length - 1] / half / Integer.BYTES);
        Team pair = shmem.world().split2d(half).column();
        for (int size = 0; size < sizes.length; size++) {
            int[] numbers = new int[sizes[size] / half / Integer.BYTES];
            Arrays.fill(numbers, me);
            for (ReduceAlgorithm algorithm : OF_PAIRS) {
                for (Transfer transfer : Transfer.values()) {
                    Team team = using(pair, algorithm, transfer);
                    measure(shmem, algorithm + "." + transfer, size, sizes,
                        round -> shmem.view(data, me).set(0, numbers, 0, numbers.length),
                        () -> team.sumReduce(data, data, numbers.length),
                        round -> data.get(numbers.length - 1) == me % half * 2 + half);
                }
            }
        }
    }

    private static Team using(Team team, ReduceAlgorithm algorithm, Transfer transfer) {
        return team.using(CollectiveOptions.environment().withReduce(algorithm).withTransfer(transfer));
    }
}
