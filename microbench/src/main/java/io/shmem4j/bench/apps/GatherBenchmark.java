// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.bench.apps;

import io.shmem4j.Shmem;
import io.shmem4j.SymmetricLongs;

/** The index gather of bale. */
public final class GatherBenchmark extends RequestsBenchmark {
    /** The test. */
    public GatherBenchmark() {
        super("index-gather", "bale ig: random reads of a shared table, by g, by loads and by collected puts", "reads");
    }

    @Override
    void measure(AppTable results, Shmem shmem, SymmetricLongs table, Requests requests, Exchange exchange) {
        results.measure(new GatherProbe.Element(shmem, table, requests));
        results.measure(new GatherProbe.Direct(shmem, table, requests));
        results.measure(new GatherProbe.Collected(shmem, table, requests, exchange));
    }
}
