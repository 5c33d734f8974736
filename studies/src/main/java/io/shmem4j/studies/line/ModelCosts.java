// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.studies.line;

import io.shmem4j.report.figure.Figure.Range;
import io.shmem4j.sim.machine.CoherentMachine;
import io.shmem4j.sim.machine.CoherentMachine.MultiLineFit;

/**
 * The few numbers the models are made of, in nanoseconds.
 *
 * @param local       R_L, a line in the own cache
 * @param remote      R_R, a line in another cache
 * @param memory      R_I, a line in memory
 * @param perReader   c, what one more reader of a line costs
 * @param cached      fit of messages whose lines are in caches
 * @param fromMemory  fit of messages whose lines are in memory
 */
public record ModelCosts(double local, double remote, double memory, double perReader, MultiLineFit cached,
        MultiLineFit fromMemory) {

    /** {@return the costs of a machine, with its simplified latencies} */
    public static ModelCosts of(CoherentMachine machine) {
        return new ModelCosts(machine.simplified().ownExclusive(), machine.simplified().remoteExclusive(),
            machine.simplified().memory(), machine.perReader(), machine.cached(), machine.fromMemory());
    }

    /** {@return b of the contention model: b + c is one undisturbed copy of a line} */
    public double base() {
        return local + remote - perReader;
    }

    /** {@return T_C(n) = b + c n, equation 3: n PEs copy the same cached line} */
    public double contended(double readers) {
        return base() + perReader * readers;
    }

    /**
     * {@return the same of a line in memory, in the form of the fits: c n + q - p / n}: one reader takes R_I + R_L, and
     * of many the first fetches the line from memory and the others from its cache
     */
    public double contendedInMemory(double readers) {
        double q = memory + remote + local - 2 * perReader;
        double p = perReader + q - memory - local;
        return perReader * readers + q - p / readers;
    }

    /**
     * {@return equations 5 and 6: all PEs but one add to a line that the last one watches, at best once, at the end; at
     * worst after every write}
     */
    public Range notification(int pes) {
        double hops = (pes - 1) * remote;
        return new Range(memory + hops, memory + 2 * hops);
    }
}
