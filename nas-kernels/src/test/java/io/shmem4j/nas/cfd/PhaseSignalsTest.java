// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.nas.cfd;

import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.Arrays;
import java.util.Set;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class PhaseSignalsTest {
    private static final int N = 36;
    private static final int STEPS = 3;

    @ParameterizedTest
    @ValueSource(ints = {1, 2, 3, 4, 5})
    void whateverTouchesACellComesInOrder(int p) {
        int[][][] clocks = clocks(p);
        for (int pe = 0; pe < p * p; pe++) {
            CellGrid grid = new CellGrid(N, p, pe);
            for (int cell = 0; cell < p; cell++) {
                for (int time = 1; time < clocks.length; time++) {
                    int before = toucher(grid, cell, time - 1);
                    int now = toucher(grid, cell, time);
                    assertTrue(clocks[time][now][before] >= time - 1, "cell " + cell + " of PE " + pe + " at " + time);
                }
            }
        }
    }

    @ParameterizedTest
    @ValueSource(ints = {2, 3, 4, 5})
    void ghostsAreLoadedBetweenTheChangesOfUnknowns(int p) {
        int[][][] clocks = clocks(p);
        int last = PhaseSignals.PHASES - 1;
        for (int pe = 0; pe < p * p; pe++) {
            CellGrid grid = new CellGrid(N, p, pe);
            for (int cell = 0; cell < p; cell++) {
                int changer = toucher(grid, cell, last);
                for (int[] neighbour : grid.neighbours(cell)) {
                    int loader = grid.owner(neighbour);
                    assertTrue(clocks[last][changer][loader] >= 0, "loaded before, " + cell + " of PE " + pe);
                    assertTrue(clocks[last + 1][loader][changer] >= last, "loaded after, " + cell + " of PE " + pe);
                }
            }
        }
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 2, 3, 5})
    void everyColumnHasOnePe(int p) {
        for (int d = 0; d < FlowConstants.DIRECTIONS; d++) {
            boolean[] seen = new boolean[p * p];
            for (int pe = 0; pe < p * p; pe++) {
                CellGrid grid = new CellGrid(N, p, pe);
                for (int[] at : grid.column(d)) {
                    assertTrue(grid.solver(d, at) == pe);
                }
                int[] at = grid.column(d)[0];
                int number = at[(d + 1) % 3] * p + at[(d + 2) % 3];
                assertFalse(seen[number]);
                seen[number] = true;
            }
        }
    }

    /** {@return by time, PE and other PE: the last phase that the other has surely ended when the PE begins one} */
    private static int[][][] clocks(int p) {
        int[][][] clocks = new int[STEPS * PhaseSignals.PHASES][p * p][p * p];
        for (int[] each : clocks[0]) {
            Arrays.fill(each, -1);
        }
        for (int time = 1; time < clocks.length; time++) {
            for (int pe = 0; pe < p * p; pe++) {
                Set<Integer> before = PhaseSignals.before(new CellGrid(N, p, pe), time % PhaseSignals.PHASES);
                assertFalse(before.contains(pe));
                before.add(pe);
                int[] clock = clocks[time][pe];
                Arrays.fill(clock, -1);
                for (int other : before) {
                    for (int third = 0; third < clock.length; third++) {
                        clock[third] = Math.max(clock[third], clocks[time - 1][other][third]);
                    }
                    clock[other] = time - 1;
                }
            }
        }
        return clocks;
    }

    private static int toucher(CellGrid grid, int cell, int time) {
        int phase = time % PhaseSignals.PHASES;
        return phase == 0 ? grid.pe() : grid.solver(phase - 1, grid.slices(cell));
    }
}
