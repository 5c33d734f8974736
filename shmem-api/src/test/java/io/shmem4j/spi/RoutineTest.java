// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.spi;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.shmem4j.Shmem;
import io.shmem4j.ShmemLock;
import io.shmem4j.Signal;
import io.shmem4j.SymmetricLongs;
import io.shmem4j.Team;
import java.lang.reflect.Method;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** Reports have the names that programs have. */
class RoutineTest {
    private static Stream<String> methods(Class<?> type, String prefix) {
        return Arrays.stream(type.getMethods()).map(Method::getName).map(name -> prefix + name);
    }

    @Test
    void everyRoutineHasTheNameOfAMethod() {
        Set<String> known = Stream.of(methods(Shmem.class, ""), methods(Team.class, ""), methods(Team.class, "Team."),
            methods(Signal.class, "Signal."), methods(ShmemLock.class, "ShmemLock."), methods(SymmetricLongs.class, ""),
            // Those of channels, a module above this one.
            Stream.of("allocate", "send", "publish", "poll", "take", "Channel.finish")).flatMap(names -> names)
            .collect(Collectors.toSet());
        assertEquals(List.of(), Stream.of(Routine.values()).map(Routine::text).filter(name -> !known.contains(name))
            .toList());
        assertEquals(Routine.values().length, Stream.of(Routine.values()).map(Routine::text).distinct().count());
        Set<String> routines = Stream.of(Routine.values()).map(Routine::text).collect(Collectors.toSet());
        for (WaitKind kind : List.of(WaitKind.BARRIER, WaitKind.SYNC, WaitKind.VARIABLE, WaitKind.SIGNAL,
            WaitKind.LOCK)) {
            assertTrue(routines.contains(kind.text()), kind.text());
        }
    }
}
