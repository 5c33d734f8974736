// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.nas.dt;

import io.shmem4j.nas.npb.KernelOptions;
import io.shmem4j.nas.npb.KernelProblem;
import io.shmem4j.nas.npb.NpbClass;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** The command line of {@code nas dt}. */
@Command(name = "dt", description = "Data Traffic: arrays flow through a graph whose nodes are dealt to any number of"
    + " PEs; an iteration is a node. The classes have 4, 8, 16, 32, 64 and 128 sources; C and D have no reference"
    + " values. putget puts an array along each arc, direct has it loaded from where it was made.")
public final class DtOptions extends KernelOptions {
    @Option(names = "--graph", paramLabel = "bh|wh|sh", defaultValue = "BH",
        description = "bh: from many sources to one sink, the default; wh: from one source to many sinks; sh: shuffle")
    private GraphKind graph;

    @Override
    protected KernelProblem<?> problem(NpbClass npbClass) {
        return DtProblem.of(npbClass, graph);
    }
}
