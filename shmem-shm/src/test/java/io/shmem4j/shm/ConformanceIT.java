// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.shm;

import io.shmem4j.testing.ConformanceRun;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicContainer;
import org.junit.jupiter.api.TestFactory;

/** Every conformance case between real processes, all cases of one number of PEs in one job. */
class ConformanceIT {
    @TestFactory
    Stream<DynamicContainer> cases() {
        return Stream.of(1, 2, 3, 4, 8, 64).map(np -> DynamicContainer.dynamicContainer(np + " PEs",
            ConformanceRun.tests(np, List.of("--heap-size", "1m"))));
    }
}
