// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.collective.team;

/** How the number of rounds of an m-way dissemination over n PEs is counted. */
public enum RoundRule {
    /** As many rounds as information needs to reach everybody: the smallest r with (m+1)^r >= n. */
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

    /** {@return the smallest m this rule has a finite number of rounds for} */
    public int smallestWays() {
        return this == NEEDED ? 1 : 2;
    }
}
