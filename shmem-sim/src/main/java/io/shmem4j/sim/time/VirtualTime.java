// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.sim.time;

import io.shmem4j.Shmem;
import io.shmem4j.engine.Library;
import io.shmem4j.spi.CallSite;
import io.shmem4j.spi.JobMemory;

/**
 * The clock of simulated machines, for programs that declare their local work. On real machines the calls do nothing,
 * and the compiler removes them.
 */
public final class VirtualTime {
    private VirtualTime() {
    }

    /** A PE with a clock that local work advances. */
    @FunctionalInterface
    public interface Worker {
        /**
         * Advances the PE's clock.
         *
         * @param kind   the kind of work
         * @param amount number of operations, instructions, bytes or accesses; 0 or more
         */
        void work(WorkKind kind, long amount);
    }

    /**
     * {@return whether accesses to symmetric memory take virtual time, as they do on simulated machines}
     *
     * @param shmem the library
     */
    public static boolean isOn(Shmem shmem) {
        return shmem != null && JobMemory.charged();
    }

    /**
     * Declares local work of this PE. A simulated machine advances the PE's clock by the time that the work takes.
     *
     * @param shmem  the library
     * @param kind   the kind of work
     * @param amount number of operations, instructions, bytes or accesses
     * @throws IllegalArgumentException if the amount is negative
     */
    public static void work(Shmem shmem, WorkKind kind, long amount) {
        if (amount < 0) {
            throw new IllegalArgumentException("PE " + shmem.myPe() + ", work called at " + CallSite.place()
                + ": the amount of work is negative, " + amount);
        }
        if (JobMemory.charged() && Library.currentBackend() instanceof Worker worker) {
            worker.work(kind, amount);
        }
    }
}
