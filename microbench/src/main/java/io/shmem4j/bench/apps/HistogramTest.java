// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.bench.apps;

import io.shmem4j.Shmem;
import io.shmem4j.SymmetricLongs;
import io.shmem4j.bench.BenchRun;
import io.shmem4j.bench.BenchTest;
import io.shmem4j.bench.Column;
import io.shmem4j.bench.Options;

/** The histogram of bale: fine-grained traffic against collected requests. */
public final class HistogramTest extends BenchTest {
    /** The test. */
    public HistogramTest() {
        super("histogram", "bale histo: random counts in a shared table, by atomics and by collected puts",
            Requests.ENTRIES, Requests.REQUESTS);
    }

    @Override
    public void require(int nPes, Options options) {
        Requests.require(options);
    }

    @Override
    public void run(BenchRun bench) {
        Shmem shmem = bench.shmem();
        Requests requests = new Requests(bench.options(), shmem.myPe(), shmem.nPes());
        int entries = Requests.number(bench.options(), Requests.ENTRIES);
        bench.requireRoom((long) entries * Long.BYTES + Exchange.bytes(Requests.ROUND, shmem.nPes()));
        SymmetricLongs table = shmem.allocateLongs(entries, 128).named("table");
        Exchange exchange = new Exchange(shmem, Requests.ROUND);
        AppTable results = new AppTable(bench, name(), requests.count() + " requests of each of " + shmem.nPes()
            + " PEs to a table of " + entries + " counters on each", new Column("rate", "M/s per PE", 3),
            1e-6 * requests.count());
        results.measure(new HistogramProbe.Atomic(shmem, table, requests));
        results.measure(new HistogramProbe.Collected(shmem, table, requests, exchange));
        results.print();
        exchange.free();
        shmem.free(table);
    }
}
