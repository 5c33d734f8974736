// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.pe;

/** The thread in which a PE's main method runs. */
final class PeThread extends Thread {
    /** What the name of such a thread starts with; the PE's number follows. */
    static final String NAME = "PE ";

    private final Pe pe;

    /**
     * With the stack size that the JVM gives every thread.
     *
     * @param pe the PE
     * @param action to run
     */
    PeThread(Pe pe, Runnable action) {
        super(pe.threads(), action, NAME + pe.number());
        this.pe = pe;
        setContextClassLoader(pe.loader());
    }

    Pe pe() {
        return pe;
    }
}
