// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.nas.mg;

import io.shmem4j.nas.npb.KernelOptions;
import io.shmem4j.nas.npb.KernelProblem;
import io.shmem4j.nas.npb.NpbClass;
import picocli.CommandLine.Command;

/** The command line of {@code nas mg}. */
@Command(name = "mg", description = "Multigrid: V-cycles on a grid whose planes are dealt to any number of PEs;"
    + " with putget and a power of two, blocks. The classes have 32, 128, 256, 256, 512 and 1024 points along each"
    + " edge. putget puts with signal: a plane to either neighbour, six faces where blocks are cut in all directions.")
public final class MgOptions extends KernelOptions {
    @Override
    protected KernelProblem<?> problem(NpbClass npbClass) {
        return MgProblem.of(npbClass);
    }
}
