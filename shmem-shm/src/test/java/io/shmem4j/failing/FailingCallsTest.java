// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.failing;

import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.TestFactory;

/** Fails calls inside the library's operations. */
class FailingCallsTest {
    @TestFactory
    Stream<DynamicTest> stores() {
        return Stream.of(Fault.values()).flatMap(fault -> FailingTests.of(StoreOperations.class.getName(), fault,
            Integer.MAX_VALUE));
    }
}
