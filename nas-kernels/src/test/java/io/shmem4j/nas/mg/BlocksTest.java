// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.nas.mg;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.HashSet;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class BlocksTest {
    private static final int AXES = 3;
    private static final int LEVEL = 5;

    @Test
    void zIsCutMostAndXLeast() {
        assertEquals(Blocks.planes(2), Blocks.cubes(2));
        assertEquals(new Blocks(1, 2, 2), Blocks.cubes(4));
        assertEquals(new Blocks(2, 2, 2), Blocks.cubes(8));
        assertEquals(new Blocks(2, 4, 4), Blocks.cubes(32));
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 2, 4, 8, 16, 32, 64})
    void neighboursHaveThePointsNextToMine(int pes) {
        Blocks blocks = Blocks.cubes(pes);
        Set<Integer> covered = new HashSet<>();
        for (int pe = 0; pe < pes; pe++) {
            for (int axis = 0; axis < AXES; axis++) {
                int next = blocks.neighbour(axis, pe, 1);
                assertEquals(pe, blocks.neighbour(axis, next, -1));
                for (int other = 0; other < AXES; other++) {
                    int expected = (blocks.part(other, pe) + (other == axis ? 1 : 0)) % blocks.parts(other);
                    assertEquals(expected, blocks.part(other, next));
                }
            }
            GridLevel grid = new GridLevel(LEVEL, blocks, pe);
            for (int k = grid.first; k <= grid.last; k++) {
                for (int j = 1; j <= grid.ny; j++) {
                    for (int i = 1; i <= grid.nx; i++) {
                        assertTrue(covered.add((k * grid.n + grid.beforeY + j) * grid.n + grid.beforeX + i));
                    }
                }
            }
        }
        assertEquals(1 << 3 * LEVEL, covered.size());
    }
}
