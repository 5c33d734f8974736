// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.ucx;

import io.shmem4j.testing.ConformanceRun;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.DynamicContainer;
import org.junit.jupiter.api.TestFactory;

/** The conformance cases that may depend on where PEs are, between nodes that all are this machine. */
class UcxConformanceIT {
    private static final String[] ON_TWO = {"SetupCases", "MemoryCases", "BarrierCases", "LockCases", "SignalCases",
        "LongsAtomicCases", "LongsRmaCases", "ShortsRmaCases", "LongsObjectCases",
        "BytesObjectCases", "LongsWaitCases", "AccessCases", "ContextCases", "TeamCases.pointers",
        "TeamCases.sharedTeam", "IntsCollectiveCases", "LegacyCases", "ZeroCases"};
    private static final String[] ON_FOUR = {"BarrierCases", "SignalCases", "TeamCases.sharedTeam",
        "TeamCases.teamsOfTeams", "DoublesCollectiveCases"};

    @BeforeAll
    static void needUcx() {
        Installed.assume();
    }

    @TestFactory
    Stream<DynamicContainer> cases() {
        return Stream.of(container(4, 2, ON_TWO), container(5, 4, ON_FOUR));
    }

    private static DynamicContainer container(int np, int nodes, String... groups) {
        return DynamicContainer.dynamicContainer(np + " PEs on " + nodes + " nodes", ConformanceRun.tests(np,
            List.of("--split", Integer.toString(nodes), "--heap-size", "1m", "-J-Dshmem4j.guard=true"), groups));
    }
}
