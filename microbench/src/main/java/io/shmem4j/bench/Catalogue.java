// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.bench;

import io.shmem4j.bench.call.AtomicsBenchmark;
import io.shmem4j.bench.call.BandwidthBenchmark;
import io.shmem4j.bench.call.BarrierBenchmark;
import io.shmem4j.bench.call.CollectiveBenchmark;
import io.shmem4j.bench.call.LatencyBenchmark;
import io.shmem4j.bench.call.LocksBenchmark;
import io.shmem4j.bench.call.OverlapBenchmark;
import io.shmem4j.bench.call.ProgressBenchmark;
import io.shmem4j.bench.call.PtrBenchmark;
import io.shmem4j.bench.call.StridedBenchmark;
import io.shmem4j.bench.loop.LoopsBenchmark;
import io.shmem4j.bench.memory.StreamBenchmark;
import io.shmem4j.bench.memory.TransferBenchmark;
import io.shmem4j.bench.suite.Benchmark;
import io.shmem4j.bench.suite.Options;
import io.shmem4j.report.CommandLines;
import io.shmem4j.report.UsageException;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;

/** The list of all tests. */
final class Catalogue {
    static final List<Benchmark> TESTS = Stream.concat(Stream.of(
        new LatencyBenchmark(),
        BandwidthBenchmark.bandwidth(),
        BandwidthBenchmark.messageRate(),
        new StridedBenchmark(),
        new PtrBenchmark(),
        new OverlapBenchmark(),
        new ProgressBenchmark(),
        new AtomicsBenchmark(),
        new LocksBenchmark(),
        new LoopsBenchmark(),
        new StreamBenchmark(),
        new TransferBenchmark(),
        new BarrierBenchmark()), CollectiveBenchmark.all().stream()).toList();

    /** Tests that require real time, pointers or a second thread, which simulated machines don't provide. */
    private static final Set<String> OF_REAL_MACHINES = Set.of("ptr", "overlap", "progress", "loops", "stream",
        "transfer");

    private Catalogue() {
    }

    static Options parse(String... args) {
        return Options.parse(TESTS, Catalogue::find, args);
    }

    private static Benchmark find(String name) {
        for (Benchmark test : TESTS) {
            if (test.name().equals(name)) {
                return test;
            }
        }
        throw new UsageException("there is no test " + name
            + CommandLines.suggestion(name, TESTS.stream().map(Benchmark::name).toList())
            + " (oshrun bench --help lists all)");
    }

    /** Rejects a test that can't run on a simulated machine. */
    static void requireVirtual(Benchmark test) {
        if (OF_REAL_MACHINES.contains(test.name())) {
            throw new UsageException("the test '" + test.name() + "' measures this machine's processors and memory, not"
                + " calls in virtual time: leave out --backend sim, or see oshrun sim --help");
        }
    }

    /** {@return help on the given tests, or on all if the list is empty} */
    static String help(List<Benchmark> tests) {
        StringBuilder text = new StringBuilder("oshrun -np N bench TEST... [options]\n\n");
        if (tests.isEmpty()) {
            text.append("Tests; 'bench TEST --help' lists a test's own options\n");
            TESTS.forEach(test -> text.append(String.format("  %-15s %s%n", test.name(), test.help())));
            text.append("\n'oshrun bench report FILE...' draws what --format json has printed\n");
        }
        for (Benchmark test : tests) {
            text.append(test.name()).append(": ").append(test.help()).append('\n');
        }
        return text.append('\n').append(Options.help(tests)).toString();
    }
}
