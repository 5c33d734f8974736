// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.bench;

import com.sun.management.ThreadMXBean;
import io.shmem4j.Cmp;
import io.shmem4j.Shmem;
import io.shmem4j.SymmetricLongs;
import java.lang.management.CompilationMXBean;
import java.lang.management.GarbageCollectorMXBean;
import java.lang.management.ManagementFactory;
import java.util.Arrays;
import org.HdrHistogram.Histogram;

/**
 * The measuring method: warm up until the best time no longer improves and the compilers of all PEs that take part are
 * idle, then some trials of equal length, then, where an operation is long against the clock, each operation by itself.
 * PEs that share a core work and compile in turns, so batches take as many times longer as PEs share one, and so may
 * the warm-up.
 *
 * <p>PE 0 decides how many turns each loop takes and sends that number to the other PEs that take part, which run the
 * same loop; those that take no part wait in a barrier.
 */
public final class ProbeTimer {
    private static final long BATCH_NANOS = 2_000_000;
    private static final int WINDOW = 8;
    private static final int STEADY_WINDOWS = 3;
    private static final double STEADY_RATIO = 0.97;
    /** Compilers are idle below this part of the processors' time: of many JVMs one always compiles something rare. */
    private static final double IDLE = 0.02;
    /** Compilers are idle, too, when PEs that share a core have not run enough for them to begin. */
    private static final int ENOUGH_TURNS = 10_000;
    /** Part of the longest warm-up that is enough as well, for long turns. */
    private static final int ENOUGH_PART = 8;
    private static final double LEAST_SINGLE_NANOS = 250;
    private static final int MOST_SINGLES = 20_000;
    /** Where a machine is so busy that trials take this many times longer than planned, there are fewer of them. */
    private static final long CAP = 4;
    private static final long LEAST_CAP_NANOS = 200_000_000;
    private static final long LONGEST_NANOS = 10_000_000_000L;

    /** PEs leave the barrier before a trial one after the other, which fewer turns would show. */
    private static final int LEAST_TOGETHER = 50;
    /** The same while warming up, where a batch of fewer turns would be little but its orders. */
    private static final int LEAST_WARM = 8;

    private static final int SEQUENCE = 0;
    private static final int TURNS = 1;

    private final Shmem shmem;
    private final Options options;
    private final Progress progress;
    private final SymmetricLongs orders;
    private final SymmetricLongs compiled;
    private final PeTimes times;
    private final int crowd;
    private final ThreadMXBean threads = (ThreadMXBean) ManagementFactory.getThreadMXBean();
    private final CompilationMXBean compiler = ManagementFactory.getCompilationMXBean();
    private final Histogram histogram = new Histogram(1, LONGEST_NANOS, 3);
    private long sequence;
    private long wall;

    /**
     * A timer; collective.
     *
     * @param shmem    the PE's handle
     * @param options  number and length of trials
     * @param progress where to tell what is measured
     */
    ProbeTimer(Shmem shmem, Options options, Progress progress) {
        this.shmem = shmem;
        this.options = options;
        this.progress = progress;
        this.orders = shmem.allocateLongs(2).named("orders");
        this.compiled = shmem.allocateLongs(shmem.nPes()).named("compiled");
        this.times = new PeTimes(shmem);
        this.crowd = 1 + (shmem.nPes() - 1) / Machine.cores();
    }

    /**
     * Measures an operation and verifies what it did; collective.
     *
     * @param probe the operation
     * @return how long it takes, without percentiles of single operations; null on PEs other than 0
     */
    public Timing measure(Probe probe) {
        return measure(probe, false);
    }

    /**
     * Measures an operation in trials and one by one, and verifies what it did; collective.
     *
     * @param probe the operation
     * @return how long it takes; null on PEs other than 0
     */
    public Timing measureSingly(Probe probe) {
        return measure(probe, true);
    }

    private Timing measure(Probe probe, boolean singly) {
        int count = probe.sides().count(shmem.nPes());
        Timing timing = null;
        progress.step(probe.name());
        sequence = 0;
        orders.set(SEQUENCE, 0);
        if (shmem.myPe() < count) {
            probe.prepare();
        }
        shmem.barrierAll();
        if (shmem.myPe() == 0) {
            timing = lead(probe, count, singly);
        } else if (shmem.myPe() < count) {
            follow(probe);
        }
        shmem.barrierAll();
        if (shmem.myPe() < count) {
            probe.check();
        }
        shmem.barrierAll();
        return timing;
    }

    private void follow(Probe probe) {
        while (true) {
            sequence++;
            orders.waitUntil(SEQUENCE, Cmp.GE, sequence);
            int turns = (int) orders.get(TURNS);
            if (turns == 0) {
                return;
            }
            meet(probe);
            run(probe, turns);
            shmem.p(compiled, shmem.myPe(), compiler.getTotalCompilationTime(), 0);
        }
    }

    /** Milliseconds that the compilers of all PEs that take part have worked, as far as these have told. */
    private long compilation(int count) {
        long sum = compiler.getTotalCompilationTime();
        for (int pe = 1; pe < count; pe++) {
            sum += compiled.getAcquire(pe);
        }
        return sum;
    }

    private void order(int turns, int count) {
        sequence++;
        for (int pe = 1; pe < count; pe++) {
            shmem.p(orders, TURNS, turns, pe);
            shmem.atomicSet(orders, SEQUENCE, sequence, pe);
        }
    }

    private void meet(Probe probe) {
        if (probe.sides().meets()) {
            shmem.barrierAll();
        }
    }

    /** Runs a loop; returns how long it took, on PE 0. */
    private long run(Probe probe, int turns) {
        long start = System.nanoTime();
        probe.loop(turns);
        long end = System.nanoTime();
        return switch (probe.sides()) {
            case INSIDE -> times.mean(probe.inside());
            case EACH -> times.span(start, end, probe.acts());
            case ORIGIN, PAIR, ALL -> times.inStep(end - start);
        };
    }

    private long batch(Probe probe, int count, int turns) {
        long start = System.nanoTime();
        order(turns, count);
        meet(probe);
        long nanos = run(probe, turns);
        wall = System.nanoTime() - start;
        return nanos;
    }

    private Timing lead(Probe probe, int count, boolean singly) {
        long begin = System.nanoTime();
        int sharing = count == 1 ? 1 : crowd;
        long longest = options.warmupNanos() * sharing;
        long enough = BATCH_NANOS * sharing;
        int turns = probe.sides().together() ? LEAST_WARM : 1;
        long nanos = batch(probe, count, turns);
        while (wall < enough && turns < 1 << 24 && System.nanoTime() - begin < longest) {
            turns *= 2;
            nanos = batch(probe, count, turns);
        }
        int steady = 0;
        double best = Double.MAX_VALUE;
        long done = sharing == 1 ? ENOUGH_TURNS : 0;
        while (steady < STEADY_WINDOWS && System.nanoTime() - begin < longest) {
            long start = System.nanoTime();
            long before = compilation(count);
            double window = Double.MAX_VALUE;
            for (int i = 0; i < WINDOW; i++) {
                nanos = batch(probe, count, turns);
                done += turns;
                window = Math.min(window, (double) nanos / turns);
                if (wall < enough / 2) {
                    turns *= 2;
                }
            }
            double processors = Math.min(count, Machine.cores()) * (System.nanoTime() - start) * 1e-6;
            boolean ran = done >= ENOUGH_TURNS || System.nanoTime() - begin > longest / ENOUGH_PART;
            boolean idle = ran && compilation(count) - before <= IDLE * processors;
            steady = idle && window > best * STEADY_RATIO ? steady + 1 : 0;
            best = Math.min(best, window);
        }
        long warmup = System.nanoTime() - begin;
        if (best == Double.MAX_VALUE) {
            best = (double) nanos / turns;
        }
        Timing timing = trials(probe, count, best, warmup, steady >= STEADY_WINDOWS, singly);
        order(0, count);
        return timing;
    }

    private Timing trials(Probe probe, int count, double estimate, long warmup, boolean steady,
        boolean singly) {
        int turns = (int) Math.clamp(options.trialNanos() / estimate,
            probe.sides().together() ? LEAST_TOGETHER : 1,
            1 << 28);
        double[] perOperation = new double[options.trials()];
        long allocated = 0;
        long operations = 0;
        long gcs = collections();
        times.reset();
        int trial = 0;
        long latest = System.nanoTime() + Math.max(LEAST_CAP_NANOS, CAP * options.trials() * options.trialNanos());
        while (trial < perOperation.length && (trial == 0 || System.nanoTime() < latest)) {
            order(turns, count);
            meet(probe);
            long before = threads.getCurrentThreadAllocatedBytes();
            long nanos = run(probe, turns);
            allocated += threads.getCurrentThreadAllocatedBytes() - before;
            operations += (long) turns * probe.operations();
            perOperation[trial++] = (double) nanos / turns / probe.operations();
            if (nanos > CAP * options.trialNanos()) {
                turns = Math.max(least(probe), turns / 2);
            }
        }
        Spread spread = times.spread(operations);
        perOperation = Arrays.copyOf(perOperation, trial);
        gcs = collections() - gcs;
        Arrays.sort(perOperation);
        double median = (perOperation[(perOperation.length - 1) / 2] + perOperation[perOperation.length / 2]) / 2;
        boolean single = singly && median >= LEAST_SINGLE_NANOS;
        if (single) {
            singles(probe, count, (int) Math.clamp(options.trialNanos() * 5 / estimate, 1, MOST_SINGLES));
        }
        Singles singles = single ? Singles.of(histogram, probe.operations()) : null;
        return new Timing(perOperation[0], median, singles, (double) allocated / operations, warmup * 1e-6, steady, gcs,
            perOperation.length, operations, spread);
    }

    private static int least(Probe probe) {
        return probe.sides().together() ? LEAST_TOGETHER : 1;
    }

    private void singles(Probe probe, int count, int turns) {
        histogram.reset();
        order(turns, count);
        meet(probe);
        long last = System.nanoTime();
        for (int i = 0; i < turns; i++) {
            probe.loop(1);
            long now = System.nanoTime();
            histogram.recordValue(Math.min(now - last, LONGEST_NANOS));
            last = now;
        }
        if (probe.sides() == Probe.Sides.EACH) {
            shmem.barrierAll();
        }
    }

    private static long collections() {
        long count = 0;
        for (GarbageCollectorMXBean collector : ManagementFactory.getGarbageCollectorMXBeans()) {
            count += collector.getCollectionCount();
        }
        return count;
    }
}
