// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.bench.apps;

import io.shmem4j.IntView;
import io.shmem4j.Shmem;
import io.shmem4j.SymmetricDoubles;
import io.shmem4j.SymmetricInts;
import io.shmem4j.SymmetricLongs;
import io.shmem4j.bench.measure.Probe;
import io.shmem4j.bench.measure.Sheet;
import io.shmem4j.bench.measure.Timing;
import io.shmem4j.bench.measure.WrongResultException;
import io.shmem4j.bench.suite.BenchRun;
import io.shmem4j.bench.suite.Benchmark;
import io.shmem4j.bench.suite.Option;
import io.shmem4j.bench.suite.Options;
import io.shmem4j.report.UsageException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;

/** The integer sort ISx. */
public final class SortBenchmark extends Benchmark {
    private static final int MOST = 1 << 28;
    private static final Option KEYS = Option.amount("--keys", "256k", MOST, "keys that each PE sorts");
    private static final Option MAX_KEY = Option.amount("--max-key", "1m", MOST,
        "keys are below this; ISx has 256m, for which PEs need 1g/np of Java heap");
    private static final double SPARE = 10;

    public SortBenchmark() {
        super("isx", "ISx: sort of random integers, buckets by put and by stores", KEYS, MAX_KEY);
    }

    @Override
    protected void require(int nPes, Options options) {
        int keys = options.number(KEYS);
        long largest = options.number(MAX_KEY);
        if (largest < nPes) {
            throw new UsageException("keys below " + largest + " for " + nPes + " PEs: the limit is from the number of"
                + " PEs to 256m");
        }
        long needed = (largest + nPes - 1) / nPes * Integer.BYTES + 2L * keys * Integer.BYTES;
        if (needed > Runtime.getRuntime().maxMemory() / 2) {
            throw new UsageException("--max-key " + largest + " and --keys " + keys + " on " + nPes
                + " PEs need " + (needed >> 20) + " MiB of Java heap, more than half of what a PE has ("
                + (Runtime.getRuntime().maxMemory() >> 20) + " MiB): choose less, or use oshrun -J-Xmx...");
        }
    }

    @Override
    public void run(BenchRun bench) {
        Shmem shmem = bench.shmem();
        Options options = bench.options();
        int keys = options.number(KEYS);
        int maxKey = options.number(MAX_KEY);
        long room = keys + keys / 4 + (long) (SPARE * Math.sqrt(keys)) + (1 << 10);
        bench.requireRoom(room * Integer.BYTES);
        int phases = Phase.values().length;
        Arrivals memory = new Arrivals(bench.keep(shmem.allocateInts(room, 128).named("received")),
            bench.keep(shmem.allocateLongs(1, 128).named("reserved")),
            bench.keep(shmem.allocateDoubles((long) phases * shmem.nPes()).named("times")),
            bench.keep(shmem.allocateLongs(2).named("total")));
        List<Sheet.Column> columns = new ArrayList<>(List.of(Sheet.Column.of("phase")));
        List<SortProbe> probes = new ArrayList<>(List.of(SortProbe.put(shmem, keys, maxKey, memory),
            SortProbe.direct(shmem, keys, maxKey, memory)));
        probes.removeIf(probe -> !options.wants(probe.name()));
        if (probes.isEmpty()) {
            throw new UsageException("--only leaves nothing of the test 'isx'");
        }
        probes.forEach(probe -> columns.add(new Sheet.Column(probe.name(), "us", 1)));
        Sheet sheet = new Sheet(name(), String.format(Locale.ROOT, "ISx, weak scaling: %d keys below %d on each PE, %d"
            + " PEs; fastest of each phase, mean of the PEs", keys, maxKey, shmem.nPes()), columns);
        sheet.chart(new Sheet.Chart(Sheet.Chart.Kind.BARS, 1, "time (us)", false, false));
        Object[][] rows = new Object[phases][probes.size() + 1];
        for (int c = 0; c < probes.size(); c++) {
            measure(bench, sheet, probes.get(c), rows, c + 1, keys);
        }
        for (Object[] row : rows) {
            sheet.row(row);
        }
        sheet.note("every key is on its PE, the counts add up, no key is lost");
        bench.add(sheet);
    }

    private static void measure(BenchRun bench, Sheet sheet, SortProbe probe, Object[][] rows, int column, int keys) {
        Timing timing = bench.timer().measure(probe);
        if (timing == null) {
            return;
        }
        for (Phase phase : Phase.values()) {
            rows[phase.ordinal()][0] = phase.name();
            rows[phase.ordinal()][column] = probe.nanos(phase) * 1e-3;
        }
        sheet.note(String.format(Locale.ROOT, "%s: %.2f million keys per second in all", probe.name(),
            1e3 * keys * bench.shmem().nPes() / timing.nanos(bench.options().statistic())));
        timing.remarks(bench.options().trials()).forEach(remark -> sheet.note(probe.name() + ": " + remark));
    }

    /** The phases, as ISx names its timers. */
    private enum Phase { INPUT, BCOUNT, BOFFSET, BUCKETIZE, ATA_KEYS, SORT, TOTAL }

    /** Symmetric memory: keys that arrive, how many have, the times of all PEs on PE 0, the sum of keys. */
    private record Arrivals(SymmetricInts received, SymmetricLongs reserved, SymmetricDoubles times,
        SymmetricLongs total) {
    }

    /**
     * One iteration of ISx: make random keys, sort them into a bucket for each PE, send the buckets to where they
     * belong, at places that a fetch-add reserves, and count each key of the own range. The fastest run of each phase
     * is kept.
     */
    private abstract static class SortProbe extends Probe {
        final int[] bucketed;
        private final Shmem shmem;
        private final Arrivals memory;
        private final int[] keys;
        private final int[] sizes;
        private final int[] starts;
        private final int[] next;
        private final int[] counts;
        private final int maxKey;
        private final int bucketWidth;
        private final long[] fastest = new long[Phase.values().length];
        private KeyStream random;
        private int mine;
        private long phaseStart;

        private SortProbe(String name, Shmem shmem, int keysPerPe, int maxKey, Arrivals memory) {
            super(name, (long) keysPerPe * Integer.BYTES, Sides.EACH);
            this.shmem = shmem;
            this.memory = memory;
            this.maxKey = maxKey;
            bucketWidth = (maxKey + shmem.nPes() - 1) / shmem.nPes();
            keys = new int[keysPerPe];
            bucketed = new int[keysPerPe];
            sizes = new int[shmem.nPes()];
            starts = new int[shmem.nPes()];
            next = new int[shmem.nPes()];
            counts = new int[bucketWidth];
        }

        abstract void send(int from, int count, long to, int pe);

        @Override
        public final void prepare() {
            random = new KeyStream(shmem.myPe(), shmem.myPe());
            memory.reserved().set(0, 0);
            Arrays.fill(fastest, Long.MAX_VALUE);
        }

        @Override
        public final void loop(int turns) {
            for (int i = 0; i < turns; i++) {
                shmem.barrierAll();
                long start = System.nanoTime();
                phaseStart = start;
                makeKeys(keys, random, maxKey);
                ended(Phase.INPUT);
                countKeys(keys, sizes, bucketWidth);
                ended(Phase.BCOUNT);
                starts();
                ended(Phase.BOFFSET);
                System.arraycopy(starts, 0, next, 0, next.length);
                bucketize(keys, bucketed, next, bucketWidth);
                ended(Phase.BUCKETIZE);
                exchange();
                shmem.barrierAll();
                ended(Phase.ATA_KEYS);
                mine = (int) memory.reserved().get(0);
                countOwn(memory.received(), mine, counts, shmem.myPe() * bucketWidth);
                ended(Phase.SORT);
                memory.reserved().set(0, 0);
                shmem.barrierAll();
                phaseStart = start;
                ended(Phase.TOTAL);
            }
        }

        private void ended(Phase phase) {
            long now = System.nanoTime();
            fastest[phase.ordinal()] = Math.min(fastest[phase.ordinal()], now - phaseStart);
            phaseStart = now;
        }

        private static void makeKeys(int[] keys, KeyStream random, int maxKey) {
            for (int i = 0; i < keys.length; i++) {
                keys[i] = random.below(maxKey);
            }
        }

        private static void countKeys(int[] keys, int[] sizes, int width) {
            Arrays.fill(sizes, 0);
            for (int key : keys) {
                sizes[key / width]++;
            }
        }

        private void starts() {
            int start = 0;
            for (int pe = 0; pe < sizes.length; pe++) {
                starts[pe] = start;
                start += sizes[pe];
            }
        }

        private static void bucketize(int[] keys, int[] bucketed, int[] next, int width) {
            for (int key : keys) {
                bucketed[next[key / width]++] = key;
            }
        }

        private void exchange() {
            for (int phase = 0; phase < sizes.length; phase++) {
                int pe = (shmem.myPe() + phase) % sizes.length;
                long at = shmem.fetchAdd(memory.reserved(), 0, sizes[pe], pe);
                if (at + sizes[pe] > memory.received().length()) {
                    throw new WrongResultException("PE " + pe + " gets more than " + memory.received().length()
                        + " keys: they are not evenly distributed");
                }
                send(starts[pe], sizes[pe], at, pe);
            }
        }

        /** A key that is not ours is counted in the first place, where {@link #check} finds it. */
        private static void countOwn(SymmetricInts received, int mine, int[] counts, int first) {
            Arrays.fill(counts, 0);
            for (int i = 0; i < mine; i++) {
                int place = received.get(i) - first;
                counts[place >= 0 && place < counts.length ? place : 0]++;
            }
        }

        /** Every key has to be in its PE's range, the counts must add up, and no key may be lost. */
        @Override
        public final void check() {
            int first = shmem.myPe() * bucketWidth;
            for (int i = 0; i < mine; i++) {
                int key = memory.received().get(i);
                if (key < first || key >= Math.min(maxKey, first + bucketWidth)) {
                    throw new WrongResultException("key " + i + " of PE " + shmem.myPe() + " is " + key + ", not from "
                        + first + " to " + (first + bucketWidth - 1));
                }
                counts[key - first]--;
            }
            for (int i = 0; i < counts.length; i++) {
                WrongResultException.check("count of key, less the keys there are, on PE " + shmem.myPe(), first + i,
                    counts[i], 0);
            }
            memory.total().set(0, mine);
            shmem.world().sumReduce(memory.total().slice(1), memory.total(), 1);
            WrongResultException.check("number of sorted keys", 0, memory.total().get(1),
                (long) keys.length * shmem.nPes());
            for (int phase = 0; phase < fastest.length; phase++) {
                shmem.p(memory.times(), (long) phase * shmem.nPes() + shmem.myPe(), fastest[phase], 0);
            }
            shmem.barrierAll();
        }

        /** {@return nanoseconds of a phase, the mean of all PEs' fastest ones; on PE 0 after the check} */
        final double nanos(Phase phase) {
            double sum = 0;
            for (int pe = 0; pe < shmem.nPes(); pe++) {
                sum += memory.times().get((long) phase.ordinal() * shmem.nPes() + pe);
            }
            return sum / shmem.nPes();
        }

        static SortProbe put(Shmem shmem, int keysPerPe, int maxKey, Arrivals memory) {
            return new SortProbe("put", shmem, keysPerPe, maxKey, memory) {
                @Override
                void send(int from, int count, long to, int pe) {
                    shmem.put(memory.received(), to, bucketed, from, count, pe);
                }
            };
        }

        static SortProbe direct(Shmem shmem, int keysPerPe, int maxKey, Arrivals memory) {
            IntView[] views = new IntView[shmem.nPes()];
            Arrays.setAll(views, pe -> shmem.view(memory.received(), pe));
            return new SortProbe("direct", shmem, keysPerPe, maxKey, memory) {
                @Override
                void send(int from, int count, long to, int pe) {
                    IntView view = views[pe];
                    int target = (int) to;
                    for (int i = 0; i < count; i++) {
                        view.set(target + i, bucketed[from + i]);
                    }
                }
            };
        }
    }
}
