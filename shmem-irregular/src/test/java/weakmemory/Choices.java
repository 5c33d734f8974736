// SPDX-License-Identifier: Apache-2.0
package weakmemory;

import java.util.Arrays;
import java.util.SplittableRandom;

/**
 * Choices of some runs. In the first run each is the usual one, 0; later runs deviate from it at a few places that are
 * drawn. As many of each kind of choice deviate, so that the rare kinds are not lost among the frequent ones.
 */
public final class Choices {
    private static final double DEVIATIONS = 1.5;

    private final SplittableRandom random = new SplittableRandom(1);
    private final int[] counts = new int[Kind.values().length];
    private final int[] most = new int[counts.length];
    private boolean deviates;

    /** Kinds of choices: who goes on, how old a store a load sees, whether one that polls looks until it sleeps. */
    enum Kind { TURN, AGE, LOOKS }

    int choose(Kind kind, int count) {
        int number = ++counts[kind.ordinal()];
        return deviates && random.nextDouble() * Math.max(most[kind.ordinal()], number) < DEVIATIONS
            ? 1 + random.nextInt(count - 1) : 0;
    }

    /** Prepares the next run. */
    public void next() {
        Arrays.setAll(most, kind -> Math.max(most[kind], counts[kind]));
        Arrays.fill(counts, 0);
        deviates = true;
    }
}
