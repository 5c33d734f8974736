// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.sim.run;

import io.shmem4j.sim.coherence.BulkTransfer.Prefetch;
import io.shmem4j.sim.schedule.Outcome;
import io.shmem4j.sim.schedule.Scheduler;
import java.util.function.Consumer;

/** A simulated chip and the virtual PEs on it, whatever its kind. */
public interface Chip {
    /** {@return how it ended, after every PE ran a program from time 0} */
    Outcome run(Consumer<VirtualPe> program);

    Scheduler scheduler();

    VirtualPe pe(int number);

    /** Ends the running PE in the place of its own thread, which does not come back. */
    void end(int pe);

    /** Says which lines loops of the program prefetch, on a chip that prefetches. */
    default void prefetch(Prefetch which) {
        // Nothing is prefetched.
    }
}
