// SPDX-License-Identifier: Apache-2.0
package mpi;

/** MPI's windows, which are not there: a program that uses them ends with a sentence that says so. */
public final class Win {
    static {
        Absent.refuse("mpi.Win", "put and get are those of io.shmem4j.Shmem, by Shmem.current()");
    }

    private Win() {
    }
}
