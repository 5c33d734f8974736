// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.bench.apps;

import io.shmem4j.Shmem;
import io.shmem4j.SymmetricLongs;

/** The histogram of bale. */
public final class HistogramBenchmark extends RequestsBenchmark {
    /** The test. */
    public HistogramBenchmark() {
        super("histogram", "bale histo: random counts in a shared table, by atomics and by collected puts", "counts");
    }

    @Override
    void measure(AppTable results, Shmem shmem, SymmetricLongs table, Requests requests, Exchange exchange) {
        results.measure(new HistogramProbe.Atomic(shmem, table, requests));
        results.measure(new HistogramProbe.Collected(shmem, table, requests, exchange));
    }
}
