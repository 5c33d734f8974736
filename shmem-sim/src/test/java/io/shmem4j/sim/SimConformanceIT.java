// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.sim;

import io.shmem4j.testing.ConformanceRun;
import io.shmem4j.testing.LongOnesFirst.TakesLong;
import io.shmem4j.testing.Thorough;
import io.shmem4j.testing.Weekly;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicContainer;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.TestFactory;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;

/**
 * The conformance cases between virtual PEs: all with three of them, and with other numbers those that may depend on
 * it. Cases with several threads in a PE skip themselves, as the chip's PEs have one.
 */
@Execution(ExecutionMode.CONCURRENT)
@TakesLong
class SimConformanceIT {
    private static final String[] BY_NUMBER = {"SetupCases", "MemoryCases", "BarrierCases", "LockCases",
        "OrderingCases", "SignalCases", "TeamCases", "IntsCollectiveCases", "LegacyCases"};
    /** Number of PEs from which on they share their classes, which would be compiled for each. */
    private static final int MANY = 8;

    @TestFactory
    List<DynamicTest> tenthOfCases() {
        return ConformanceRun.tenthOfTests(3, options(3, "knc-5110p"));
    }

    @Thorough
    @TestFactory
    Stream<DynamicContainer> cases() {
        return Stream.of(container(3, "knc-5110p"), container(9, "knc-5110p", BY_NUMBER));
    }

    /** The chip without coherent caches gives the same results. */
    @Thorough
    @TestFactory
    Stream<DynamicContainer> onAMesh() {
        return Stream.of(container(3, "scc", "SetupCases", "MemoryCases", "BarrierCases", "LockCases", "OrderingCases",
            "SignalCases", "IntsCollectiveCases", "LongsRmaCases", "LongsStridedCases", "LongsAtomicCases",
            "LongsWaitCases", "NonBlockingCases"));
    }

    @Weekly
    @TestFactory
    Stream<DynamicContainer> casesOfAllTypesAndOnMorePes() {
        return ConformanceRun.sideBySide(List.of(() -> container(3, "scc"),
            () -> container(1, "knc-5110p", BY_NUMBER), () -> container(8, "scc", BY_NUMBER),
            () -> container(8, "knc-5110p", BY_NUMBER), () -> container(30, "knc-5110p", BY_NUMBER)));
    }

    @Thorough
    @TestFactory
    List<DynamicTest> misusedBuffersAreFound() {
        return ConformanceRun.tests(3, List.of("--backend", "sim", "--heap-size", "1m", "-x", "SHMEM_CHECK=2",
            ConformanceRun.QUICKLY_COMPILED), "CheckedBufferCases");
    }

    private static DynamicContainer container(int np, String machine, String... groups) {
        return DynamicContainer.dynamicContainer(np + " PEs", ConformanceRun.tests(np, options(np, machine), groups));
    }

    private static List<String> options(int np, String machine) {
        List<String> options = new ArrayList<>(List.of("--backend", "sim", "--machine", machine, "--heap-size", "1m",
            ConformanceRun.QUICKLY_COMPILED));
        if (np >= MANY) {
            options.add("--share-classes");
        }
        return options;
    }
}
