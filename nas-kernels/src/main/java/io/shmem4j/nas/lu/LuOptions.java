// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.nas.lu;

import io.shmem4j.nas.npb.KernelOptions;
import io.shmem4j.nas.npb.KernelProblem;
import io.shmem4j.nas.npb.NpbClass;
import picocli.CommandLine.Command;

/** The command line of {@code nas lu}. */
@Command(name = "lu", description = "Lower-Upper: relaxation of a flow on a grid, in sweeps through all planes that go"
    + " from PE to PE. The classes have 12, 33, 64, 102, 162 and 408 points along each edge; any number of PEs up to"
    + " the inner lines. putget puts a line with a signal for each plane and sweep, direct has it loaded.")
public final class LuOptions extends KernelOptions {
    @Override
    protected KernelProblem<?> problem(NpbClass npbClass) {
        return LuProblem.of(npbClass);
    }
}
