// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.bench.jmh;

import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Warmup;

/** Single calls of remote access. */
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
@Fork(value = 1, jvmArgsAppend = {"-XX:+UseSerialGC", "--enable-native-access=ALL-UNNAMED"})
@Warmup(iterations = 3, time = 1)
@Measurement(iterations = 5, time = 1)
public class PutGetBenchmark {
    @Benchmark
    public void p(Pe pe) {
        pe.shmem.p(pe.longs, 7, 42L, 0);
    }

    @Benchmark
    public long g(Pe pe) {
        return pe.shmem.g(pe.longs, 7, 0);
    }

    /** 8 bytes, complete. */
    @Benchmark
    public void put8Quiet(Pe pe) {
        pe.shmem.put(pe.longs, 0, pe.array, 0, 1, 0);
        pe.shmem.quiet();
    }

    /** 8 KiB to a PE. */
    @Benchmark
    public void put8k(Pe pe) {
        pe.shmem.put(pe.longs, 0, pe.array, 0, Pe.COUNT, 0);
    }

    /** 8 KiB from a PE. */
    @Benchmark
    public void get8k(Pe pe) {
        pe.shmem.get(pe.array, 0, pe.longs, 0, Pe.COUNT, 0);
    }

    @Benchmark
    public long fetchAdd(Pe pe) {
        return pe.shmem.fetchAdd(pe.longs, 7, 1L, 0);
    }
}
