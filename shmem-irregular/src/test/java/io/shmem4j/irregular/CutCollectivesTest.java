// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.irregular;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.shmem4j.Shmem;
import io.shmem4j.SymmetricLongs;
import io.shmem4j.Team;
import io.shmem4j.collective.team.Group;
import io.shmem4j.collective.team.SystemCells;
import io.shmem4j.engine.Library;
import io.shmem4j.engine.TeamSlots;
import io.shmem4j.error.WaitTimeoutException;
import io.shmem4j.irregular.container.WorkPool;
import io.shmem4j.irregular.message.Messages;
import io.shmem4j.legacy.LegacyShmem;
import io.shmem4j.spi.Backend;
import io.shmem4j.spi.Cell;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.function.Function;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** Collectives that a time limit has cut, because the other PE does not come. */
class CutCollectivesTest {
    @SuppressWarnings("deprecation")
    static Stream<Arguments> collectives() {
        return Stream.of(
            row("barrierAll", shmem -> shmem::barrierAll),
            row("syncAll", shmem -> shmem::syncAll),
            row("a team's barrier", shmem -> {
                Team team = shmem.world().splitStrided(0, 1, shmem.nPes());
                return team::sync;
            }),
            row("a reduction", shmem -> () -> shmem.world().sumReduce(1L)),
            row("a split", shmem -> () -> shmem.world().splitStrided(0, 1, shmem.nPes())),
            row("the first use of an active set", shmem -> {
                SymmetricLongs pSync = shmem.allocateLongs(LegacyShmem.SYNC_SIZE);
                return () -> shmem.activeSet(0, 0, shmem.nPes(), pSync);
            }),
            row("a pool", shmem -> {
                WorkPool pool = WorkPool.allocate(shmem);
                return () -> pool.run(_ -> { });
            }),
            row("messages that open", shmem -> {
                Messages messages = Messages.allocate(shmem);
                return messages::open;
            }));
    }

    private static Arguments row(String name, Function<Shmem, Runnable> collective) {
        return Arguments.of(name, collective);
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("collectives")
    void noneIsCalledBehindOneThatWasCut(String name, Function<Shmem, Runnable> collective) {
        CountDownLatch cut = new CountDownLatch(1);
        Shmem.run(2, () -> {
            try (Shmem shmem = Shmem.init()) {
                Runnable call = collective.apply(shmem);
                if (shmem.myPe() == 1) {
                    cut.await();
                    return;
                }
                try {
                    assertThrows(WaitTimeoutException.class, () -> shmem.within(Duration.ofMillis(5), call));
                    for (Runnable next : List.<Runnable>of(shmem::barrierAll, call)) {
                        String refusal = assertThrows(IllegalStateException.class, next::run).getMessage();
                        assertTrue(refusal.contains("a time limit has cut a collective of this PE"), refusal);
                    }
                } finally {
                    cut.countDown();
                }
            }
        });
    }

    /** Collectives that go on after a death need the slot. */
    @Test
    void aTeamThatIsNotMadeInTimeKeepsNoSlot() {
        Shmem.run(1, () -> {
            try (Shmem shmem = Shmem.init()) {
                Backend backend = Library.currentBackend();
                Group alone = new Group(backend, 0, 1, shmem.nPes(), shmem.myPe(), TeamSlots.WORLD);
                long said = alone.syncCell(SystemCells.SPLIT) + Cell.DATA;
                int first = new TeamSlots(backend).claim(alone, 0, said, () -> { });
                TeamSlots slots = new TeamSlots(backend);
                assertThrows(WaitTimeoutException.class, () -> slots.claim(alone, 0, said, () -> {
                    throw new WaitTimeoutException("nobody comes");
                }));
                assertEquals(first, slots.claim(alone, 0, said, () -> { }));
            }
        });
    }
}
