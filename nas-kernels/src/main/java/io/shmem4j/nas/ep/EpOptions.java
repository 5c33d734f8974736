// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.nas.ep;

import io.shmem4j.nas.npb.KernelOptions;
import io.shmem4j.nas.npb.KernelProblem;
import io.shmem4j.nas.npb.NpbClass;
import picocli.CommandLine.Command;

/** The command line of {@code nas ep}. */
@Command(name = "ep", description = "Embarrassingly Parallel: Gaussian deviates. The classes have 2^24, 2^25, 2^28,"
    + " 2^30 and 2^32 pairs of random numbers in 16 iterations; up to 256 PEs and more. putget makes three sums at the"
    + " end, direct one.")
public final class EpOptions extends KernelOptions {
    @Override
    protected KernelProblem<?> problem(NpbClass npbClass) {
        return EpProblem.of(npbClass);
    }
}
