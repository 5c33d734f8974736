// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.bench.jmh;

import io.shmem4j.collective.algorithm.DoubleKernel;
import io.shmem4j.collective.algorithm.LongKernel;
import io.shmem4j.spi.JobMemory;
import io.shmem4j.spi.Kernel.Operator;
import io.shmem4j.spi.Kernel;
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

/** The loops of reductions, time of one element; by the Vector API with {@code -jvmArgsAppend}. */
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
@OperationsPerInvocation(Pe.COUNT)
@Fork(value = 1, jvmArgsAppend = {"-XX:+UseSerialGC", "--enable-native-access=ALL-UNNAMED"})
@Warmup(iterations = 3, time = 1)
@Measurement(iterations = 5, time = 1)
public class KernelBenchmark {
    @Benchmark
    public void sumDoubles(Pe pe) {
        combine(DoubleKernel.of(Operator.SUM), pe.doubles.local(), pe.doubles.local(), pe.otherDoubles.local());
    }

    @Benchmark
    public void maxDoubles(Pe pe) {
        combine(DoubleKernel.of(Operator.MAX), pe.doubles.local(), pe.doubles.local(), pe.otherDoubles.local());
    }

    @Benchmark
    public void andLongs(Pe pe) {
        combine(LongKernel.of(Operator.AND), pe.longs.local(), pe.longs.local(), pe.longs.local());
    }

    private static void combine(Kernel kernel, MemorySegment to, MemorySegment left, MemorySegment right) {
        kernel.apply(JobMemory.all(), at(to), at(left), at(right), (int) to.byteSize());
    }

    private static long at(MemorySegment object) {
        return object.address() - JobMemory.all().address();
    }
}
