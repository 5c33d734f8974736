// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.mpi;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import mpi.MPI;
import mpi.MPIException;

/** Runs SPMD cases; rank 0 prints the name of each when all ranks have done it. A check that fails ends the job. */
final class MpiCases {
    private static final Map<String, Runnable> ALL = new LinkedHashMap<>();

    static {
        MessageCases.all(ALL);
        CollectiveCases.all(ALL);
        GroupCases.all(ALL);
    }

    private MpiCases() {
    }

    public static void main(String[] args) {
        List<String> wanted = List.of(MPI.Init(args));
        for (Map.Entry<String, Runnable> each : ALL.entrySet()) {
            if (wanted.isEmpty() || wanted.contains(each.getKey())) {
                each.getValue().run();
                MPI.COMM_WORLD.Barrier();
                if (MPI.COMM_WORLD.Rank() == 0) {
                    System.out.println("passed " + each.getKey());
                }
            }
        }
        MPI.Finalize();
    }

    /** {@return names of all cases} */
    static List<String> names() {
        return List.copyOf(ALL.keySet());
    }

    static void equal(Object expected, Object found, String what) {
        if (!Objects.equals(expected, found)) {
            throw new AssertionError("rank " + MPI.COMM_WORLD.Rank() + ": " + what + " is " + found + ", not "
                + expected);
        }
    }

    static void refused(String words, Runnable call) {
        try {
            call.run();
        } catch (MPIException e) {
            if (e.getMessage().contains(words)) {
                return;
            }
            throw e;
        }
        throw new AssertionError("rank " + MPI.COMM_WORLD.Rank() + ": no exception with: " + words);
    }
}
