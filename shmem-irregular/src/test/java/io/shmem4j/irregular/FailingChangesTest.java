// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.irregular;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.shmem4j.failing.FailingCalls;
import io.shmem4j.failing.Fault;
import io.shmem4j.testing.Thorough;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** Fails calls inside changes of containers and sends of messages. */
class FailingChangesTest {
    private static final String TABLE = ChangeOperations.class.getName();
    private static final int FEW = 12;

    static List<String> rows() {
        return FailingCalls.names(TABLE);
    }

    static Stream<Arguments> rowsByFault() {
        return rows().stream().flatMap(name -> Stream.of(Fault.values()).map(fault -> Arguments.of(name, fault)));
    }

    @ParameterizedTest
    @MethodSource("rows")
    void someCalls(String name) {
        assertEquals(List.of(), FailingCalls.failures(TABLE, name, Fault.STACK_OVERFLOW, FEW));
    }

    @Thorough
    @ParameterizedTest
    @MethodSource("rowsByFault")
    void allCalls(String name, Fault fault) {
        assertEquals(List.of(), FailingCalls.failures(TABLE, name, fault, Integer.MAX_VALUE));
    }
}
