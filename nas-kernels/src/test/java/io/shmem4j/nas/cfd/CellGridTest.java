// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.nas.cfd;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.HashSet;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class CellGridTest {
    @ParameterizedTest
    @CsvSource({"12, 1", "12, 4", "36, 5", "64, 3", "12, 3"})
    void cellsCoverTheInteriorOnce(int n, int p) {
        Set<Integer> points = new HashSet<>();
        int count = 0;
        for (int pe = 0; pe < p * p; pe++) {
            CellGrid grid = new CellGrid(n, p, pe);
            for (int cell = 0; cell < p; cell++) {
                FlowLayout.Box box = grid.interior(cell);
                for (int k = box.first(2); k < box.end(2); k++) {
                    for (int j = box.first(1); j < box.end(1); j++) {
                        for (int i = box.first(0); i < box.end(0); i++, count++) {
                            points.add(((box.origin(2) + k) * n + box.origin(1) + j) * n + box.origin(0) + i);
                        }
                    }
                }
            }
        }
        assertEquals((n - 2) * (n - 2) * (n - 2), count);
        assertEquals(count, points.size());
    }

    @ParameterizedTest
    @ValueSource(ints = {2, 3, 5})
    void neighboursHaveTheCellsNextToMine(int p) {
        for (int pe = 0; pe < p * p; pe++) {
            CellGrid grid = new CellGrid(36, p, pe);
            for (int d = 0; d < FlowConstants.DIRECTIONS; d++) {
                CellGrid next = new CellGrid(36, p, grid.neighbour(d, CellGrid.HIGH));
                assertEquals(pe, next.neighbour(d, CellGrid.LOW));
                for (int slice = 0; slice < p - 1; slice++) {
                    int cell = grid.cell(d, slice);
                    int other = grid.neighbourCell(d, CellGrid.HIGH, cell);
                    assertEquals(cell, next.neighbourCell(d, CellGrid.LOW, other));
                    for (int e = 0; e < FlowConstants.DIRECTIONS; e++) {
                        assertEquals(grid.slice(e, cell) + (e == d ? 1 : 0), next.slice(e, other));
                    }
                }
            }
        }
    }

    @Test
    void onlySquaresWithCellsOfThreePointsWillDo() {
        assertEquals(2, CellGrid.root(12, 4));
        assertEquals(4, CellGrid.root(12, 16));
        assertEquals(0, CellGrid.root(12, 25));
        assertEquals(0, CellGrid.root(64, 5));
        assertEquals("4 or 9", CellGrid.nearest(12, 5));
        assertEquals("16", CellGrid.nearest(12, 25));
        assertTrue(CellGrid.nearest(36, 200).equals("144"));
    }
}
