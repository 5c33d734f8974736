// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.ucx;

import io.shmem4j.testing.ConformanceRun;
import io.shmem4j.testing.LongOnesFirst.TakesLong;
import io.shmem4j.testing.SeveralMachines;
import io.shmem4j.testing.Thorough;
import io.shmem4j.testing.Weekly;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.DynamicContainer;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.TestFactory;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;

/**
 * All conformance cases between nodes that all are this machine. In litmus tests PE 2k works with PE 2k + 1, so these
 * are on different nodes where each has one PE.
 */
@Execution(ExecutionMode.CONCURRENT)
@TakesLong
class UcxConformanceIT {
    private static final String[] COLLECTIVES = {"BarrierCases", "TeamCases.sharedTeam", "TeamCases.teamsOfTeams",
        "DoublesCollectiveCases"};

    /** Groups whose PEs work in pairs, of one type. */
    private static final String[] PAIRS = {"MemoryCases", "AccessCases", "BytesCases", "BarrierCases", "SignalCases",
        "ConveyorCases", "GridCases", "NonBlockingCases", "LockCases", "ThreadCases", "OrderingCases",
        "LongsRmaCases", "LongsStridedCases", "LongsAtomicCases", "FloatsAtomicCases", "LongsWaitCases",
        "ShortWaitCases", "TeamCases", "ContextCases", "TeamThreadCases", "BlockCases", "LegacyCases"};

    private static final String USERS_COMPILERS = "-J-XX:TieredStopAtLevel=4";

    @BeforeAll
    static void needUcx() {
        SeveralMachines.assume();
    }

    @TestFactory
    Stream<DynamicContainer> cases() {
        return Stream.of(container(4, 2, ConformanceRun.QUICKLY_COMPILED));
    }

    @Thorough
    @TestFactory
    Stream<DynamicContainer> casesOnOtherNodes() {
        return Stream.of(container(4, 4, USERS_COMPILERS, PAIRS));
    }

    @Weekly
    @TestFactory
    Stream<DynamicContainer> allCasesOnOtherNodes() {
        return ConformanceRun.sideBySide(List.of(() -> container(4, 4, USERS_COMPILERS),
            () -> container(5, 4, ConformanceRun.QUICKLY_COMPILED, COLLECTIVES),
            () -> container(7, 4, ConformanceRun.QUICKLY_COMPILED, COLLECTIVES),
            () -> container(8, 4, ConformanceRun.QUICKLY_COMPILED, COLLECTIVES)));
    }

    @Thorough
    @TestFactory
    List<DynamicTest> mistakesAreFound() {
        return ConformanceRun.tests(4, List.of("--split", "2", "--heap-size", "1m", "-x", "SHMEM_CHECK=2",
            ConformanceRun.QUICKLY_COMPILED), "CheckedCases", "CheckedBufferCases");
    }

    private static DynamicContainer container(int np, int nodes, String flag, String... groups) {
        return DynamicContainer.dynamicContainer(np + " PEs on " + nodes + " nodes", ConformanceRun.tests(np,
            List.of("--split", Integer.toString(nodes), "--heap-size", "1m", "-J-Dshmem4j.guard=true", flag), groups));
    }
}
