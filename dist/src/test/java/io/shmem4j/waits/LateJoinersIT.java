// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.waits;

import io.shmem4j.Shmem;
import io.shmem4j.explore.Explore;
import io.shmem4j.testing.Thorough;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.parallel.ResourceLock;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import waits.LateJoiners;

/** Readers, writers and selectors that come or go, and PEs that die, at each step of others. */
@ResourceLock("jobs of this JVM")
class LateJoinersIT {
    private static final int FEW = 50;
    private static final int SCHEDULES = Integer.getInteger("explore.schedules", 1000);

    private static Stream<String> programs() {
        return LateJoiners.programs().keySet().stream();
    }

    private static void explore(String name, int schedules) {
        LateJoiners.Joined program = LateJoiners.programs().get(name);
        Explore explore = Explore.standard().bounds(schedules, 3600, 20_000);
        for (Explore each : new Explore[] {explore, explore.ofLibrary()}) {
            IntStream.rangeClosed(2, 3).forEach(pes -> each.explore(pes, () -> {
                try (Shmem shmem = Shmem.init()) {
                    program.run(shmem);
                    shmem.finish();
                }
            }));
        }
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("programs")
    void lateOnesGetWhatTheyMay(String name) {
        explore(name, FEW);
    }

    @Thorough
    @ParameterizedTest(name = "{0}")
    @MethodSource("programs")
    void lateOnesGetWhatTheyMayInManySchedules(String name) {
        explore(name, SCHEDULES);
    }

    private static void finish(int schedules) {
        Explore explore = Explore.standard().bounds(schedules, 3600, 50_000);
        for (Explore each : new Explore[] {explore.crash(1, true), explore.crash(2, true),
            explore.crash(1, true).ofLibrary()}) {
            IntStream.rangeClosed(2, 3).forEach(pes -> each.explore(pes, () -> {
                try (Shmem shmem = Shmem.init()) {
                    LateJoiners.finish(shmem);
                }
            }));
        }
    }

    @Test
    void allPesFinishAfterADeath() {
        finish(FEW);
    }

    @Thorough
    @Test
    void allPesFinishAfterADeathInManySchedules() {
        finish(SCHEDULES);
    }
}
