// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.collective.team;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import io.shmem4j.collective.team.Dissemination.StageCost;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class LevelTreeSolverTest {
    @Test
    void findsWhatTryingEveryTreeFinds() {
        StageCost[] costs = {k -> 10 + 3 * k, k -> 100 + k, k -> 1 + 50 * k, k -> 5 + k * k,
            k -> 7 + 11 * Math.sqrt(k)};
        for (StageCost cost : costs) {
            for (int n = 2; n <= 24; n++) {
                List<int[]> all = new ArrayList<>();
                everyTree(n, new ArrayList<>(), n - 1, 1, 1, all);
                int[] best = all.getFirst();
                for (int[] levels : all) {
                    if (price(levels, cost) < price(best, cost) * (1 - 1e-12)) {
                        best = levels;
                    }
                }
                assertArrayEquals(best, LevelTreeSolver.solve(n, cost), "n=" + n);
            }
        }
    }

    @Test
    void keepsTheLexicographicallyFirstOfEquals() {
        assertArrayEquals(new int[] {4, 4, 3}, LevelTreeSolver.solve(60, k -> 1 + k / 4.0));
    }

    @Test
    void cheapLevelsMakeDeepTreesAndDearOnesFlatTrees() {
        assertArrayEquals(new int[] {2, 2, 2, 2}, LevelTreeSolver.solve(31, k -> 20 + k * k * k));
        assertArrayEquals(new int[] {30}, LevelTreeSolver.solve(31, k -> 1000 + k));
    }

    @Test
    void oneNodeNeedsNoLevel() {
        assertEquals(0, LevelTreeSolver.solve(1, k -> k).length);
    }

    @Test
    void refusesCostsThatAreNotPositive() {
        assertThrows(IllegalArgumentException.class, () -> LevelTreeSolver.solve(5, k -> k - 2));
        assertThrows(IllegalArgumentException.class, () -> LevelTreeSolver.solve(5, k -> Double.NaN));
        assertThrows(IllegalArgumentException.class, () -> LevelTreeSolver.solve(0, k -> k));
    }

    private static void everyTree(int n, List<Integer> prefix, int most, int reached, int width, List<int[]> all) {
        for (int k = 1; k <= most; k++) {
            prefix.add(k);
            int newReached = reached + width * k;
            if (newReached >= n) {
                all.add(prefix.stream().mapToInt(Integer::intValue).toArray());
            } else {
                everyTree(n, prefix, k, newReached, width * k, all);
            }
            prefix.removeLast();
        }
    }

    private static double price(int[] levels, StageCost cost) {
        double sum = 0;
        for (int k : levels) {
            sum += cost.of(k);
        }
        return sum;
    }
}
