// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.studies.scc;

import io.shmem4j.sim.machine.MeshMachine.LayerTimes;
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

    /**
     * Picoseconds of the published libraries, all calibrated: OC-Bcast's call to the latency of a line; a piece of a
     * blocking message to a line down a binomial tree; iRCCE's is taken to cost the same; a round to three published
     * gains by least squares of relative errors; RCKMPI's message to an application that takes more than twice as long.
     */
    private static final LayerTimes PUBLISHED = new LayerTimes(10_300_000, 1_700_000, 1_700_000, 0, 3_100_000,
        26_000_000);

    /** {@return the SCC, or another mesh, with the published libraries} */
    public static MeshMachine chip(String nameOrPath) {
        return MeshMachine.load(nameOrPath).withCalls(PUBLISHED);
    }

    /** {@return the fixed time that a send or receive spends on a message} */
    public long message(MeshMachine machine) {
        return this == RCKMPI ? machine.layers().mpi() : 0;
    }

    /** {@return the software time of each side for a piece; a padded line is a piece of its own} */
    public long piece(MeshMachine machine) {
        return switch (this) {
            case BLOCKING, RCKMPI -> machine.layers().blocking();
            case I_RCCE -> machine.layers().iRcce();
            case LIGHTWEIGHT -> machine.layers().lightweight();
        };
    }

    /** {@return the software time of a collective's round, without its messages} */
    long round(MeshMachine machine) {
        return this == RCKMPI ? 0 : machine.layers().round();
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
