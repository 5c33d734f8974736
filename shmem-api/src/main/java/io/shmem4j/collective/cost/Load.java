// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.collective.cost;

import java.util.Locale;

/** Whether PEs wait for each other or for a core, which decides what collectives cost. */
public enum Load {
    /** The job has at most as many PEs as cores. */
    OWN,
    /** The job has more PEs than cores. */
    SHARED;

    /**
     * {@return the load of a job}
     *
     * @param pes   its PEs
     * @param cores cores that they share
     */
    public static Load of(int pes, int cores) {
        return pes > cores ? SHARED : OWN;
    }

    /** {@return its name in tables} */
    public String word() {
        return name().toLowerCase(Locale.ROOT);
    }
}
