// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.nas.cfd;

import io.shmem4j.Shmem;
import io.shmem4j.nas.npb.Options;
import io.shmem4j.nas.npb.Result;
import picocli.CommandLine.Option;

/** The command line of {@code nas sp}. */
public final class SpOptions extends Options {
    @Option(names = "--decomposition", paramLabel = "HOW",
        description = "slab: planes, for any number of PEs up to the inner planes; multipartition: cells, for square"
            + " numbers of PEs; default slab, with messages multipartition")
    private DecompositionKind decomposition;

    @Option(names = "--transfer", paramLabel = "HOW", defaultValue = "DIRECT",
        description = "direct, by load and store, the default; messages between cells: putget, get,"
            + " pointer; messages, two-sided")
    private CellExchange transfer;

    @Option(names = "--steps", paramLabel = "N", converter = Count.class,
        description = "end after N time steps, unverified; default 100 in class S, 400 in the others")
    private Integer steps;

    @Option(names = "--rehearsal", paramLabel = "N", defaultValue = "" + SpRehearsal.STEPS, converter = Count.class,
        description = "at most N small steps in the initialisation, to have code compiled (default: ${DEFAULT-VALUE})")
    private int rehearsal;

    @Override
    protected Result measure(Shmem shmem) {
        return SpBenchmark.run(shmem, this);
    }

    DecompositionKind decomposition() {
        return decomposition != null ? decomposition
            : transfer == CellExchange.DIRECT ? DecompositionKind.SLAB : DecompositionKind.MULTIPARTITION;
    }

    CellExchange transfer() {
        return transfer;
    }

    /**
     * {@return time steps}
     *
     * @param all those of the problem, where the user has not said
     */
    int steps(int all) {
        return steps == null ? all : steps;
    }

    int rehearsal() {
        return rehearsal;
    }
}
