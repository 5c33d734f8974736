// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.sim.run;

import io.shmem4j.sim.coherence.BulkTransfer.Prefetch;
import io.shmem4j.sim.schedule.Outcome;
import io.shmem4j.sim.schedule.Scheduler;
import java.util.function.Consumer;

/** A simulated chip and the virtual PEs on it, whatever its kind. */
public interface Chip {
    /**
     * {@return how it ended, after every PE ran a program from time 0}
     *
     * @param program what each PE does
     */
    Outcome run(Consumer<VirtualPe> program);

    /** {@return the clocks} */
    Scheduler scheduler();

    /**
     * {@return a PE}
     *
     * @param number its number
     */
    VirtualPe pe(int number);

    /**
     * Ends the running PE in the place of its own thread, which does not come back.
     *
     * @param pe its number
     */
    void end(int pe);

    /**
     * Says which lines loops of the program prefetch, on a chip that prefetches.
     *
     * @param which lines
     */
    default void prefetch(Prefetch which) {
        // Nothing is prefetched.
    }
}
