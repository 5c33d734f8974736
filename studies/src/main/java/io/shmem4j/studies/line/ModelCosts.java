// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.studies.line;

import io.shmem4j.collective.team.Dissemination;
import io.shmem4j.collective.team.Dissemination.RoundRule;
import io.shmem4j.report.Figure.Range;
import io.shmem4j.sim.machine.CoherentMachine.MultiLineFit;
import io.shmem4j.sim.machine.CoherentMachine;

/**
 * The parameters of the models, in nanoseconds, and the models without a tree.
 *
 * @param local R_L, a line in the own cache
 * @param remote R_R, a line in another cache
 * @param memory R_I, a line in memory
 * @param perReader c, the cost of each further reader of a line
 * @param cached fit of messages whose lines are cached
 * @param fromMemory fit of messages whose lines are in memory
 */
public record ModelCosts(double local, double remote, double memory, double perReader, MultiLineFit cached,
        MultiLineFit fromMemory) {

    /** {@return the parameters of a machine with its simplified latencies} */
    public static ModelCosts of(CoherentMachine machine) {
        return new ModelCosts(machine.simplified().ownExclusive(), machine.simplified().remoteExclusive(),
            machine.simplified().memory(), machine.perReader(), machine.cached(), machine.fromMemory());
    }

    /** {@return the parameters of PEs on the first cores of a machine; another cache is at their mean distance} */
    public static ModelCosts of(CoherentMachine machine, int pes) {
        ModelCosts near = of(machine);
        return machine.distances() == null ? near : new ModelCosts(near.local, near.remote
            + machine.distances().meanNanos(pes), near.memory, near.perReader, near.cached, near.fromMemory);
    }

    /** {@return b of the contention model; b + c is one undisturbed copy of a line} */
    public double base() {
        return local + remote - perReader;
    }

    /** {@return T_C(n) = b + c n, equation 3: n PEs copy the same cached line} */
    public double contended(double readers) {
        return base() + perReader * readers;
    }

    /**
     * {@return equations 5 and 6: all PEs but one add to a line that the last PE polls. Best case: it polls once, at
     * the end; worst case: after every write}
     */
    public Range notification(int pes) {
        double hops = (pes - 1) * remote;
        return new Range(memory + hops, memory + 2 * hops);
    }

    /**
     * {@return equations 12 to 14: a broadcast of many lines in slices through a pipeline. A slice may be a fraction of
     * a line.}
     */
    public Range pipelined(int pes, int lines) {
        double everybody = contended(pes - 1);
        double slice = cached.time((double) lines / (pes - 1));
        double end = 2 * remote + local;
        double min = memory + 2 * local + 2 * local + everybody + slice + (pes - 2) * (remote + local + slice) + end;
        double max = memory + 2 * (remote + everybody) + remote + 2 * remote + everybody + slice
            + (pes - 2) * (2 * remote + slice) + end;
        return new Range(min, max);
    }

    /** {@return equations 12 to 14 for a flat tree: every PE copies the whole message from the root} */
    public Range flat(int pes, int lines) {
        double everybody = contended(pes - 1);
        double copy = base() + perReader * (pes - 2) + cached.o() * lines;
        double min = memory + 3 * local + remote + everybody + (pes - 1) * remote;
        double max = memory + local + 3 * remote + 2 * everybody + 2 * (pes - 1) * remote;
        return new Range(min + copy, max + copy);
    }

    /** {@return equations 15 and 16: a barrier by m-way dissemination over one notification line per PE} */
    public Range barrier(Dissemination pattern) {
        int m = pattern.ways();
        double max = (1 + 4 * m + 2 * m + 1) * remote;
        return new Range(pattern.rounds() * leastRound(m), pattern.rounds() * max);
    }

    /** {@return the time of a barrier's round in the best case} */
    private double leastRound(int ways) {
        return local + (ways + 1) * remote;
    }

    /**
     * {@return the barrier that is cheapest in the best case}
     *
     * <p>The published m minimise the formula only with r = ceil(log_m n) rounds, although ceil(log_{m+1} n) suffice.
     * So rounds are counted by {@link RoundRule#PUBLISHED}.
     */
    public Dissemination bestBarrier(int pes) {
        return Dissemination.cheapest(pes, this::leastRound, RoundRule.PUBLISHED);
    }
}
