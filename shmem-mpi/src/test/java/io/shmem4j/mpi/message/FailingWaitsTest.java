// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.mpi.message;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.shmem4j.failing.FailingCalls;
import io.shmem4j.failing.Fault;
import java.util.List;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Fails calls inside a wait for a message. */
class FailingWaitsTest {
    private static final int FEW = 12;

    @ParameterizedTest
    @EnumSource(names = {"STACK_OVERFLOW", "OUT_OF_MEMORY"})
    void anErrorHoldsUpNoOtherThread(Fault fault) {
        assertEquals(List.of(), FailingCalls.failures(EngineOperations.class.getName(), "await", fault, FEW));
    }
}
