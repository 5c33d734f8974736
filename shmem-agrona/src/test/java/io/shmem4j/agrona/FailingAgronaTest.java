// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.agrona;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.shmem4j.failing.FailingCalls;
import io.shmem4j.failing.Fault;
import io.shmem4j.testing.Thorough;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Fails calls inside allocations of counters and logs. */
class FailingAgronaTest {
    private static final String TABLE = AgronaOperations.class.getName();
    private static final int FEW = 4;
    /** An allocation that is cut off needs another job, a fifth of a second each. */
    private static final int MORE = 30;
    /** A beat is a single store. Readers and views change nothing, and the object inside frees. */
    private static final String WITHOUT_ROWS = "beat|lastBeat|read|of|local|free|close"
        // An error inside agrona may block its readers, as the classes say.
        + "|counter|add"
        // Channels, which get the memory, have rows of their own.
        + "|memory|handler";

    @ParameterizedTest
    @ValueSource(classes = {BufferMessages.class, PeCounters.class, ErrorLog.class, Buffers.class})
    void everyChangeHasARow(Class<?> operations) {
        assertEquals(List.of(), FailingCalls.withoutRow(operations, WITHOUT_ROWS, List.of(TABLE)));
    }

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
    void moreCalls(String name, Fault fault) {
        assertEquals(List.of(), FailingCalls.failures(TABLE, name, fault, MORE));
    }
}
