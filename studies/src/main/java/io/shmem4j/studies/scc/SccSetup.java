// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.studies.scc;

import io.shmem4j.sim.machine.MeshMachine;
import io.shmem4j.sim.mesh.MeshOptions;
import java.util.Arrays;
import java.util.function.Consumer;
import picocli.CommandLine.Option;

/** Settings of an experiment: the machine and the options of the command line, null if not given. */
public final class SccSetup {
    MeshMachine machine;
    /** Receives the name of the next step. */
    Consumer<String> progress;

    @Option(names = "--cores", paramLabel = "N", split = ",", description = "how many cores take part, the first ones")
    int[] cores;

    @Option(names = "--victim", paramLabel = "CORE", description = "contention: whose buffer is used (default: 0)")
    int victim;

    @Option(names = "--link", description = "contention: report links and memory controllers, too")
    boolean link;

    @Option(names = "--root", paramLabel = "CORE", description = "broadcast: who has the data (default: 0)")
    int root;

    @Option(names = "-k", paramLabel = "N", split = ",", description = "broadcast: children of a node")
    int[] k;

    @Option(names = "--lines", paramLabel = "N", split = ",", description = "lengths in lines")
    int[] lines;

    @Option(names = "--rate", description = "broadcast: bytes a second instead of times")
    boolean rate;

    @Option(names = "--doubles", paramLabel = "A..B", defaultValue = "552..700",
        description = "collectives: lengths in numbers (default: ${DEFAULT-VALUE})")
    String doubles;

    @Option(names = "--operation", paramLabel = "NAME", defaultValue = "allreduce",
        description = "collectives: allgather, alltoall, reduce-scatter, broadcast, reduce, allreduce or barrier"
            + " (default: ${DEFAULT-VALUE})")
    String operation;

    @Option(names = "--flat", description = "all distances 1 and no waiting for ports")
    private boolean flat;

    @Option(names = "--first-come", description = "ports serve first what came first, not the routers' inputs in turn")
    private boolean firstCome;

    public void on(MeshMachine where, Consumer<String> listener) {
        machine = where;
        progress = listener;
    }

    MeshOptions options() {
        MeshOptions options = flat ? MeshOptions.FLAT : MeshOptions.STANDARD;
        return firstCome ? options.firstCome() : options;
    }

    Operation operation() {
        return Arrays.stream(Operation.values()).filter(one -> one.title().equals(operation)).findFirst().orElseThrow(
            () -> new IllegalArgumentException("there is no operation '" + operation + "'; there are "
                + String.join(", ", Arrays.stream(Operation.values()).map(Operation::title).toList())));
    }

    /** {@return the first and last length of collectives, in numbers} */
    int[] range() {
        String[] ends = doubles.split("\\.\\.", 2);
        if (Arrays.stream(ends).allMatch(end -> end.strip().matches("[0-9]{1,9}"))) {
            int first = Integer.parseInt(ends[0].strip());
            int last = Integer.parseInt(ends[ends.length - 1].strip());
            if (first >= 1 && last >= first) {
                return new int[] {first, last};
            }
        }
        throw new IllegalArgumentException("--doubles is a range A..B of lengths from 1 on, not " + doubles);
    }

    /** {@return the number of cores of an experiment that takes a single one} */
    int oneNumberOfCores() {
        if (cores == null) {
            return machine.cores();
        }
        if (cores.length != 1) {
            throw new IllegalArgumentException("--cores takes one number here");
        }
        return cores[0];
    }

    /** {@return the user's values, each at least 1, or the standard ones} */
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
