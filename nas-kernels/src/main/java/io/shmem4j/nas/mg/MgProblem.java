// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.nas.mg;

import io.shmem4j.nas.npb.Kernel;
import io.shmem4j.nas.npb.KernelHeap;
import io.shmem4j.nas.npb.KernelProblem;
import io.shmem4j.nas.npb.NpbClass;
import io.shmem4j.nas.npb.Phase;
import io.shmem4j.nas.npb.PhaseTimers;
import io.shmem4j.nas.npb.Transfer;

/**
 * A class of MG.
 *
 * @param levels   log2 of the points along an edge of the finest grid
 * @param smoother weights of the smoother: centre, faces and edges of the surrounding cube
 * @param norm     reference of the last residual norm
 */
public record MgProblem(NpbClass npbClass, int levels, int steps, double[] smoother, double norm)
    implements KernelProblem {
    private static final double EPSILON = 1e-8;
    private static final double OPERATIONS = 58e-6;
    /** Fewest planes of a PE on shared grids, and the edge of the largest grid that is never shared. */
    private static final int FEWEST_PLANES = 4;
    private static final int SMALL = 16;
    private static final long HEAP = 1 << 16;
    /** Candidates of each sign. */
    private static final int CANDIDATES = 40;

    public static MgProblem of(NpbClass npbClass) {
        double[] weak = {-3.0 / 8, 1.0 / 32, -1.0 / 64};
        double[] strong = {-3.0 / 17, 1.0 / 33, -1.0 / 61};
        return switch (npbClass) {
            case S -> new MgProblem(npbClass, 5, 4, weak, 0.5307707005734e-04);
            case W -> new MgProblem(npbClass, 7, 4, weak, 0.6467329375339e-05);
            case A -> new MgProblem(npbClass, 8, 4, weak, 0.2433365309069e-05);
            case B -> new MgProblem(npbClass, 8, 20, strong, 0.1800564401355e-05);
            case C -> new MgProblem(npbClass, 9, 20, strong, 0.5706732285740e-06);
            case D -> new MgProblem(npbClass, 10, 50, strong, 0.1583275060440e-09);
        };
    }

    int n() {
        return 1 << levels;
    }

    /** {@return the division of the finest grid}: blocks for puts on a power of two of PEs, else planes */
    Blocks blocks(Transfer transfer, int pes) {
        if (transfer == Transfer.PUTGET && Integer.bitCount(pes) == 1) {
            Blocks cubes = Blocks.cubes(pes);
            if (n() >= FEWEST_PLANES * cubes.pz()) {
                return cubes;
            }
        }
        return Blocks.planes(Math.min(pes, n()));
    }

    boolean shared(int level, Blocks blocks) {
        int n = 1 << level;
        return blocks.count() > 1 && (level == levels || n > SMALL && n >= FEWEST_PLANES * blocks.pz());
    }

    /** {@return the finest grid that is whole on all PEs} */
    int finestWhole(Blocks blocks) {
        int level = levels;
        while (shared(level, blocks)) {
            level--;
        }
        return level;
    }

    @Override
    public Facts facts() {
        return new Facts("MG", n() + " x " + n() + " x " + n(), OPERATIONS * steps * n() * n() * n(), Phase.RESIDUAL,
            Phase.SMOOTHER, Phase.RESTRICTION, Phase.INTERPOLATION, Phase.EXCHANGE, Phase.REDUCTION);
    }

    @Override
    public long bytes(Transfer transfer, int pes) {
        Blocks blocks = blocks(transfer, pes);
        return HEAP + Ghosts.bytes(blocks, new GridLevel(levels, blocks, 0).plane)
            + CANDIDATES * Double.BYTES * (pes + 1L)
            + (pes == 1 ? 0 : WholeGrid.bytes(transfer, finestWhole(blocks), blocks));
    }

    /** Three arrays of the finest grid, and two of each coarser one. */
    @Override
    public long javaBytes(Transfer transfer, int pes) {
        Blocks blocks = blocks(transfer, pes);
        long planes = n() / blocks.pz() + 3L;
        return planes * new GridLevel(levels, blocks, 0).plane * Double.BYTES * 23 / 7;
    }

    @Override
    public Kernel kernel(KernelHeap heap, Transfer transfer, PhaseTimers timers) {
        return new Multigrid(heap, this, transfer, timers);
    }

    @Override
    public boolean right(double... values) {
        return KernelProblem.close(values[0], norm, EPSILON);
    }
}
