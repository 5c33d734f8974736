// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.collective.team;

/**
 * An m-way dissemination over n PEs: in round s PE t signals t + i (m+1)^s and receives a signal from t - i (m+1)^s,
 * for i = 1..m. After r rounds with (m+1)^r >= n every PE has received signals from all, at least indirectly.
 */
public record Dissemination(int size, int ways, int rounds) {
    public Dissemination {
        if (size < 1 || ways < 1 || rounds < RoundRule.NEEDED.rounds(size, ways)) {
            throw new IllegalArgumentException(rounds + " rounds of " + ways + " signals do not reach all " + size);
        }
    }

    /** {@return the m-way dissemination, with a rule's number of rounds} */
    public static Dissemination of(int n, int m, RoundRule rule) {
        return new Dissemination(n, m, rule.rounds(n, m));
    }

    /** {@return the cheapest dissemination; among equals the one with the smallest m} */
    public static Dissemination cheapest(int n, StageCost round, RoundRule rule) {
        int best = rule.smallestWays();
        double least = Double.POSITIVE_INFINITY;
        for (int m = rule.smallestWays(); m <= Math.max(n, rule.smallestWays()); m++) {
            double cost = rule.rounds(n, m) * round.of(m);
            if (cost < least) {
                least = cost;
                best = m;
            }
        }
        return of(n, best, rule);
    }

    /** {@return the PE signalled by way 1..m} */
    public int to(int pe, int round, int way) {
        return Math.floorMod(pe + stride(round, way), size);
    }

    /** {@return the PE that signals by way 1..m} */
    public int from(int pe, int round, int way) {
        return Math.floorMod(pe - stride(round, way), size);
    }

    private int stride(int round, int way) {
        long stride = way;
        for (int i = 0; i < round; i++) {
            stride = stride * (ways + 1) % size;
        }
        return (int) (stride % size);
    }

    /** Cost of one stage of an algorithm, by each PE's number of partners in it. */
    @FunctionalInterface
    public interface StageCost {
        /**
         * {@return the time of a stage, positive, in any unit; partners are a node's children or the PEs it signals}
         */
        double of(int partners);
    }

    /** Rule for the number of rounds of an m-way dissemination over n PEs. */
    public enum RoundRule {
        /** As many rounds as information needs to reach all PEs: the smallest r with (m+1)^r >= n. */
        NEEDED,
        /** The smallest r with m^r >= n, as in the formula of Ramos and Hoefler; never less than needed. */
        PUBLISHED;

        /** {@return the rounds in which each of n PEs signals m} */
        public int rounds(int n, int m) {
            int base = this == NEEDED ? m + 1 : m;
            if (base < 2) {
                throw new IllegalArgumentException("m = " + m + " never ends under the rule " + this);
            }
            int rounds = 0;
            for (long reached = 1; reached < n; reached *= base) {
                rounds++;
            }
            return rounds;
        }

        /** {@return the smallest m with a finite number of rounds under this rule} */
        public int smallestWays() {
            return this == NEEDED ? 1 : 2;
        }
    }
}
