// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.collective.team;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.Arrays;
import org.junit.jupiter.api.Test;

class TreeTest {
    @Test
    void everyShapeReachesEveryNodeOnce() {
        for (int n = 1; n <= 70; n++) {
            check(Tree.ofLevels(n, n - 1), n);
            check(Tree.knomial(n, 2), n);
            check(Tree.knomial(n, 3), n);
            check(Tree.fibonacci(n, 0.5), n);
            check(Tree.fibonacci(n, 0.25), n);
            check(Tree.ofLevels(n, LevelTreeSolver.solve(n, k -> 3 + k)), n);
        }
    }

    @Test
    void levelsHaveTheAskedNumberOfChildrenAndTheLastIsEven() {
        Tree tree = Tree.ofLevels(60, 4, 4, 3);
        assertEquals(3, depth(tree));
        for (int node = 0; node < 5; node++) {
            assertEquals(4, tree.childCount(node));
        }
        for (int node = 5; node < 21; node++) {
            assertTrue(tree.childCount(node) == 2 || tree.childCount(node) == 3, "node " + node);
        }
        assertThrows(IllegalArgumentException.class, () -> Tree.ofLevels(60, 4, 3, 3));
    }

    @Test
    void knomialDepthIsTheNumberOfRoundsAndTheRootServesAllOfThem() {
        assertEquals(6, depth(Tree.knomial(64, 2)));
        assertEquals(6, Tree.knomial(64, 2).childCount(0));
        assertEquals(4, depth(Tree.knomial(81, 3)));
        assertEquals(8, Tree.knomial(81, 3).childCount(0));
    }

    @Test
    void fibonacciTreeServesAsManyAsTheModelReachesInTime() {
        // o = L/2: a copy is usable after 4 o, so the numbers reached obey f(t) = f(t-1) + f(t-4).
        int[] reached = new int[16];
        for (int t = 0; t < reached.length; t++) {
            reached[t] = t < 4 ? 1 : reached[t - 1] + reached[t - 4];
        }
        Tree tree = Tree.fibonacci(reached[15], 0.5);
        int[] informed = new int[tree.size()];
        for (int node = 0; node < tree.size(); node++) {
            for (int i = 0; i < tree.childCount(node); i++) {
                informed[tree.child(node, i)] = informed[node] + 4 + i;
            }
        }
        for (int t = 0; t < reached.length; t++) {
            int count = 0;
            for (int time : informed) {
                count += time <= t ? 1 : 0;
            }
            assertEquals(reached[t], count, "after " + t + " overheads");
        }
    }

    private static void check(Tree tree, int n) {
        assertEquals(n, tree.size());
        assertEquals(-1, tree.parent(0));
        int edges = 0;
        for (int node = 0; node < n; node++) {
            for (int i = 0; i < tree.childCount(node); i++) {
                int child = tree.child(node, i);
                assertEquals(node, tree.parent(child));
                edges++;
            }
        }
        assertEquals(n - 1, edges);
    }

    /** {@return edges on the longest way from the root} */
    private static int depth(Tree tree) {
        int[] depths = new int[tree.size()];
        for (int node = 1; node < depths.length; node++) {
            depths[node] = depths[tree.parent(node)] + 1;
        }
        return Arrays.stream(depths).max().orElseThrow();
    }
}
