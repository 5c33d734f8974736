// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.studies.pointer;

import io.shmem4j.Shmem;
import io.shmem4j.SymmetricInts;
import io.shmem4j.Team;
import io.shmem4j.algorithm.CollectiveOptions;
import io.shmem4j.algorithm.ReduceAlgorithm;
import io.shmem4j.algorithm.Transfer;
import java.util.Arrays;

/**
 * The middle stage of RSAG alone (section 5.1.4): all pairs of PEs at the greatest distance sum their remaining block.
 * With two members, RSAG is that stage: by pointer the left PE computes, otherwise it takes two steps. RECDBL is an
 * exchange.
 */
final class MiddleProgram extends JobProgram {
    private final int[] sizes;

    /**
     * Measures microseconds by the bytes of the whole vector, for powers of 4 from one number per pair up to a maximum.
     */
    MiddleProgram(int pes, int mostBytes) {
        super(PROFILE, pes, 2L * mostBytes / pes + SPARE);
        this.sizes = Arrays.stream(powersOfFour(mostBytes)).filter(bytes -> bytes * 2 / pes >= Integer.BYTES).toArray();
        values.put("sizes", sizes);
    }

    @Override
    void run(Shmem shmem) {
        int half = shmem.nPes() / 2;
        int me = shmem.myPe();
        int most = sizes[sizes.length - 1] / half / Integer.BYTES;
        SymmetricInts data = shmem.allocateInts(most);
        Team pair = shmem.world().split2d(half).column();
        for (int size = 0; size < sizes.length; size++) {
            int[] numbers = new int[sizes[size] / half / Integer.BYTES];
            Arrays.fill(numbers, me);
            for (ReduceAlgorithm algorithm : new ReduceAlgorithm[] {ReduceAlgorithm.RECDBL,
                ReduceAlgorithm.RABENSEIFNER}) {
                for (Transfer transfer : Transfer.values()) {
                    Team team = pair.using(CollectiveOptions.environment().withReduce(algorithm)
                        .withTransfer(transfer));
                    measure(shmem, algorithm + "." + transfer, size, sizes,
                        round -> shmem.view(data, me).set(0, numbers, 0, numbers.length),
                        () -> team.sumReduce(data, data, numbers.length),
                        round -> data.get(numbers.length - 1) == me % half * 2 + half);
                }
            }
        }
    }
}
