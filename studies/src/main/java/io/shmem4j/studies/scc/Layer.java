// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.studies.scc;

import io.shmem4j.sim.machine.MeshMachine;

/** A library of two-sided messages. */
public enum Layer {
    /** A send returns once the receiver has taken the message; exchanges take turns. */
    BLOCKING,
    /** Send and receive overlap, at the cost of a request list. */
    I_RCCE,
    /** Send and receive overlap, one of each at most. */
    LIGHTWEIGHT,
    /**
     * An MPI whose channel gives each pair of cores a share of the receiver's buffer. Pieces of that size go into it,
     * with the overhead of a general library for each message and each piece.
     */
    RCKMPI;

    /** {@return the fixed time that a send or receive spends on a message} */
    public long message(LayerTimes calls) {
        return this == RCKMPI ? calls.mpi() : 0;
    }

    /** {@return the software time of each side for a piece; a padded line is a piece of its own} */
    public long piece(LayerTimes calls) {
        return switch (this) {
            case BLOCKING, RCKMPI -> calls.blocking();
            case I_RCCE -> calls.iRcce();
            case LIGHTWEIGHT -> calls.lightweight();
        };
    }

    /** {@return the software time of a collective's round, without its messages} */
    long round(LayerTimes calls) {
        return this == RCKMPI ? 0 : calls.round();
    }

    /**
     * {@return the lines of the receiver's buffer that a pair of cores has, or 0 if pieces lie in the sender's buffer}
     */
    public int share(MeshMachine machine, int cores) {
        return this == RCKMPI ? Math.max(1, machine.mpbLines() / cores - 1) : 0;
    }

    /** {@return whether a send waits for its receiver} */
    public boolean takesTurns() {
        return this == BLOCKING;
    }
}
