// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.explore;

import io.shmem4j.testing.ConformanceRun;
import io.shmem4j.testing.LongOnesFirst.TakesLong;
import io.shmem4j.testing.Thorough;
import java.util.List;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.TestFactory;

/** Conformance cases in explored schedules. */
@TakesLong
class ExploredConformanceIT {
    /** No case relies on more order than the specification gives. */
    @Thorough
    @TestFactory
    List<DynamicTest> withStoresInAnotherOrder() {
        String[] groups = {"MemoryCases", "OrderingCases", "SignalCases.countedSignals", "LegacyCases", "GridCases",
            "NonBlockingCases", "BarrierCases.peQuiet", "TeamCases.colors", "TeamCases.anyMembers"};
        return ConformanceRun.tests(4, List.of("--explore=random", "--schedules", "1", "--explore-seed", "7",
            "--explore-steps", "100000000", "--explore-time", "3600", "--heap-size", "1m",
            ConformanceRun.QUICKLY_COMPILED), groups);
    }
}
