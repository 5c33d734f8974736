// SPDX-License-Identifier: Apache-2.0
package mpi;

/** MPI's files, which are not there: a program that uses them ends with a sentence that says so. */
public final class File {
    static {
        Absent.refuse("mpi.File", "write files by java.nio, from one rank or one file a rank");
    }

    private File() {
    }
}
