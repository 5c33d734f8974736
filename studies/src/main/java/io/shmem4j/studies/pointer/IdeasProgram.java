// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.studies.pointer;

import io.shmem4j.Shmem;
import io.shmem4j.SymmetricLongs;
import io.shmem4j.Team;
import io.shmem4j.algorithm.BroadcastAlgorithm;
import io.shmem4j.algorithm.CollectiveOptions;
import io.shmem4j.algorithm.ReduceAlgorithm;
import java.util.List;

/** The library's broadcasts and sums, each designed for one of the chips, on any chip. */
public final class IdeasProgram extends JobProgram {
    /** Broadcasts: three trees, slices and OC-Bcast. */
    public static final List<BroadcastAlgorithm> BROADCASTS = List.of(BroadcastAlgorithm.TREE,
        BroadcastAlgorithm.BINOMIAL, BroadcastAlgorithm.FLAT, BroadcastAlgorithm.SCATTER, BroadcastAlgorithm.OCBCAST);
    /** Sums: up a tree, by pairs, by halves, round a ring. */
    public static final List<ReduceAlgorithm> SUMS = List.of(ReduceAlgorithm.TREE, ReduceAlgorithm.RECDBL,
        ReduceAlgorithm.RABENSEIFNER, ReduceAlgorithm.RING);
    /** Bytes of an operand or a message. */
    private static final int[] BYTES = {8, 64, 512, 4096, 32768, 131072};

    /** Measures microseconds from a barrier to the last PE's return, by size. */
    IdeasProgram(int pes) {
        super("direct", pes, SPARE);
        values.put("sizes", BYTES);
    }

    @Override
    void run(Shmem shmem) {
        int most = BYTES[BYTES.length - 1] / Long.BYTES;
        SymmetricLongs source = shmem.allocateLongs(most);
        SymmetricLongs dest = shmem.allocateLongs(most);
        int n = shmem.nPes();
        for (int size = 0; size < BYTES.length; size++) {
            int count = BYTES[size] / Long.BYTES;
            int last = count - 1;
            for (BroadcastAlgorithm how : BROADCASTS) {
                Team team = shmem.world().using(CollectiveOptions.environment().withBroadcast(how));
                measure(shmem, "broadcast." + how, size, BYTES, round -> source.set(last, round + 1), () ->
                    team.broadcast(dest, source, count, 0), round -> shmem.myPe() == 0 || dest.get(last) == round + 1);
            }
            for (ReduceAlgorithm how : SUMS) {
                Team team = shmem.world().using(CollectiveOptions.environment().withReduce(how));
                measure(shmem, "sum." + how, size, BYTES, round -> source.set(last, shmem.myPe()), () ->
                    team.sumReduce(dest, source, count), round -> dest.get(last) == (long) n * (n - 1) / 2);
            }
        }
    }
}
