// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.collective.team;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import io.shmem4j.collective.team.Dissemination.RoundRule;
import io.shmem4j.collective.team.Dissemination.StageCost;
import java.util.BitSet;
import org.junit.jupiter.api.Test;

class DisseminationTest {
    @Test
    void afterAllRoundsEverybodyHasHeardOfEverybody() {
        for (int n = 1; n <= 65; n++) {
            for (int m = 1; m <= 7; m++) {
                spread(Dissemination.of(n, m, RoundRule.NEEDED));
            }
        }
    }

    @Test
    void oneRoundLessIsNotEnough() {
        assertThrows(IllegalArgumentException.class, () -> new Dissemination(60, 4, 2));
        assertEquals(3, Dissemination.of(60, 4, RoundRule.NEEDED).rounds());
    }

    @Test
    void publishedRoundsAreNeverLessThanNeeded() {
        assertEquals(2, RoundRule.PUBLISHED.rounds(8, 3));
        assertEquals(3, RoundRule.PUBLISHED.rounds(8, 2));
        assertEquals(2, RoundRule.NEEDED.rounds(8, 2));
        assertThrows(IllegalArgumentException.class, () -> RoundRule.PUBLISHED.rounds(8, 1));
    }

    @Test
    void theCheapestIsNotBeatenByAnyOther() {
        StageCost cost = m -> 9 + 236 * (m + 1);
        for (int n = 2; n <= 100; n++) {
            Dissemination best = Dissemination.cheapest(n, cost, RoundRule.PUBLISHED);
            for (int m = 2; m <= n; m++) {
                double other = RoundRule.PUBLISHED.rounds(n, m) * cost.of(m);
                double found = best.rounds() * cost.of(best.ways());
                assertEquals(Math.min(other, found), found, "n=" + n + " m=" + m);
            }
        }
    }

    private static void spread(Dissemination d) {
        BitSet[] known = new BitSet[d.size()];
        for (int pe = 0; pe < d.size(); pe++) {
            known[pe] = new BitSet();
            known[pe].set(pe);
        }
        for (int round = 0; round < d.rounds(); round++) {
            BitSet[] before = new BitSet[d.size()];
            for (int pe = 0; pe < d.size(); pe++) {
                before[pe] = (BitSet) known[pe].clone();
            }
            for (int pe = 0; pe < d.size(); pe++) {
                for (int way = 1; way <= d.ways(); way++) {
                    assertEquals(pe, d.from(d.to(pe, round, way), round, way));
                    known[pe].or(before[d.from(pe, round, way)]);
                }
            }
        }
        for (int pe = 0; pe < d.size(); pe++) {
            assertEquals(d.size(), known[pe].cardinality(), d + " PE " + pe);
        }
    }
}
