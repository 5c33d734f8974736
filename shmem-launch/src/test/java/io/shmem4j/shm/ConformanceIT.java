// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.shm;

import io.shmem4j.testing.ConformanceRun;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicContainer;
import org.junit.jupiter.api.TestFactory;

/** Every conformance case between real processes, all cases of one number of PEs in one job. */
class ConformanceIT {
    /** What may depend on the number of PEs; all cases with 64 of them would take minutes. */
    private static final String[] MANY_PES = {"SetupCases", "MemoryCases", "BarrierCases", "LockCases", "OrderingCases",
        "SignalCases", "LongsAtomicCases", "LongsWaitCases", "TeamCases", "IntsCollectiveCases", "LegacyCases"};

    @TestFactory
    Stream<DynamicContainer> cases() {
        return Stream.concat(Stream.of(1, 2, 3, 4, 7, 8).map(np -> container(np)), Stream.of(container(64, MANY_PES)));
    }

    private static DynamicContainer container(int np, String... groups) {
        return DynamicContainer.dynamicContainer(np + " PEs",
            ConformanceRun.tests(np, List.of("--heap-size", "1m"), groups));
    }
}
