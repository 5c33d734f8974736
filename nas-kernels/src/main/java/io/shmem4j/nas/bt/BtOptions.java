// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.nas.bt;

import io.shmem4j.nas.npb.KernelOptions;
import io.shmem4j.nas.npb.KernelProblem;
import io.shmem4j.nas.npb.NpbClass;
import picocli.CommandLine.Command;

/** The command line of {@code nas bt}. */
@Command(name = "bt", description = "Block Tridiagonal: time steps of a flow on a grid in slabs. The classes have 12,"
    + " 24, 64, 102, 162 and 408 points along each edge; any number of PEs up to the inner planes. putget gets and puts"
    + " what belongs to other PEs in bulk, in place of sweeps through cells; direct loads and stores it where it is.")
public final class BtOptions extends KernelOptions {
    @Override
    protected KernelProblem<?> problem(NpbClass npbClass) {
        return BtProblem.of(npbClass);
    }
}
