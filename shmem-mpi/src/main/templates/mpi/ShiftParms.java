// SPDX-License-Identifier: Apache-2.0
package mpi;

/** The ranks of a shift in a grid. */
public class ShiftParms {
    /** Rank from which the shift moves to this process, or {@link MPI#PROC_NULL}. */
    public int rank_source;
    /** Rank to which the shift moves from this process, or {@link MPI#PROC_NULL}. */
    public int rank_dest;

    ShiftParms(int source, int dest) {
        this.rank_source = source;
        this.rank_dest = dest;
    }

    /** {@return the rank from which the shift moves to this process, or {@link MPI#PROC_NULL}} */
    public int getRankSource() {
        return rank_source;
    }

    /** {@return the rank to which the shift moves from this process, or {@link MPI#PROC_NULL}} */
    public int getRankDest() {
        return rank_dest;
    }
}
