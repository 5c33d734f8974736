// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.nas.is;

import jdk.incubator.vector.IntVector;
import jdk.incubator.vector.VectorMask;
import jdk.incubator.vector.VectorSpecies;

/** The loop that parts keys, a vector at a time. */
final class VectorSplit {
    private static final VectorSpecies<Integer> SPECIES = IntVector.SPECIES_PREFERRED;
    private static final int LANES = SPECIES.length();
    /** Processors with longer vectors have instructions that gather some lanes; elsewhere a loop in Java would. */
    private static final int FEWEST_LANES = 8;
    /** Whether this processor is good for it. */
    static final boolean FAST = LANES >= FEWEST_LANES && LANES <= Grouping.SLACK;

    private VectorSplit() {
    }

    /**
     * As {@link KeyLoops#split}. Whole vectors are stored at both ends, and what is too much of them overwritten by
     * the next ones.
     */
    static int split(int[] keys, int from, int to, int bound, int[] smaller, int[] larger) {
        int below = 0;
        int above = 0;
        int end = from + SPECIES.loopBound(to - from);
        for (int i = from; i < end; i += LANES) {
            IntVector some = IntVector.fromArray(SPECIES, keys, i);
            VectorMask<Integer> less = some.lt(bound);
            some.compress(less).intoArray(smaller, below);
            some.compress(less.not()).intoArray(larger, above);
            int count = less.trueCount();
            below += count;
            above += LANES - count;
        }
        return KeyLoops.split(keys, end, to, bound, smaller, below, larger, above);
    }
}
