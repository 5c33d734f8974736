// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.nas.cfd;

import io.shmem4j.Cmp;
import io.shmem4j.Shmem;
import io.shmem4j.Signal;
import io.shmem4j.SymmetricLongs;
import io.shmem4j.nas.npb.KernelHeap;
import java.util.Set;
import java.util.TreeSet;

/**
 * The order in which PEs touch cells in a step by columns, kept by pairs of PEs that wait for each other.
 *
 * <p>A step has four phases: its owner computes the right-hand side of a cell, for which it loads ghosts from the
 * neighbouring cells; then the PE that has the cell's column along x, the one along y and the one along z. A PE that
 * begins a phase waits for the PEs that had its cells in the phase before. Where ghosts are loaded, it also waits for
 * those that had the neighbouring cells.
 *
 * <p>This orders all accesses to the numbers of a cell itself, because each of its phases waits for the previous phase.
 * The PE that changes a cell's unknowns, in the phase along z, must also come after the PEs that load them as ghosts.
 * These own the neighbours, and each neighbour lies in a column with the cell. The phase along that direction has
 * waited for what came before in all of the column, so for the neighbour's owner too, and the phase along z waits, by
 * way of the phases between, for that.
 */
final class PhaseSignals {
    /** Right-hand sides, and the three directions. */
    static final int PHASES = 1 + FlowConstants.DIRECTIONS;
    private static final int WORDS = FlowLayout.CACHE_LINE / Long.BYTES;

    private final Shmem shmem;
    /** A word for each PE, in a line of its own: the number of phases that PE has ended. */
    private final SymmetricLongs words;
    /** This PE's word, which is set on the PEs that wait for it. */
    private final Signal mine;
    /** Words of the PEs to wait for before each phase. */
    private final Signal[][] sources = new Signal[PHASES][];
    /** PEs that wait for the end of each phase. */
    private final int[][] targets = new int[PHASES][];
    private long ended;

    PhaseSignals(KernelHeap heap, CellGrid grid) {
        shmem = heap.shmem;
        words = heap.longs((long) shmem.nPes() * WORDS, FlowLayout.CACHE_LINE, "ended phases");
        mine = words.signal((long) shmem.myPe() * WORDS);
        for (int phase = 0; phase < PHASES; phase++) {
            int next = (phase + 1) % PHASES;
            sources[phase] = before(grid, phase).stream().map(pe -> words.signal((long) pe * WORDS))
                .toArray(Signal[]::new);
            Set<Integer> waiting = new TreeSet<>();
            for (int pe = 0; pe < shmem.nPes(); pe++) {
                if (before(grid.of(pe), next).contains(shmem.myPe())) {
                    waiting.add(pe);
                }
            }
            targets[phase] = waiting.stream().mapToInt(Integer::intValue).toArray();
        }
    }

    /** {@return the other PEs whose previous phase must have ended before a PE begins a phase} */
    static Set<Integer> before(CellGrid grid, int phase) {
        Set<Integer> pes = new TreeSet<>();
        if (phase == 0) {
            for (int cell = 0; cell < grid.p; cell++) {
                int last = FlowConstants.DIRECTIONS - 1;
                pes.add(grid.solver(last, grid.slices(cell)));
                for (int[] neighbour : grid.neighbours(cell)) {
                    pes.add(grid.solver(last, neighbour));
                }
            }
        } else {
            for (int[] at : grid.column(phase - 1)) {
                pes.add(phase == 1 ? grid.owner(at) : grid.solver(phase - 2, at));
            }
        }
        pes.remove(grid.pe());
        return pes;
    }

    /** Waits until the phase that comes next can begin. */
    void await() {
        for (Signal source : sources[(int) (ended % PHASES)]) {
            source.waitUntil(Cmp.GE, ended);
        }
    }

    void end() {
        int[] waiting = targets[(int) (ended % PHASES)];
        ended++;
        shmem.fence();
        for (int pe : waiting) {
            shmem.signalSet(mine, ended, pe);
        }
    }
}
