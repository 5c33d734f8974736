// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.bench.apps;

import io.shmem4j.Shmem;
import io.shmem4j.SymmetricLongs;
import io.shmem4j.bench.measure.Sheet;
import io.shmem4j.bench.suite.BenchRun;
import io.shmem4j.bench.suite.Benchmark;

/** Fine-grained traffic against collected requests, all at random places of a table that lies on all PEs. */
public abstract class RequestsBenchmark extends Benchmark {
    private final String each;

    RequestsBenchmark(String name, String about, String each) {
        super(name, about, Requests.ENTRIES, Requests.REQUESTS);
        this.each = each;
    }

    /** Measures every way of making the requests. */
    abstract void measure(AppTable results, Shmem shmem, SymmetricLongs table, Requests requests, Exchange exchange);

    @Override
    public final void run(BenchRun bench) {
        Shmem shmem = bench.shmem();
        Requests requests = new Requests(bench.options(), shmem.myPe(), shmem.nPes());
        int entries = bench.options().number(Requests.ENTRIES);
        bench.requireRoom((long) entries * Long.BYTES + Exchange.bytes(Requests.ROUND, shmem.nPes()));
        SymmetricLongs table = bench.keep(shmem.allocateLongs(entries, 128).named("table"));
        Exchange exchange = new Exchange(bench, Requests.ROUND);
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
}
