// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.mpi;

import io.shmem4j.testing.Cases;
import mpi.MPI;
import mpi.MPIException;

/** Runs cases in one MPI program; rank 0 prints the name of each when all ranks have done it. */
final class MpiCases {
    private MpiCases() {
    }

    public static void main(String[] args) {
        for (String each : MPI.Init(args)) {
            Cases.call(each);
            MPI.COMM_WORLD.Barrier();
            if (MPI.COMM_WORLD.Rank() == 0) {
                System.out.println("passed " + each);
            }
        }
        MPI.Finalize();
    }

    static void equal(Object expected, Object found, String what) {
        Cases.equal(expected, found, what);
    }

    static void refused(String words, Runnable call) {
        Cases.refused(MPIException.class, words, call);
    }
}
