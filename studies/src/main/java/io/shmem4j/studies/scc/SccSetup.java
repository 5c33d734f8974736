// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.studies.scc;

import io.shmem4j.sim.machine.MeshMachine;
import io.shmem4j.sim.mesh.MeshOptions;
import io.shmem4j.studies.rcce.Operation;
import java.util.function.Consumer;

/**
 * How an experiment is run. Options that were not given are null.
 *
 * @param machine   the machine
 * @param options   the simulated parts of it
 * @param cores     numbers of cores
 * @param victim    whose buffer is used by all
 * @param root      who broadcasts
 * @param link      whether to report links and controllers
 * @param k         children of a node
 * @param lines     lengths in lines
 * @param rate      whether to report bytes a second instead of times
 * @param from      first length in numbers
 * @param to        last length in numbers
 * @param operation which collective
 * @param cycles    of the application
 * @param seed      of the application
 * @param progress  told what comes next
 */
public record SccSetup(MeshMachine machine, MeshOptions options, int[] cores, int victim, int root, boolean link,
        int[] k, int[] lines, boolean rate, int from, int to, Operation operation, int cycles, long seed,
        Consumer<String> progress) {
    /** {@return the number of cores of an experiment that takes one} */
    int oneNumberOfCores() {
        if (cores == null) {
            return machine.cores();
        }
        if (cores.length != 1) {
            throw new IllegalArgumentException("--cores takes one number here");
        }
        return cores[0];
    }

    /**
     * {@return values that are at least 1}
     *
     * @param given the user's, or null
     */
    static int[] values(String option, int[] given, int most, int... standard) {
        int[] chosen = given == null ? standard : given;
        for (int value : chosen) {
            if (value < 1 || value > most) {
                throw new IllegalArgumentException(option + " takes numbers from 1 to " + most + ", not " + value);
            }
        }
        return chosen;
    }
}
