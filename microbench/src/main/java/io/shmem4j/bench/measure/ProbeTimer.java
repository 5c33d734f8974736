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
import org.HdrHistogram.Histogram;

/**
 * The measuring method: warm up until the best time no longer improves and the compilers of all PEs that take part are
 * idle, then some trials of equal length, then, where an operation is long against the clock, each operation by itself.
 * PEs that share a core work and compile in turns, so batches take as many times longer as PEs share one, and so may
 * the warm-up.
 *
 * <p>PE 0 decides how many turns each loop takes and sends that number to the other participants, which run the same
 * loop; all other PEs wait in a barrier. These others are numbered without gaps.
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
    private static final int MOST_TURNS = 1 << 28;
    private static final long LONGEST_NANOS = 10_000_000_000L;

    /** A batch of fewer turns of PEs in step would be little but its orders. */
    private static final int LEAST_WARM = 8;
    /** Most turns of a trial on a simulated machine, where turns differ only by what the caches hold. */
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
    private final Histogram histogram = new Histogram(1, LONGEST_NANOS, 3);
    private long sequence;
    private long wall;

    /** A timer; collective. The peer runs loops of two PEs with PE 0. */
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

    /** {@return nanoseconds of the clock that operations are timed by: a simulated machine's own, or the JVM's} */
    public static long now(Shmem shmem) {
        return VirtualTime.isOn(shmem) ? Math.round(shmem.time() * Trials.NANO) : System.nanoTime();
    }

    /** Measures an operation and verifies its result; collective. Returns null on PEs other than 0. */
    public Timing measure(Probe probe) {
        return measure(probe, false);
    }

    /** The same in trials and one by one, for percentiles of single operations. */
    public Timing measureSingly(Probe probe) {
        return measure(probe, true);
    }

    /**
     * Measures operations that are compared with each other and verifies their results: all are warmed up before the
     * first trial, and each in turn has one, so that a slow moment of the machine, or the compilation of the first,
     * does not fall on one alone. All have the same sides. Collective.
     *
     * @return how long each takes; null on PEs other than 0
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

    /** {@return the first PE besides PE 0 that takes part} */
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

    /** Milliseconds of work by the compilers of all participants, as far as these have reported. */
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

    /** Runs a loop; returns how long it took, on PE 0. */
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
        while (records.stream().anyMatch(ProbeRecord::goesOn)) {
            records.stream().filter(ProbeRecord::goesOn).forEach(record -> trial(record, count));
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
        record.ran(nanos, threads.getCurrentThreadAllocatedBytes() - before, collections() - gcs);
    }

    private Timing.Singles singles(ProbeRecord record, int count) {
        Probe probe = record.probe;
        int turns = (int) Math.clamp(trials.nanos() * Trials.SINGLES / record.estimate, 1,
            VirtualTime.isOn(shmem) ? MOST_VIRTUAL : MOST_SINGLES);
        histogram.reset();
        order(record.index, turns, count);
        meet(probe);
        long last = now(shmem);
        for (int i = 0; i < turns; i++) {
            probe.loop(1);
            long now = now(shmem);
            histogram.recordValue(Math.min(now - last, LONGEST_NANOS));
            last = now;
        }
        if (probe.sides() == Probe.Sides.EACH) {
            shmem.barrierAll();
        }
        return Timing.Singles.of(histogram, probe.operations());
    }

    /** {@return garbage collections so far, none where they take no virtual time} */
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
     * How much is measured.
     *
     * @param count       timed trials of each value
     * @param nanos       length of a trial
     * @param warmupNanos longest warm-up of a value, times the PEs that share a core
     */
    public record Trials(int count, long nanos, long warmupNanos) {
        private static final double NANO = TimeUnit.SECONDS.toNanos(1);

        /** Trials that measuring operations one by one takes as long as. */
        static final int SINGLES = 5;

        /** {@return seconds that a value may take on an idle machine}, if its operation is short against a trial */
        public double seconds(int sharing) {
            return sharing * (warmupNanos + (count + SINGLES) * nanos) / NANO;
        }
    }

    /** How the warm-up of one probe ended, and its trials so far; PE 0 keeps it. */
    private static final class ProbeRecord {
        /** Factor by which trials may take longer than planned; on a busier machine there are fewer of them. */
        private static final long CAP = 4;
        private static final long LEAST_CAP_NANOS = 200_000_000;

        /** PEs leave the barrier before a trial one after the other, which fewer turns would show. */
        private static final int LEAST_TOGETHER = 50;

        private final Probe probe;
        private final int index;
        private final Trials trials;
        private final double[] perOperation;

        /** Nanoseconds of a turn, by the warm-up. */
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
         * Notes how the warm-up ended.
         *
         * @param perTurn  nanoseconds of a turn at best
         * @param duration nanoseconds of warm-up
         * @param calm     whether times were steady and nothing was being compiled
         * @param most     the most turns of a trial
         */
        void warm(double perTurn, long duration, boolean calm, int most) {
            estimate = perTurn;
            warmup = duration;
            steady = calm;
            turns = (int) Math.clamp(trials.nanos() / perTurn, least(), most);
        }

        /** {@return whether another trial is wanted, and there is time for it} */
        boolean goesOn() {
            long most = Math.max(LEAST_CAP_NANOS, CAP * trials.count() * trials.nanos());
            return trial < perOperation.length && (trial == 0 || spent < most);
        }

        void ran(long nanos, long bytes, long collections) {
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

        /** {@return nanoseconds of an operation in the middle trial} */
        double median() {
            double[] sorted = sorted();
            return (sorted[(trial - 1) / 2] + sorted[trial / 2]) / 2;
        }

        private double[] sorted() {
            double[] sorted = Arrays.copyOf(perOperation, trial);
            Arrays.sort(sorted);
            return sorted;
        }

        /** {@return the outcome of all trials, and of single operations, if they were timed} */
        Timing timing(Timing.Singles singles) {
            return new Timing(sorted()[0], median(), singles, (double) allocated / operations, warmup * 1e-6,
                steady, gcs, trial);
        }
    }
}
