// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.irregular;

import static org.junit.jupiter.api.Assertions.assertAll;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.shmem4j.testing.Thorough;
import java.util.stream.Stream;
import org.junit.jupiter.api.function.Executable;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** The library's protocols by many schedules: {@code -Dexplore.schedules=} says how many of each. */
@Execution(ExecutionMode.CONCURRENT)
class ExploredTest {
    private static final int SCHEDULES = Integer.getInteger("explore.schedules", 16);
    private static final int FEW = 3;

    private static Stream<Arguments> protocols() {
        return Protocol.all().entrySet().stream().map(each -> Arguments.of(each.getKey(), each.getValue()));
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("protocols")
    void isRightInSomeSchedules(String name, Protocol protocol) {
        assertRight(protocol, FEW);
    }

    @Thorough
    @ParameterizedTest(name = "{0}")
    @MethodSource("protocols")
    void isRightInEverySchedule(String name, Protocol protocol) {
        assertRight(protocol, SCHEDULES);
    }

    private static void assertRight(Protocol protocol, int schedules) {
        assertAll(protocol.explore(schedules, 3600).stream().map(tried -> (Executable) () ->
            assertTrue(tried.complete() || tried.schedules() == schedules, tried::toString)));
    }
}
