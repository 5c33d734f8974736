// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.failing;

import io.shmem4j.testing.Weekly;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.TestFactory;

/** Fails calls inside the library's operations. */
class FailingCallsTest {
    private static final Class<?>[] TABLES = {StoreOperations.class, LockOperations.class};

    @TestFactory
    Stream<DynamicTest> someCalls() {
        return Stream.of(Fault.STACK_OVERFLOW, Fault.END_OF_STACK).flatMap(fault -> tests(fault, 12));
    }

    @Weekly
    @TestFactory
    Stream<DynamicTest> allCalls() {
        return Stream.of(Fault.values()).flatMap(fault -> tests(fault, Integer.MAX_VALUE));
    }

    private static Stream<DynamicTest> tests(Fault fault, int most) {
        return Stream.of(TABLES).flatMap(table -> FailingTests.of(table.getName(), fault, most));
    }
}
