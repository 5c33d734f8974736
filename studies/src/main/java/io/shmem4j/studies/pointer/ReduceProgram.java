// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.studies.pointer;

import io.shmem4j.Shmem;
import io.shmem4j.SymmetricInts;
import io.shmem4j.Team;
import io.shmem4j.algorithm.CollectiveOptions;
import io.shmem4j.algorithm.ReduceAlgorithm;
import io.shmem4j.algorithm.Transfer;
import java.util.List;
import java.util.Locale;

/** Integer sums by the library's forms of the four published algorithms that use pointers (figures 8 to 10). */
final class ReduceProgram extends JobProgram {
    private static final List<ReduceAlgorithm> ALGORITHMS = List.of(ReduceAlgorithm.FLAT, ReduceAlgorithm.RECDBL,
        ReduceAlgorithm.BRUCK, ReduceAlgorithm.RABENSEIFNER);

    private final int[] sizes;

    /** Measures microseconds from a barrier to the last PE's return, for powers of 4 bytes up to a maximum. */
    ReduceProgram(int pes, int mostBytes) {
        super(PROFILE, pes, 2L * mostBytes + SPARE);
        this.sizes = powersOfFour(mostBytes);
        values.put("sizes", sizes);
    }

    @Override
    void run(Shmem shmem) {
        int most = sizes[sizes.length - 1] / Integer.BYTES;
        SymmetricInts source = shmem.allocateInts(most);
        SymmetricInts dest = shmem.allocateInts(most);
        int n = shmem.nPes();
        for (int size = 0; size < sizes.length; size++) {
            int count = sizes[size] / Integer.BYTES;
            for (ReduceAlgorithm algorithm : ALGORITHMS) {
                Team team = shmem.world().using(CollectiveOptions.environment().withReduce(algorithm)
                    .withTransfer(Transfer.DIRECT));
                measure(shmem, algorithm.name().toLowerCase(Locale.ROOT), size, sizes, round -> {
                    source.set(0, shmem.myPe());
                    source.set(count - 1, shmem.myPe());
                }, () -> team.sumReduce(dest, source, count), round -> dest.get(count - 1) == n * (n - 1) / 2);
            }
        }
    }
}
