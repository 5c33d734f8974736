// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.nas.bt;

import io.shmem4j.nas.cfd.cells.DecompositionKind;
import io.shmem4j.nas.npb.KernelOptions;
import io.shmem4j.nas.npb.KernelProblem;
import io.shmem4j.nas.npb.NpbClass;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** The command line of {@code nas bt}. */
@Command(name = "bt", description = "Block Tridiagonal: time steps of a flow on a grid. The classes have 12, 24, 64,"
    + " 102, 162 and 408 points along each edge. In slabs, putget gets and puts what belongs to other PEs in bulk; in"
    + " cells it sends ghosts and eliminated rows. direct loads and stores other PEs' numbers where they are.")
public final class BtOptions extends KernelOptions {
    @Option(names = "--decomposition", paramLabel = "HOW",
        description = "slab: planes, for any number of PEs up to the inner planes; multipartition: cells, for square"
            + " numbers of PEs; default slab, with putget multipartition where the number of PEs suits")
    private DecompositionKind decomposition;

    @Override
    protected KernelProblem<?> problem(NpbClass npbClass) {
        return BtProblem.of(npbClass, decomposition);
    }
}
