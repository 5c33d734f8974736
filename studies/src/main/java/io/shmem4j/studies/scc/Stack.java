// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.studies.scc;

import io.shmem4j.sim.machine.MeshMachine;

/** The message libraries below the collectives, each an improvement of the previous one, and an MPI. */
public enum Stack {
    /** A send returns once the receiver has taken the message; exchanges take turns. */
    BLOCKING("blocking"),
    /** Non-blocking messages of a general library: send and receive overlap, at the cost of a request list. */
    I_RCCE("iRCCE"),
    /** Non-blocking messages of a library with just enough for collectives, one of each at most. */
    LIGHTWEIGHT("lightweight"),
    /** LIGHTWEIGHT with blocks whose lengths differ by at most 1. */
    BALANCED("balanced"),
    /** BALANCED with sums in the message-passing buffers themselves. */
    MPB_DIRECT("MPB-direct"),
    /**
     * The same collectives over an MPI whose channel gives each pair of cores a share of the receiver's buffer. Pieces
     * of that size go into it, with the overhead of a general library for each message and each piece.
     */
    RCKMPI("RCKMPI");

    private final String title;

    Stack(String title) {
        this.title = title;
    }

    public String title() {
        return title;
    }

    /** {@return the fixed time that a send or receive spends on a message} */
    long message(LayerTimes calls) {
        return this == RCKMPI ? calls.mpi() : 0;
    }

    /** {@return the software time of each side for a piece; a padded line is a piece of its own} */
    long piece(LayerTimes calls) {
        return switch (this) {
            case BLOCKING, RCKMPI -> calls.blocking();
            case I_RCCE -> calls.iRcce();
            default -> calls.lightweight();
        };
    }

    /** {@return the software time of a collective's round, without its messages} */
    long round(LayerTimes calls) {
        return this == RCKMPI ? 0 : calls.round();
    }

    /**
     * {@return the lines of the receiver's buffer that a pair of cores has, or 0 if pieces lie in the sender's buffer}
     */
    int share(MeshMachine machine, int cores) {
        return this == RCKMPI ? Math.max(1, machine.mpbLines() / cores - 1) : 0;
    }

    Blocks blocks(int count, int blocks) {
        return compareTo(BALANCED) < 0 ? Blocks.firstLongest(count, blocks) : Blocks.balanced(count, blocks);
    }
}
