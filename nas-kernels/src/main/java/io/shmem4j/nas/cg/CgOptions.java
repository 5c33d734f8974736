// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.nas.cg;

import io.shmem4j.nas.npb.KernelOptions;
import io.shmem4j.nas.npb.KernelProblem;
import io.shmem4j.nas.npb.NpbClass;
import picocli.CommandLine.Command;

/** The command line of {@code nas cg}. */
@Command(name = "cg", description = "Conjugate Gradient: an eigenvalue of a sparse matrix whose rows are dealt to any"
    + " number of PEs. The classes have 1400, 7000, 14000, 75000 and 150000 rows. putget gathers the vector by the"
    + " library's collect, in place of exchanges across rows of a grid of PEs.")
public final class CgOptions extends KernelOptions {
    @Override
    protected KernelProblem<?> problem(NpbClass npbClass) {
        return CgProblem.of(npbClass);
    }
}
