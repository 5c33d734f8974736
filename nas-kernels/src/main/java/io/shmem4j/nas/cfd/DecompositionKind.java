// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.nas.cfd;

import io.shmem4j.nas.npb.KernelCommand;
import io.shmem4j.nas.npb.NpbClass;
import java.util.List;
import java.util.Locale;
import picocli.CommandLine.Model.OptionSpec;

/** The ways to deal the grid to PEs, named as on the command line. */
public enum DecompositionKind {
    /** Cells on diagonals, for square numbers of PEs. */
    MULTIPARTITION,
    SLAB;

    /** {@return whether a number of PEs can deal a grid of n points along each edge out this way} */
    public boolean suits(int n, int pes) {
        return this == SLAB ? pes <= n - 2 : CellGrid.root(n, pes) > 0;
    }

    /** {@return why a number of PEs does not suit, and what does} */
    public String refusal(String benchmark, NpbClass npbClass, int n, int pes, String slabs) {
        String title = benchmark + " class " + npbClass;
        if (this == SLAB) {
            return title + " has " + (n - 2) + " inner planes, so slabs are for at most as many PEs, and not for " + pes
                + (MULTIPARTITION.suits(n, pes) ? "; try --decomposition multipartition" : "");
        }
        return "the multipartition of " + title + " is for a square number of PEs with cells of at least 3 points along"
            + " each edge, and not for " + pes + "; try -np " + CellGrid.nearest(n, pes)
            + (SLAB.suits(n, pes) ? ", or " + slabs : "");
    }

    public String word() {
        return name().toLowerCase(Locale.ROOT);
    }

    /** {@return the option that chooses one} */
    static OptionSpec option(String otherwise) {
        return KernelCommand.choice("--decomposition", "HOW", null, "slab: planes, for any number of PEs up to the"
            + " inner planes; multipartition: cells, for square numbers of PEs; default slab, with " + otherwise,
            List.of(values()));
    }
}
