// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.bench.measure;

import com.sun.management.ThreadMXBean;
import io.shmem4j.Cmp;
import io.shmem4j.Shmem;
import io.shmem4j.SymmetricLongs;
import io.shmem4j.report.Progress;
import io.shmem4j.sim.time.VirtualTime;
import java.lang.management.CompilationMXBean;
import java.lang.management.GarbageCollectorMXBean;
import java.lang.management.ManagementFactory;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.TimeUnit;

/**
 * The measuring method. It warms up until the best time stops improving and the compilers of all participating PEs are
 * idle. Then it runs trials of equal length and, if an operation is long enough for the clock, times operations one by
 * one. Batches and warm-up are longer when PEs share cores, because these run and compile in turns.
 *
 * <p>PE 0 determines the number of turns of each loop and sends it to the other participants, which run the same loop.
 * The remaining PEs wait in a barrier. Participants other than PE 0 have consecutive numbers.
 */
public final class ProbeTimer {
    private static final long BATCH_NANOS = 2_000_000;
    private static final int WINDOW = 8;
    private static final int STEADY_WINDOWS = 3;
    private static final double STEADY_RATIO = 0.97;
    /** Share of processor time below which compilers count as idle; among many JVMs some compiler is always active. */
    private static final double IDLE = 0.02;
    /** Turns after which the warm-up of PEs that share cores may end although compilers have not become active. */
    private static final int ENOUGH_TURNS = 10_000;
    /** Fraction of the maximum warm-up after which long turns count as warm. */
    private static final int ENOUGH_PART = 8;
    private static final double LEAST_SINGLE_NANOS = 250;
    private static final int MOST_SINGLES = 20_000;
    private static final int MOST_TURNS = 1 << 28;

    /** Minimum turns in a batch in lockstep, so that PE 0's orders don't dominate the time. */
    private static final int LEAST_WARM = 8;
    /** Maximum turns in a trial on a simulated machine, where turns differ only by cache contents. */
    private static final int MOST_VIRTUAL = 100;

    private static final int SEQUENCE = 0;
    private static final int TURNS = 1;
    private static final int PROBE = 2;

    private final Shmem shmem;
    private final Trials trials;
    private final Progress progress;
    private final SymmetricLongs orders;
    private final SymmetricLongs compiled;
    private final PeTimes times;
    private final int peer;
    private final int crowd;
    private final ThreadMXBean threads = (ThreadMXBean) ManagementFactory.getThreadMXBean();
    private final CompilationMXBean compiler = ManagementFactory.getCompilationMXBean();
    private long sequence;
    private long wall;

    /**
     * Creates a timer; collective.
     *
     * @param peer the PE that runs loops of two PEs with PE 0
     */
    public ProbeTimer(Shmem shmem, Trials trials, int peer, Progress progress) {
        this.shmem = shmem;
        this.trials = trials;
        this.peer = peer;
        this.progress = progress;
        this.orders = shmem.allocateLongs(3).named("orders");
        this.compiled = shmem.allocateLongs(shmem.nPes()).named("compiled");
        this.times = new PeTimes(shmem);
        this.crowd = crowd(shmem.nPes());
    }

    public static int crowd(int nPes) {
        return 1 + (nPes - 1) / Machine.cores();
    }

    /** {@return the time in nanoseconds, simulated if the job is} */
    public static long now(Shmem shmem) {
        return VirtualTime.isOn(shmem) ? Math.round(shmem.time() * Trials.NANO) : System.nanoTime();
    }

    /** Measures an operation and checks its result; collective. {@return the timing on PE 0, otherwise null} */
    public Timing measure(Probe probe) {
        return measure(probe, false);
    }

    /** As {@link #measure}, and also times operations one by one for percentiles. */
    public Timing measureSingly(Probe probe) {
        return measure(probe, true);
    }

    /**
     * Measures operations that are to be compared, and checks their results. All are warmed up first, then trials
     * alternate, so that disturbances and compilations affect all alike. Probes must have the same sides. Collective.
     *
     * @return the timings on PE 0, otherwise null
     */
    public List<Timing> measureInTurns(List<Probe> probes) {
        return measure(probes, false);
    }

    private Timing measure(Probe probe, boolean singly) {
        List<Timing> timings = measure(List.of(probe), singly);
        return timings == null ? null : timings.getFirst();
    }

    private List<Timing> measure(List<Probe> probes, boolean singly) {
        int count = probes.getFirst().sides().count(shmem.nPes());
        int me = shmem.myPe();
        boolean takesPart = me == 0 || me >= firstOther(count) && me < firstOther(count) + count - 1;
        List<Timing> timings = null;
        sequence = 0;
        orders.set(SEQUENCE, 0);
        if (takesPart) {
            probes.forEach(Probe::prepare);
        }
        shmem.barrierAll();
        if (shmem.myPe() == 0) {
            timings = lead(probes, count, singly);
        } else if (takesPart) {
            follow(probes);
        }
        shmem.barrierAll();
        if (takesPart) {
            probes.forEach(Probe::check);
        }
        shmem.barrierAll();
        return timings;
    }

    /** {@return the first participant after PE 0} */
    private int firstOther(int count) {
        return count == 2 ? peer : 1;
    }

    private void follow(List<Probe> probes) {
        while (true) {
            sequence++;
            orders.waitUntil(SEQUENCE, Cmp.GE, sequence);
            int turns = (int) orders.get(TURNS);
            if (turns == 0) {
                return;
            }
            Probe probe = probes.get((int) orders.get(PROBE));
            meet(probe);
            run(probe, turns);
            shmem.atomicSet(compiled, shmem.myPe(), compiler.getTotalCompilationTime(), 0);
        }
    }

    /** {@return total compilation time of all participants in milliseconds, as last reported} */
    private long compilation(int count) {
        long sum = compiler.getTotalCompilationTime();
        int first = firstOther(count);
        for (int pe = first; pe < first + count - 1; pe++) {
            sum += compiled.getAcquire(pe);
        }
        return sum;
    }

    private void order(int index, int turns, int count) {
        sequence++;
        int first = firstOther(count);
        for (int pe = first; pe < first + count - 1; pe++) {
            shmem.p(orders, PROBE, index, pe);
            shmem.p(orders, TURNS, turns, pe);
            shmem.fence();
            shmem.atomicSet(orders, SEQUENCE, sequence, pe);
        }
    }

    private void meet(Probe probe) {
        if (probe.sides().meets()) {
            shmem.barrierAll();
        }
    }

    /** Runs a loop and {@return its duration on PE 0} */
    private long run(Probe probe, int turns) {
        long start = now(shmem);
        if (probe.acts()) {
            probe.loop(turns);
        } else {
            probe.accompany();
        }
        long end = now(shmem);
        return switch (probe.sides()) {
            case INSIDE -> times.mean(probe.inside());
            case EACH -> times.span(start, end, probe.acts());
            case ORIGIN, PAIR, ALL -> end - start;
        };
    }

    private long batch(ProbeRecord record, int count, int turns) {
        long start = System.nanoTime();
        order(record.index, turns, count);
        meet(record.probe);
        long nanos = run(record.probe, turns);
        wall = System.nanoTime() - start;
        return nanos;
    }

    private List<Timing> lead(List<Probe> probes, int count, boolean singly) {
        List<ProbeRecord> records = new ArrayList<>();
        for (Probe probe : probes) {
            progress.step(probe.name());
            ProbeRecord record = new ProbeRecord(probe, records.size(), trials);
            warmUp(record, count);
            records.add(record);
        }
        while (records.stream().anyMatch(ProbeRecord::needsTrial)) {
            records.stream().filter(ProbeRecord::needsTrial).forEach(record -> trial(record, count));
        }
        List<Timing> timings = new ArrayList<>();
        for (ProbeRecord record : records) {
            boolean single = singly && record.median() >= LEAST_SINGLE_NANOS;
            timings.add(record.timing(single ? singles(record, count) : null));
        }
        order(0, 0, count);
        return timings;
    }

    private void warmUp(ProbeRecord record, int count) {
        if (VirtualTime.isOn(shmem)) {
            record.warm((double) batch(record, count, LEAST_WARM) / LEAST_WARM, 0, true, MOST_VIRTUAL);
        } else {
            warmUpCompilers(record, count);
        }
    }

    private void warmUpCompilers(ProbeRecord record, int count) {
        long begin = System.nanoTime();
        int sharing = count == 1 ? 1 : crowd;
        long longest = trials.warmupNanos() * sharing;
        long enough = BATCH_NANOS * sharing;
        int turns = record.probe.sides().together() ? LEAST_WARM : 1;
        long nanos = batch(record, count, turns);
        while (wall < enough && turns < 1 << 24 && System.nanoTime() - begin < longest) {
            turns *= 2;
            nanos = batch(record, count, turns);
        }
        int steady = 0;
        double best = Double.MAX_VALUE;
        long done = sharing == 1 ? ENOUGH_TURNS : 0;
        while (steady < STEADY_WINDOWS && System.nanoTime() - begin < longest) {
            long start = System.nanoTime();
            long before = compilation(count);
            double window = Double.MAX_VALUE;
            for (int i = 0; i < WINDOW; i++) {
                nanos = batch(record, count, turns);
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
        record.warm(best == Double.MAX_VALUE ? (double) nanos / turns : best, System.nanoTime() - begin,
            steady >= STEADY_WINDOWS, MOST_TURNS);
    }

    private void trial(ProbeRecord record, int count) {
        long gcs = collections();
        order(record.index, record.turns, count);
        meet(record.probe);
        long before = threads.getCurrentThreadAllocatedBytes();
        long nanos = run(record.probe, record.turns);
        record.addTrial(nanos, threads.getCurrentThreadAllocatedBytes() - before, collections() - gcs);
    }

    private Timing.Singles singles(ProbeRecord record, int count) {
        Probe probe = record.probe;
        int turns = (int) Math.clamp(trials.nanos() * Trials.SINGLES / record.estimate, 1,
            VirtualTime.isOn(shmem) ? MOST_VIRTUAL : MOST_SINGLES);
        long[] nanos = new long[turns];
        order(record.index, turns, count);
        meet(probe);
        long last = now(shmem);
        for (int i = 0; i < turns; i++) {
            probe.loop(1);
            long now = now(shmem);
            nanos[i] = now - last;
            last = now;
        }
        if (probe.sides() == Probe.Sides.EACH) {
            shmem.barrierAll();
        }
        Arrays.sort(nanos);
        return Timing.Singles.of(nanos, probe.operations());
    }

    /** {@return the number of garbage collections so far; 0 in simulations, where they take no time} */
    private long collections() {
        if (VirtualTime.isOn(shmem)) {
            return 0;
        }
        long count = 0;
        for (GarbageCollectorMXBean collector : ManagementFactory.getGarbageCollectorMXBeans()) {
            count += collector.getCollectionCount();
        }
        return count;
    }

    /**
     * Amount of measuring.
     *
     * @param count       the number of trials per value
     * @param nanos       the length of a trial
     * @param warmupNanos the maximum warm-up of a value, per PE on a core
     */
    public record Trials(int count, long nanos, long warmupNanos) {
        private static final double NANO = TimeUnit.SECONDS.toNanos(1);

        /** Duration of timing operations one by one, in trials. */
        static final int SINGLES = 5;

        /**
         * {@return an estimate of seconds per value on an idle machine, for operations that are short compared with a
         * trial}
         */
        public double seconds(int sharing) {
            return sharing * (warmupNanos + (count + SINGLES) * nanos) / NANO;
        }
    }

    /** Result of a probe's warm-up and its trials so far, on PE 0. */
    private static final class ProbeRecord {
        /** Factor by which trials may exceed the planned time; beyond that there are fewer trials. */
        private static final long CAP = 4;
        private static final long LEAST_CAP_NANOS = 200_000_000;

        /** Minimum turns in a lockstep trial, so that it hides that PEs leave the barrier at different times. */
        private static final int LEAST_TOGETHER = 50;

        private final Probe probe;
        private final int index;
        private final Trials trials;
        private final double[] perOperation;

        /** Nanoseconds per turn, measured in the warm-up. */
        private double estimate;
        private long warmup;
        private boolean steady;
        private int turns;
        private int trial;
        private long spent;
        private long allocated;
        private long operations;
        private long gcs;

        ProbeRecord(Probe probe, int index, Trials trials) {
            this.probe = probe;
            this.index = index;
            this.trials = trials;
            this.perOperation = new double[trials.count()];
        }

        /**
         * Records the warm-up.
         *
         * @param perTurn  the best time per turn in nanoseconds
         * @param duration the duration of the warm-up in nanoseconds
         * @param calm     whether times were stable and compilers idle at the end
         * @param most     the maximum number of turns in a trial
         */
        void warm(double perTurn, long duration, boolean calm, int most) {
            estimate = perTurn;
            warmup = duration;
            steady = calm;
            turns = (int) Math.clamp(trials.nanos() / perTurn, least(), most);
        }

        /** {@return whether to run another trial} */
        boolean needsTrial() {
            long most = Math.max(LEAST_CAP_NANOS, CAP * trials.count() * trials.nanos());
            return trial < perOperation.length && (trial == 0 || spent < most);
        }

        void addTrial(long nanos, long bytes, long collections) {
            long done = (long) turns * probe.operations();
            perOperation[trial++] = (double) nanos / done;
            operations += done;
            allocated += bytes;
            gcs += collections;
            spent += nanos;
            if (nanos > CAP * trials.nanos()) {
                turns = Math.max(least(), turns / 2);
            }
        }

        private int least() {
            return probe.sides().together() ? LEAST_TOGETHER : 1;
        }

        /** {@return the median nanoseconds per operation} */
        double median() {
            double[] sorted = sorted();
            return (sorted[(trial - 1) / 2] + sorted[trial / 2]) / 2;
        }

        private double[] sorted() {
            double[] sorted = Arrays.copyOf(perOperation, trial);
            Arrays.sort(sorted);
            return sorted;
        }

        /** {@return the result of all trials; {@code singles} may be null} */
        Timing timing(Timing.Singles singles) {
            return new Timing(sorted()[0], median(), singles, (double) allocated / operations, warmup * 1e-6,
                steady, gcs, trial);
        }
    }
}
