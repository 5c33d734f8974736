// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.bench.jmh;

import static java.lang.foreign.ValueLayout.JAVA_DOUBLE;
import static java.lang.foreign.ValueLayout.JAVA_LONG;

import java.lang.foreign.MemorySegment;
import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OperationsPerInvocation;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Warmup;

/** Loops over symmetric memory through {@code ptr}: time of one element. */
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
@OperationsPerInvocation(Pe.COUNT)
@Fork(value = 1, jvmArgsAppend = {"-XX:+UseSerialGC", "--enable-native-access=ALL-UNNAMED"})
@Warmup(iterations = 3, time = 1)
@Measurement(iterations = 5, time = 1)
public class PtrLoopBenchmark {
    @Benchmark
    public long sumLongs(Pe pe) {
        MemorySegment segment = pe.shmem.ptr(pe.longs, 0);
        long sum = 0;
        for (int i = 0; i < Pe.COUNT; i++) {
            sum += segment.getAtIndex(JAVA_LONG, i);
        }
        return sum;
    }

    @Benchmark
    public void addArray(Pe pe) {
        MemorySegment segment = pe.shmem.ptr(pe.longs, 0);
        long[] array = pe.array;
        for (int i = 0; i < Pe.COUNT; i++) {
            segment.setAtIndex(JAVA_LONG, i, segment.getAtIndex(JAVA_LONG, i) + array[i]);
        }
    }

    /** One object of doubles scaled into another. */
    @Benchmark
    public void scaleDoubles(Pe pe) {
        MemorySegment from = pe.shmem.ptr(pe.doubles, 0);
        MemorySegment to = pe.shmem.ptr(pe.otherDoubles, 0);
        for (int i = 0; i < Pe.COUNT; i++) {
            to.setAtIndex(JAVA_DOUBLE, i, 3 * from.getAtIndex(JAVA_DOUBLE, i));
        }
    }
}
