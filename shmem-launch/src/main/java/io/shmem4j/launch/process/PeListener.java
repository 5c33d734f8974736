// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.launch.process;

import java.util.Map;

/** Hears of the events of PEs that share a JVM, in the thread that carries their output. */
public interface PeListener {
    /** A PE has ended, and its output has been carried. */
    void ended(int pe, int status);

    /**
     * Threads have come or gone.
     *
     * @param owners the PE of each thread that PEs have started, by the thread's number
     */
    void threads(Map<Long, Integer> owners);

    /** A thread ends the JVM before its PEs have ended. */
    void exit(String where);
}
