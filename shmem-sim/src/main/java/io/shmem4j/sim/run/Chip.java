// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.sim.run;

import io.shmem4j.sim.machine.SoftwareProfile.Prefetch;
import io.shmem4j.sim.schedule.Scheduler;
import io.shmem4j.sim.schedule.Scheduler.Outcome;
import java.util.function.Consumer;

/** A simulated chip of any kind and the virtual PEs on it. */
public abstract class Chip {
    private final Scheduler scheduler;
    private final VirtualPe[] pes;

    Chip(Scheduler scheduler, int pes) {
        this.scheduler = scheduler;
        this.pes = new VirtualPe[pes];
    }

    final void put(VirtualPe pe) {
        pes[pe.number()] = pe;
    }

    public final Scheduler scheduler() {
        return scheduler;
    }

    public final VirtualPe pe(int number) {
        return pes[number];
    }

    /** Runs a program on every PE from time 0; {@return how the run ended} */
    public Outcome run(Consumer<VirtualPe> program) {
        return scheduler.run(number -> program.accept(pes[number]));
    }

    /** Ends the running PE as if its program had returned; never returns. */
    public void exit(int pe) {
        scheduler.exit();
    }

    /** Ends the running PE on behalf of its own thread, which doesn't return to the library. */
    public void end(int pe) {
        scheduler.endFromOutside();
    }

    /** Sets which lines loops of the program prefetch, if the chip can. */
    public void prefetch(Prefetch which) {
        // Nothing is prefetched.
    }
}
