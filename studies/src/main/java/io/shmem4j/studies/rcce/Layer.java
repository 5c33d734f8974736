// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.studies.rcce;

import io.shmem4j.sim.machine.MeshMachine;

/** A library of two-sided messages. */
public enum Layer {
    /** A send returns when the receiver has taken the message; exchanges take turns. */
    BLOCKING,
    /** Send and receive go on at the same time, with the cost of a list of requests. */
    I_RCCE,
    /** The same with one send and one receive at most. */
    LIGHTWEIGHT,
    /** Blocking messages whose calls cost nothing, inside a broadcast that is one call. */
    INNER;

    /**
     * {@return the time of a send or receive without its data}
     *
     * @param machine the machine
     */
    public long call(MeshMachine machine) {
        return switch (this) {
            case BLOCKING -> machine.layers().blocking();
            case I_RCCE -> machine.layers().iRcce();
            case LIGHTWEIGHT -> machine.layers().lightweight();
            case INNER -> 0;
        };
    }

    /** {@return whether a send waits for its receiver before the core goes on} */
    public boolean takesTurns() {
        return this == BLOCKING || this == INNER;
    }
}
