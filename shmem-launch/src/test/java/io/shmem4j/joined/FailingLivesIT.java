// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.joined;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.shmem4j.Shmem;
import io.shmem4j.failing.Fault;
import io.shmem4j.failing.KthCall;
import io.shmem4j.shm.ShmJob;
import io.shmem4j.testing.Oshrun;
import io.shmem4j.testing.Thorough;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** An error in a join, a recovery, a finish or a close leaves no lock and no PE behind. */
class FailingLivesIT {
    private static final List<String> CALLS = List.of("join", "close", "recover", "finish");

    private static void fail(Fault fault, int stride) {
        try (Shells shells = new Shells()) {
            Shells.Shell jvm = shells.begin(Oshrun.classPath(FailingLivesProgram.class, Shmem.class, ShmJob.class,
                KthCall.class), Map.of("SHMEM_CHECK", "0"), FailingLivesProgram.class, fault.name(),
                Integer.toString(stride), CALLS.get(0), CALLS.get(1), CALLS.get(2), CALLS.get(3));
            CALLS.forEach(call -> assertEquals(call + " whole or not done", jvm.line()));
            assertEquals(0, jvm.await());
            shells.expectNothing();
        }
    }

    @Test
    void someCallsFail() {
        fail(Fault.STACK_OVERFLOW, 61);
    }

    @Thorough
    @ParameterizedTest
    @EnumSource(names = {"STACK_OVERFLOW", "OUT_OF_MEMORY", "INTERNAL_ERROR", "INTERRUPT"})
    void manyCallsFail(Fault fault) {
        fail(fault, 5);
    }
}
