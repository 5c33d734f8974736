// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.sim.coherence;

/** Told by the chip when a line is written on which PEs sleep. */
@FunctionalInterface
public interface Waker {
    /**
     * Wakes a PE.
     *
     * @param pe       its number
     * @param line     the line that was written
     * @param time     when the PE notices, in picoseconds
     * @param overhead added to its next fetch of the line, because both sides are active
     */
    void wake(int pe, long line, long time, long overhead);
}
