// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.ucx;

import io.shmem4j.testing.ConformanceRun;
import io.shmem4j.testing.LongOnesFirst.TakesLong;
import io.shmem4j.testing.SeveralMachines;
import io.shmem4j.testing.Thorough;
import io.shmem4j.testing.Weekly;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.DynamicContainer;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.TestFactory;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;

/** Conformance cases between nodes that all are this machine. */
@Execution(ExecutionMode.CONCURRENT)
@TakesLong
class UcxConformanceIT {
    private static final String[] ONE_TYPE = {"SetupCases", "MemoryCases", "MismatchCases", "BytesCases",
        "BarrierCases", "SignalCases", "GridCases", "LockCases", "ThreadCases",
        "OrderingCases", "TeamCases", "ContextCases", "BlockCases", "LegacyCases", "LongsRmaCases",
        "LongsStridedCases", "LongsObjectCases", "LongsAtomicCases", "LongsWaitCases", "LongsCollectiveCases",
        "LongsLegacyCases"};
    private static final String[] OTHER_TYPES = {"BytesRmaCases", "ShortsObjectCases", "FloatsStridedCases",
        "IntsAtomicCases", "FloatsAtomicCases", "DoublesAtomicCases", "IntsWaitCases", "ShortWaitCases",
        "DoublesCollectiveCases", "ShortsLegacyCases"};
    private static final String[] COLLECTIVES = {"BarrierCases", "TeamCases.sharedTeam", "TeamCases.teamsOfTeams",
        "DoublesCollectiveCases"};

    private static final String USERS_COMPILERS = "-J-XX:TieredStopAtLevel=4";
    private static final String FEWER_ROUNDS = "-J-Dconformance.fewer=8";

    @TempDir
    private Path folder;

    @BeforeAll
    static void needUcx() {
        SeveralMachines.assume();
    }

    /**
     * PEs 2k and 2k + 1, which work together in litmus tests, are on different nodes. PEs 1 and 2 share a node, so
     * that collectives have levels, of nodes with unequal numbers of PEs.
     */
    @TestFactory
    List<DynamicTest> tenthOfCases() throws IOException {
        return ConformanceRun.tenthOfTests(4, threeNodes(), ONE_TYPE);
    }

    @Thorough
    @TestFactory
    List<DynamicTest> cases() throws IOException {
        return ConformanceRun.tests(4, threeNodes(), ONE_TYPE);
    }

    @Thorough
    @TestFactory
    List<DynamicTest> casesOfOtherTypes() throws IOException {
        return ConformanceRun.tests(4, threeNodes(), OTHER_TYPES);
    }

    private List<String> threeNodes() throws IOException {
        return List.of("--hosts", "a:1,b:2,c:1", "--starter", "exec:" + HereScript.in(folder), "--heap-size", "1m",
            "-J-Dshmem4j.guard=true", FEWER_ROUNDS, ConformanceRun.QUICKLY_COMPILED);
    }

    @Weekly
    @TestFactory
    Stream<DynamicContainer> allRoundsOfOtherShapes() {
        return ConformanceRun.sideBySide(List.of(() -> container(4, 4, USERS_COMPILERS),
            () -> container(4, 2, ConformanceRun.QUICKLY_COMPILED),
            () -> container(5, 4, ConformanceRun.QUICKLY_COMPILED, COLLECTIVES),
            () -> container(7, 4, ConformanceRun.QUICKLY_COMPILED, COLLECTIVES),
            () -> container(8, 4, ConformanceRun.QUICKLY_COMPILED, COLLECTIVES)));
    }

    @Thorough
    @TestFactory
    List<DynamicTest> mistakesAreFound() {
        return ConformanceRun.tests(4, List.of("--split", "2", "--heap-size", "1m", "-x", "SHMEM_CHECK=2",
            FEWER_ROUNDS, ConformanceRun.QUICKLY_COMPILED), "CheckedCases", "CheckedBufferCases");
    }

    private static DynamicContainer container(int np, int nodes, String flag, String... groups) {
        return DynamicContainer.dynamicContainer(np + " PEs on " + nodes + " nodes", ConformanceRun.tests(np,
            List.of("--split", Integer.toString(nodes), "--heap-size", "1m", "-J-Dshmem4j.guard=true", flag), groups));
    }
}
