// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.sim.run;

import io.shmem4j.sim.schedule.Scheduler.CarrierKind;

/**
 * How to simulate.
 *
 * @param seed           0: every line costs the same, and nothing interrupts; else the seed of both
 * @param activeOverhead whether a message to a polling receiver takes the measured time on top of the model
 * @param distances      whether a line's cost depends on the way along a ring; else all have the middle distance
 * @param carrier        how PEs keep their stacks; changes nothing but speed
 */
public record SimulationOptions(long seed, boolean activeOverhead, boolean distances, CarrierKind carrier) {
    /** No deviations and interrupts, with the overhead, on the fastest carrier. */
    public static final SimulationOptions STANDARD = new SimulationOptions(0, true, false,
        CarrierKind.fastest());

    public SimulationOptions withSeed(long newSeed) {
        return new SimulationOptions(newSeed, activeOverhead, distances, carrier);
    }

    /** {@return the same without the overhead of active receivers} */
    public SimulationOptions withoutOverhead() {
        return new SimulationOptions(seed, false, distances, carrier);
    }

    /** {@return the same with the distances on a ring} */
    public SimulationOptions withDistances() {
        return new SimulationOptions(seed, activeOverhead, true, carrier);
    }

    public SimulationOptions on(CarrierKind newCarrier) {
        return new SimulationOptions(seed, activeOverhead, distances, newCarrier);
    }
}
