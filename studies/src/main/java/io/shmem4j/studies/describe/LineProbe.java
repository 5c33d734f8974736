// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.studies.describe;

import io.shmem4j.Shmem;
import java.util.Arrays;
import java.util.function.DoubleSupplier;

/**
 * Measures the time of a cache line by the core that has it. PE 0 owns the lines, PE 1 fetches them, and the other PEs
 * are readers that share them. Each measurement sets its case up anew, and the median of many counts.
 */
final class LineProbe {
    /** How often something is measured whose setting up is quick. */
    static final int TIMES = 60;
    /** How often something is measured for which all caches are emptied. */
    static final int SLOW_TIMES = 15;
    /** Few enough for every first-level cache, but more than a core fetches ahead while it still waits in a barrier. */
    private static final int LINES = 384;
    private static final long WARM_UP_NANOS = 600_000_000;
    /** The standard deviation of a normal distribution by its median distance from the median. */
    private static final double NORMAL = 1.4826;

    private final Shmem shmem;
    private final int me;
    private final LineChain chain;
    private final Eviction eviction;
    private final MachineCosts costs;

    /** Allocates its memory; collective. PE 1 puts the times into the costs. */
    LineProbe(Shmem shmem, Eviction eviction, MachineCosts costs) {
        this.shmem = shmem;
        this.me = shmem.myPe();
        this.chain = new LineChain(shmem, LINES, LineChain.SPARSE);
        this.eviction = eviction;
        this.costs = costs;
    }

    LineChain chain() {
        return chain;
    }

    /** Runs the loops of the chain, and more that will be measured, until they are compiled; collective. */
    void warmUp(Runnable more) {
        long begin = System.nanoTime();
        while (System.nanoTime() - begin < WARM_UP_NANOS) {
            chain.follow(me);
            more.run();
            chain.link();
        }
    }

    /** Measures unchanged lines, by which collectives are chosen; collective. */
    void run() {
        put("remote.exclusive", SLOW_TIMES, this::exclusive, () -> chain.follow(0));
        put("own.exclusive", SLOW_TIMES, () -> {
            eviction.run();
            on(1, () -> chain.follow(1));
        }, () -> chain.follow(1));
        put("memory", SLOW_TIMES, eviction::run, () -> chain.follow(0));
        contention();
    }

    /** Has PE 0 alone fetch its lines from memory; collective. */
    void exclusive() {
        eviction.run();
        on(0, () -> chain.follow(0));
    }

    /**
     * Measures the time that one more reader adds. With three PEs or more, PEs 1 to n read PE 0's lines at once. With
     * two PEs, the owner is the second reader, so both read lines that neither has.
     */
    private void contention() {
        int readers = shmem.nPes() < 3 ? 2 : shmem.nPes() - 1;
        Runnable apart = shmem.nPes() < 3 ? eviction::run : () -> on(0, chain::link);
        double alone = median(measure(2 * SLOW_TIMES, me == 1, apart, () -> chain.follow(0)));
        double together = median(measure(2 * SLOW_TIMES, shmem.nPes() < 3 || me > 0, apart, () -> chain.follow(0)));
        if (me == 1) {
            costs.put("reader", Math.max(0, (together - alone) / (readers - 1)));
        }
    }

    /** Has one PE do something, while the others wait; collective. */
    void on(int pe, Runnable step) {
        if (me == pe) {
            step.run();
        }
        shmem.barrierAll();
    }

    /** {@return measurements, each after a step of all PEs; 0 on those that don't take part} */
    private double[] measure(int times, boolean takesPart, Runnable before, DoubleSupplier measure) {
        double[] nanos = new double[times];
        for (int i = 0; i < times; i++) {
            before.run();
            shmem.barrierAll();
            nanos[i] = takesPart ? measure.getAsDouble() : 0;
            shmem.barrierAll();
        }
        return nanos;
    }

    /**
     * Measures one case, which a step brings about each time; collective. Its costs are the median, and behind
     * ".deviation" how far values are from it.
     */
    void put(String name, int times, Runnable before, DoubleSupplier measure) {
        double[] nanos = measure(times, me == 1, before, measure);
        if (me == 1) {
            double median = median(nanos);
            costs.put(name, median);
            double[] distances = Arrays.stream(nanos).map(each -> Math.abs(each - median)).toArray();
            costs.put(name + ".deviation", median(distances) * NORMAL);
        }
    }

    private static double median(double[] values) {
        double[] sorted = values.clone();
        Arrays.sort(sorted);
        return sorted[sorted.length / 2];
    }
}
