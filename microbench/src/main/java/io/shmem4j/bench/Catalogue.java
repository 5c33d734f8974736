// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.bench;

import io.shmem4j.bench.apps.GatherTest;
import io.shmem4j.bench.apps.HistogramTest;
import io.shmem4j.bench.apps.PipelineTest;
import io.shmem4j.bench.apps.SortTest;
import io.shmem4j.bench.apps.StencilTest;
import io.shmem4j.bench.apps.TransposeTest;
import io.shmem4j.bench.atomic.AtomicsTest;
import io.shmem4j.bench.atomic.GupsTest;
import io.shmem4j.bench.atomic.LocksTest;
import io.shmem4j.bench.collective.BarrierTest;
import io.shmem4j.bench.collective.CollectiveTest;
import io.shmem4j.bench.latency.IdleTest;
import io.shmem4j.bench.latency.LatencyTest;
import io.shmem4j.bench.rma.BandwidthTest;
import io.shmem4j.bench.rma.OverlapTest;
import io.shmem4j.bench.rma.ProgressTest;
import io.shmem4j.bench.rma.PtrTest;
import io.shmem4j.bench.rma.StridedTest;
import io.shmem4j.bench.stream.StreamTest;
import io.shmem4j.bench.transfer.TransferTest;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;

/** The table of all tests. */
final class Catalogue {
    private static final List<BenchTest> TESTS = Stream.concat(Stream.of(
        new LatencyTest(),
        new IdleTest(),
        BandwidthTest.bandwidth(),
        BandwidthTest.messageRate(),
        new StridedTest(),
        new PtrTest(),
        new OverlapTest(),
        new ProgressTest(),
        new AtomicsTest(),
        new LocksTest(),
        new GupsTest(),
        new StreamTest(),
        new TransferTest(),
        new StencilTest(),
        new PipelineTest(),
        new TransposeTest(),
        new SortTest(),
        new HistogramTest(),
        new GatherTest(),
        new BarrierTest()), CollectiveTest.all().stream()).toList();

    private static final Map<String, String> TOOLS = new TreeMap<>(Map.of(
        "compare", "tests beside their C twins on an installed OpenSHMEM library",
        "report", "a page with plots of the results that --format json has printed"));

    private Catalogue() {
    }

    static BenchTest find(String name) {
        for (BenchTest test : TESTS) {
            if (test.name().equals(name)) {
                return test;
            }
        }
        String hint = TOOLS.containsKey(name) ? "; '" + name + "' is a tool, started without -np: oshrun bench " + name
            : Nearest.suggestion(name, TESTS.stream().map(BenchTest::name).toList());
        throw new UsageException("there is no test '" + name + "'" + hint
            + (hint.endsWith("?") ? " " : "; ") + "'bench --help' lists all");
    }

    /**
     * {@return the help}
     *
     * @param tests about these, or about all when there are none
     */
    static String help(List<BenchTest> tests) {
        StringBuilder text = new StringBuilder("oshrun -np N bench TEST... [options]\n\n");
        if (tests.isEmpty()) {
            text.append("Tests; 'bench TEST --help' tells a test's own options\n");
            TESTS.forEach(test -> text.append(String.format("  %-15s %s%n", test.name(), test.help())));
        }
        if (tests.isEmpty()) {
            text.append("\nTools, started without -np; 'oshrun bench TOOL --help' tells their options\n");
            TOOLS.forEach((name, help) -> text.append(String.format("  %-15s %s%n", name, help)));
        }
        for (BenchTest test : tests) {
            text.append(test.name()).append(": ").append(test.help()).append('\n');
            test.options().forEach(option -> text.append(option.line()));
        }
        return text.append('\n').append(Options.help()).toString();
    }
}
