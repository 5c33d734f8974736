// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.launch.tune;

import io.shmem4j.Shmem;
import java.util.Arrays;

/**
 * Measures the time of a cache line by the core that has it. PE 0 owns the lines, PE 1 fetches them, and the other PEs
 * are readers that share them. Each measurement sets its case up anew, and the median of many counts.
 */
final class LineProbe {
    /** Few enough for every first-level cache, but more than a core fetches ahead while it still waits in a barrier. */
    private static final int LINES = 384;
    private static final long WARM_UP_NANOS = 600_000_000;
    private static final int TIMES = 60;
    private static final int SLOW_TIMES = 15;
    /** The standard deviation of a normal distribution by its median distance from the median. */
    private static final double NORMAL = 1.4826;

    private final Shmem shmem;
    private final int me;
    private final LineChain chain;
    private final LineChain large;
    private final Eviction eviction;

    /** Allocates its memory; collective. */
    LineProbe(Shmem shmem, Eviction eviction, CacheInfo second) {
        this.shmem = shmem;
        this.me = shmem.myPe();
        this.chain = new LineChain(shmem, LINES, LineChain.SPARSE);
        this.large = new LineChain(shmem, (int) (second.bytes() / 2 / 64), LineChain.DENSE);
        this.eviction = eviction;
    }

    private interface Step {
        void run();
    }

    private interface Measure {
        double nanos();
    }

    /**
     * Measures all; collective.
     *
     * @param costs gets the times, from PE 1
     */
    void run(MachineCosts costs) {
        Step nothing = () -> { };
        Step modified = () -> on(0, chain::link);
        Step exclusive = () -> {
            eviction.run();
            on(0, () -> chain.follow(0));
        };
        long begin = System.nanoTime();
        while (System.nanoTime() - begin < WARM_UP_NANOS) {
            chain.follow(me);
            large.stream(me);
            chain.link();
        }
        put(costs, "remote.modified", measure(TIMES, modified, () -> chain.follow(0)));
        put(costs, "own.shared", measure(TIMES, nothing, () -> chain.follow(0)));
        put(costs, "own.modified", measure(TIMES, () -> on(1, chain::link), () -> chain.follow(1)));
        double[] remote = measure(SLOW_TIMES, exclusive, () -> chain.follow(0));
        put(costs, "remote.exclusive", remote);
        put(costs, "remote.shared", shmem.nPes() < 3 ? remote : measure(SLOW_TIMES, () -> {
            exclusive.run();
            on(2, () -> chain.follow(0));
        }, () -> chain.follow(0)));
        put(costs, "own.exclusive", measure(SLOW_TIMES, () -> {
            eviction.run();
            on(1, () -> chain.follow(1));
        }, () -> chain.follow(1)));
        put(costs, "memory", measure(SLOW_TIMES, eviction::run, () -> chain.follow(0)));
        put(costs, "l2.latency", measure(TIMES, nothing, () -> large.follow(1)));
        put(costs, "l2.stream", measure(TIMES, nothing, () -> large.stream(1)));
        contention(costs);
        if (chain.sink() + large.sink() + eviction.sink() == Long.MIN_VALUE) {
            throw new IllegalStateException("a chain leads nowhere");
        }
    }

    /**
     * Measures the time that one more reader adds. With three PEs or more, PEs 1 to n read PE 0's lines at once. With
     * two PEs, the owner is the second reader, so both read lines that neither has.
     */
    private void contention(MachineCosts costs) {
        int readers = shmem.nPes() < 3 ? 2 : shmem.nPes() - 1;
        Step apart = shmem.nPes() < 3 ? eviction::run : () -> on(0, chain::link);
        double alone = median(measure(2 * SLOW_TIMES, apart, () -> chain.follow(0)));
        double[] together = new double[2 * SLOW_TIMES];
        for (int i = 0; i < together.length; i++) {
            apart.run();
            shmem.barrierAll();
            boolean reads = shmem.nPes() < 3 || me > 0;
            together[i] = reads ? chain.follow(0) : 0;
            shmem.barrierAll();
        }
        if (me == 1) {
            costs.put("reader", Math.max(0, (median(together) - alone) / (readers - 1)));
        }
    }

    private void on(int pe, Step step) {
        if (me == pe) {
            step.run();
        }
        shmem.barrierAll();
    }

    /** {@return what PE 1 measured, each time after a step of all} */
    private double[] measure(int times, Step before, Measure measure) {
        double[] nanos = new double[times];
        for (int i = 0; i < times; i++) {
            before.run();
            shmem.barrierAll();
            nanos[i] = me == 1 ? measure.nanos() : 0;
            shmem.barrierAll();
        }
        return nanos;
    }

    private void put(MachineCosts costs, String name, double[] nanos) {
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
