// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.nas.ft;

import io.shmem4j.nas.npb.KernelOptions;
import io.shmem4j.nas.npb.KernelProblem;
import io.shmem4j.nas.npb.NpbClass;
import picocli.CommandLine.Command;

/** The command line of {@code nas ft}. */
@Command(name = "ft", description = "Fourier Transform: a diffusion equation by transforms of a grid whose planes are"
    + " dealt to any number of PEs up to the planes. The classes have 64 x 64 x 64, 128 x 128 x 32, 256 x 256 x 128,"
    + " 512 x 256 x 256 and 512 x 512 x 512 points. putget puts a block to each PE between two barriers.")
public final class FtOptions extends KernelOptions {
    @Override
    protected KernelProblem<?> problem(NpbClass npbClass) {
        return FtProblem.of(npbClass);
    }
}
