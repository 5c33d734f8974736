// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.error;

/**
 * A PE that this one waits for has died, in a fault-tolerant job. The data of all PEs are as the last stores left them.
 * {@code Shmem.recover} makes collectives work again when the PE is back.
 */
public final class PeFailedException extends ShmemException {
    private static final long serialVersionUID = 1;

    private final int pe;
    private final long process;
    private final String how;

    /**
     * Called by the library.
     *
     * @param where   the PE that waited, and its wait
     * @param pe      the PE that has died
     * @param process its process
     * @param how     how the process ended
     */
    public PeFailedException(String where, int pe, long process, String how) {
        super(where + ": PE " + pe + " (process " + process + ") " + how);
        this.pe = pe;
        this.process = process;
        this.how = how;
    }

    /** {@return the PE that has died} */
    public int pe() {
        return pe;
    }

    /** {@return the number of its process, on its machine} */
    public long process() {
        return process;
    }

    /** {@return how the process ended, such as "was killed by signal 9"} */
    public String how() {
        return how;
    }
}
