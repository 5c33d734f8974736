// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.bench.apps;

import io.shmem4j.LongView;
import io.shmem4j.Shmem;
import io.shmem4j.SymmetricLongs;
import io.shmem4j.bench.measure.Probe;
import io.shmem4j.bench.measure.Sheet;
import io.shmem4j.bench.measure.WrongResultException;
import io.shmem4j.bench.suite.BenchRun;
import io.shmem4j.bench.suite.Benchmark;
import io.shmem4j.bench.suite.Option;
import io.shmem4j.bench.suite.Options;
import java.util.Arrays;

/** Fine-grained traffic against collected requests, all at random places of a table that lies on all PEs. */
public abstract class RequestsBenchmark extends Benchmark {
    private static final int MOST = 1 << 26;
    private static final Option ENTRIES =
        Option.amount("--entries", "10000", MOST, "entries of the table on each PE");
    private static final Option REQUESTS =
        Option.amount("--requests", "100000", MOST, "random requests of each PE");
    /** Requests that are collected before they are sent together. */
    private static final int ROUND = 1 << 12;

    private final String each;

    RequestsBenchmark(String name, String about, String each) {
        super(name, about, ENTRIES, REQUESTS);
        this.each = each;
    }

    /** Measures every way of making the requests. */
    abstract void measure(AppTable results, Shmem shmem, SymmetricLongs table, Requests requests, Exchange exchange);

    @Override
    public final void run(BenchRun bench) {
        Shmem shmem = bench.shmem();
        Requests requests = new Requests(bench.options(), shmem.myPe(), shmem.nPes());
        int entries = bench.options().number(ENTRIES);
        bench.requireRoom((long) entries * Long.BYTES + Exchange.bytes(ROUND, shmem.nPes()));
        SymmetricLongs table = bench.keep(shmem.allocateLongs(entries, 128).named("table"));
        Exchange exchange = new Exchange(bench, ROUND);
        AppTable results = new AppTable(bench, name(), requests.count() + " " + each + " of each of " + shmem.nPes()
            + " PEs, " + entries + " entries on each", new Sheet.Column("rate", "M/s per PE", 3),
                1e-6 * requests.count());
        measure(results, shmem, table, requests, exchange);
        results.print();
    }

    /** The histogram of bale. */
    public static final class Histogram extends RequestsBenchmark {
        public Histogram() {
            super("histogram", "bale histo: random counts in a shared table, by atomics and by collected puts",
                "counts");
        }

        @Override
        void measure(AppTable results, Shmem shmem, SymmetricLongs table, Requests requests, Exchange exchange) {
            results.measure(HistogramProbe.atomic(shmem, table, requests));
            results.measure(HistogramProbe.collected(shmem, table, requests, exchange));
        }
    }

    /** The index gather of bale. */
    public static final class Gather extends RequestsBenchmark {
        public Gather() {
            super("index-gather", "bale ig: random reads of a shared table, by g, by loads and by collected puts",
                "reads");
        }

        @Override
        void measure(AppTable results, Shmem shmem, SymmetricLongs table, Requests requests, Exchange exchange) {
            results.measure(GatherProbe.element(shmem, table, requests));
            results.measure(GatherProbe.direct(shmem, table, requests));
            results.measure(GatherProbe.collected(shmem, table, requests, exchange));
        }
    }

    /** Random places in a table that all PEs share, for histogram and index gather. */
    private static final class Requests {
        final int[] pes;
        final int[] places;

        Requests(Options options, int pe, int nPes) {
            KeyStream random = new KeyStream(1, pe);
            int entries = options.number(ENTRIES);
            pes = new int[options.number(REQUESTS)];
            places = new int[pes.length];
            for (int i = 0; i < pes.length; i++) {
                pes[i] = random.below(nPes);
                places[i] = random.below(entries);
            }
        }

        int count() {
            return pes.length;
        }
    }

    /** Counts random places of a table that PEs share. A turn is all requests of a PE. */
    private abstract static class HistogramProbe extends Probe {
        private final Shmem shmem;
        private final SymmetricLongs table;
        private final Requests requests;
        private long rounds;

        private HistogramProbe(String name, Shmem shmem, SymmetricLongs table, Requests requests) {
            super(name, (long) requests.count() * Long.BYTES, Sides.EACH);
            this.shmem = shmem;
            this.table = table;
            this.requests = requests;
        }

        @Override
        public final void prepare() {
            table.fill(0);
            rounds = 0;
        }

        @Override
        public final void loop(int turns) {
            for (int i = 0; i < turns; i++) {
                count();
                shmem.barrierAll();
            }
            rounds += turns;
        }

        abstract void count();

        /** The same requests, taken back, have to leave nothing. */
        @Override
        public final void check() {
            for (int i = 0; i < requests.count(); i++) {
                shmem.add(table, requests.places[i], -rounds, requests.pes[i]);
            }
            shmem.barrierAll();
            for (int i = 0; i < table.length(); i++) {
                WrongResultException.check("table of PE " + shmem.myPe() + " after taking back what " + name()
                    + " has counted", i, table.get(i), 0);
            }
        }

        /** An atomic increment for each. */
        static Probe atomic(Shmem shmem, SymmetricLongs table, Requests requests) {
            return new HistogramProbe("atomic inc", shmem, table, requests) {
                @Override
                void count() {
                    for (int i = 0; i < requests.count(); i++) {
                        shmem.inc(table, requests.places[i], requests.pes[i]);
                    }
                }
            };
        }

        /** Requests are collected, put in bulk, and counted by the PE that has the entry. */
        static Probe collected(Shmem shmem, SymmetricLongs table, Requests requests, Exchange exchange) {
            return new HistogramProbe("collected put", shmem, table, requests) {
                @Override
                void count() {
                    for (int from = 0; from < requests.count(); from += ROUND) {
                        int to = Math.min(requests.count(), from + ROUND);
                        for (int i = from; i < to; i++) {
                            exchange.add(requests.pes[i], requests.places[i]);
                        }
                        exchange.turn();
                        for (int pe = 0; pe < shmem.nPes(); pe++) {
                            int count = exchange.count(pe);
                            for (int i = 0; i < count; i++) {
                                long place = exchange.get(pe, i);
                                table.set(place, table.get(place) + 1);
                            }
                        }
                    }
                }
            };
        }
    }

    /** Reads random places of a table that PEs share. A turn is all requests of a PE. */
    private abstract static class GatherProbe extends Probe {
        final long[] gathered;
        private final Shmem shmem;
        private final SymmetricLongs table;
        private final Requests requests;

        private GatherProbe(String name, Shmem shmem, SymmetricLongs table, Requests requests) {
            super(name, (long) requests.count() * Long.BYTES, Sides.EACH);
            this.shmem = shmem;
            this.table = table;
            this.requests = requests;
            this.gathered = new long[requests.count()];
        }

        /** Every entry holds the negative of its place in the whole table, less one. */
        @Override
        public final void prepare() {
            for (int i = 0; i < table.length(); i++) {
                table.set(i, expected(shmem.myPe(), i));
            }
            Arrays.fill(gathered, 0);
        }

        private long expected(int pe, int place) {
            return -(pe * table.length() + place) - 1;
        }

        @Override
        public final void loop(int turns) {
            for (int i = 0; i < turns; i++) {
                gather();
                shmem.barrierAll();
            }
        }

        abstract void gather();

        @Override
        public final void check() {
            for (int i = 0; i < gathered.length; i++) {
                WrongResultException.check("what PE " + shmem.myPe() + " has gathered by " + name(), i, gathered[i],
                    expected(requests.pes[i], requests.places[i]));
            }
        }

        static Probe element(Shmem shmem, SymmetricLongs table, Requests requests) {
            return new GatherProbe("g", shmem, table, requests) {
                @Override
                void gather() {
                    for (int i = 0; i < gathered.length; i++) {
                        gathered[i] = shmem.g(table, requests.places[i], requests.pes[i]);
                    }
                }
            };
        }

        static Probe direct(Shmem shmem, SymmetricLongs table, Requests requests) {
            LongView[] views = new LongView[shmem.nPes()];
            Arrays.setAll(views, pe -> shmem.view(table, pe));
            return new GatherProbe("direct", shmem, table, requests) {
                @Override
                void gather() {
                    for (int i = 0; i < gathered.length; i++) {
                        gathered[i] = views[requests.pes[i]].get(requests.places[i]);
                    }
                }
            };
        }

        /** Requests are collected and put in bulk, and so are the answers, in the same order. */
        static Probe collected(Shmem shmem, SymmetricLongs table, Requests requests, Exchange exchange) {
            return new GatherProbe("collected put", shmem, table, requests) {
                private final int[] next = new int[shmem.nPes()];

                @Override
                void gather() {
                    for (int from = 0; from < gathered.length; from += ROUND) {
                        int to = Math.min(gathered.length, from + ROUND);
                        for (int i = from; i < to; i++) {
                            exchange.add(requests.pes[i], requests.places[i]);
                        }
                        exchange.turn();
                        for (int pe = 0; pe < next.length; pe++) {
                            int count = exchange.count(pe);
                            for (int i = 0; i < count; i++) {
                                exchange.add(pe, table.get(exchange.get(pe, i)));
                            }
                        }
                        exchange.turn();
                        Arrays.fill(next, 0);
                        for (int i = from; i < to; i++) {
                            gathered[i] = exchange.get(requests.pes[i], next[requests.pes[i]]++);
                        }
                    }
                }
            };
        }
    }

    /**
     * Collects numbers for other PEs and sends each PE's all at once. Each PE has two buffers for arrivals, so one
     * barrier a round is enough: a PE that is one round ahead writes into the other buffer.
     */
    private static final class Exchange {
        private final Shmem shmem;
        private final int capacity;
        private final SymmetricLongs arrived;
        private final SymmetricLongs counts;
        private final long[][] leaving;
        private final int[] fill;
        private int round;

        Exchange(BenchRun bench, int capacity) {
            shmem = bench.shmem();
            this.capacity = capacity;
            int n = shmem.nPes();
            arrived = bench.keep(shmem.allocateLongs(2L * n * capacity, 128).named("arrived"));
            counts = bench.keep(shmem.allocateLongs(2L * n, 128).named("counts"));
            leaving = new long[n][capacity];
            fill = new int[n];
        }

        static long bytes(int capacity, int nPes) {
            return 2L * nPes * (capacity + 1) * Long.BYTES;
        }

        /** Collects a number; at most {@code capacity} between two calls of {@link #turn}. */
        void add(int pe, long number) {
            leaving[pe][fill[pe]++] = number;
        }

        /** Sends what was collected; collective. Afterwards the numbers of all PEs for this one can be read. */
        void turn() {
            round++;
            int me = shmem.myPe();
            for (int i = 0; i < fill.length; i++) {
                int pe = (me + i) % fill.length;
                shmem.put(arrived, at(me), leaving[pe], 0, fill[pe], pe);
                shmem.p(counts, slot(me), fill[pe], pe);
                fill[pe] = 0;
            }
            shmem.barrierAll();
        }

        int count(int pe) {
            return (int) counts.get(slot(pe));
        }

        /** {@return one of them} */
        long get(int pe, int index) {
            return arrived.get(at(pe) + index);
        }

        private long slot(int pe) {
            return (long) (round & 1) * fill.length + pe;
        }

        private long at(int pe) {
            return slot(pe) * capacity;
        }
    }
}
