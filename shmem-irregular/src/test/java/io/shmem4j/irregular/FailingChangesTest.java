// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.irregular;

import io.shmem4j.failing.FailingTests;
import io.shmem4j.failing.Fault;
import io.shmem4j.testing.Weekly;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.TestFactory;

/** Fails calls inside changes of containers and sends of messages. */
class FailingChangesTest {
    private static final int FEW = 12;

    @TestFactory
    Stream<DynamicTest> someCalls() {
        return FailingTests.of(ChangeOperations.class.getName(), Fault.STACK_OVERFLOW, FEW);
    }

    @Weekly
    @TestFactory
    Stream<DynamicTest> allCalls() {
        return Stream.of(Fault.values()).flatMap(fault -> FailingTests.of(ChangeOperations.class.getName(), fault,
            Integer.MAX_VALUE));
    }
}
