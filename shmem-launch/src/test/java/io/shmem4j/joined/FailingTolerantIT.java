// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.joined;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.shmem4j.Shmem;
import io.shmem4j.failing.CollectiveOperations;
import io.shmem4j.failing.Fault;
import io.shmem4j.failing.KthCall;
import io.shmem4j.failing.LockOperations;
import io.shmem4j.failing.Operation;
import io.shmem4j.shm.ShmJob;
import io.shmem4j.testing.Oshrun;
import io.shmem4j.testing.Thorough;
import java.util.List;
import java.util.Map;
import java.util.function.Supplier;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** An error in a lock or a collective of a fault-tolerant job leaves the lock free and the PEs in step. */
class FailingTolerantIT {
    private static final int FEW = 3;

    private static void fail(Supplier<List<Operation>> table, Fault fault, int most) {
        try (Shells shells = new Shells()) {
            Shells.Shell jvm = shells.begin(Oshrun.classPath(FailingTolerantProgram.class, Shmem.class, ShmJob.class,
                KthCall.class), Map.of(), FailingTolerantProgram.class, table.getClass().getName(), fault.name(),
                Integer.toString(most), "reallocate");
            long rows = table.get().stream().filter(row -> !"reallocate".equals(row.name())).count();
            assertEquals(rows + " rows", jvm.line());
            assertEquals(0, jvm.await());
            shells.expectNothing();
        }
    }

    private static Stream<Supplier<List<Operation>>> tables() {
        return Stream.of(new LockOperations(), new CollectiveOperations());
    }

    @Test
    void anAllocationMakesAsManyCallsAmongMany() {
        try (Shells shells = new Shells()) {
            Shells.Shell jvm = shells.begin(Oshrun.classPath(CountedAllocationsProgram.class, Shmem.class, ShmJob.class,
                KthCall.class), Map.of(), CountedAllocationsProgram.class);
            assertEquals("as many", jvm.line());
            assertEquals(0, jvm.await());
            shells.expectNothing();
        }
    }

    @ParameterizedTest
    @MethodSource("tables")
    void someCalls(Supplier<List<Operation>> table) {
        fail(table, Fault.STACK_OVERFLOW, FEW);
    }

    static Stream<Arguments> tablesByFault() {
        return tables().flatMap(table -> Stream.of(Fault.values())
            .filter(fault -> fault != Fault.STACK_OVERFLOW).map(fault -> Arguments.of(table, fault)));
    }

    @Thorough
    @ParameterizedTest
    @MethodSource("tablesByFault")
    void otherFaults(Supplier<List<Operation>> table, Fault fault) {
        fail(table, fault, FEW);
    }
}
