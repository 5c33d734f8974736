// SPDX-License-Identifier: Apache-2.0
package mpi;

/** Parts of MPI that are not there. */
final class Absent {
    private Absent() {
    }

    static MPIException processes() {
        return new MPIException("shmem4j starts no processes from within a program and opens no ports: oshrun -np "
            + "starts all of them");
    }

    /** Throws from the initializer of an absent class. */
    static void refuse(String name, String instead) {
        throw new MPIException("shmem4j has no " + name + ": " + instead);
    }
}
