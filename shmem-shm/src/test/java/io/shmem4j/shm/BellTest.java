// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.shm;

import static java.lang.foreign.ValueLayout.JAVA_INT;
import static java.lang.foreign.ValueLayout.JAVA_LONG;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.shmem4j.Cmp;
import io.shmem4j.Shmem;
import io.shmem4j.SymmetricInts;
import io.shmem4j.SymmetricLongs;
import io.shmem4j.spi.Cell;
import io.shmem4j.spi.JobMemory;
import io.shmem4j.spi.SystemLayout;
import java.lang.invoke.VarHandle;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/**
 * Threads that are woken: sleeping threads of a job of one PE, looked at through the bell's value, which every ring
 * changes.
 */
@Timeout(value = 120, unit = TimeUnit.SECONDS)
class BellTest {
    private static final VarHandle INT = JAVA_INT.varHandle();
    private static final VarHandle LONG = JAVA_LONG.varHandle();

    private static Shmem shmem;

    @BeforeAll
    static void start() {
        shmem = Shmem.init();
    }

    @AfterAll
    static void end() {
        shmem.close();
    }

    @Test
    void updatesThatDoNotEndTheWaitWakeNobody() throws InterruptedException {
        SymmetricLongs counter = shmem.allocateLongs(2);
        Thread sleeper = sleeper(() -> counter.waitUntil(0, Cmp.GE, 10));
        long before = rings();
        for (int i = 0; i < 9; i++) {
            shmem.inc(counter, 0, 0);
            shmem.add(counter, 1, 100, 0);
            shmem.quiet();
        }
        assertEquals(before, rings(), "rang for nothing");
        shmem.inc(counter, 0, 0);
        assertRung(before, 1, "the last update rang");
        sleeper.join();
        awaitEmpty();
        counter.free();
    }

    @Test
    void quietRingsForAPlainStoreThatEndsTheWait() throws InterruptedException {
        SymmetricInts flag = shmem.allocateInts(2);
        Thread sleeper = sleeper(() -> flag.waitUntil(1, Cmp.UGT, Integer.MAX_VALUE));
        long before = rings();
        shmem.p(flag, 1, Integer.MAX_VALUE, 0);
        shmem.quiet();
        assertEquals(before, rings(), "rang for nothing");
        shmem.p(flag, 1, -1, 0);
        shmem.quiet();
        assertRung(before, 1, "quiet rang for the store");
        sleeper.join();
        awaitEmpty();
        flag.free();
    }

    @Test
    void twoSleepersAreBothWokenByAnyUpdate() throws InterruptedException {
        SymmetricLongs flags = shmem.allocateLongs(2);
        Thread first = sleeper(() -> flags.waitUntil(0, Cmp.EQ, 1));
        Thread second = new Thread(() -> flags.waitUntil(1, Cmp.EQ, 1));
        second.start();
        awaitSleepers(2);
        long before = rings();
        shmem.atomicSet(flags, 1, 1, 0);
        assertRung(before, 2, "two sleepers, one condition: everybody looks");
        second.join();
        shmem.atomicSet(flags, 0, 1, 0);
        first.join();
        awaitEmpty();
        flags.free();
    }

    @Test
    void aSleeperThatJoinedAnotherIsWokenAfterTheOtherHasLeft() throws InterruptedException {
        SymmetricLongs flags = shmem.allocateLongs(2);
        Thread first = sleeper(() -> flags.waitUntil(0, Cmp.EQ, 1));
        Thread second = new Thread(() -> flags.waitUntil(1, Cmp.EQ, 1));
        second.start();
        awaitSleepers(2);
        shmem.atomicSet(flags, 0, 1, 0);
        first.join();
        awaitSleepers(1);
        long before = rings();
        shmem.atomicSet(flags, 1, 1, 0);
        assertRung(before, 1, "the one that is left has said nothing, so everything wakes it");
        second.join();
        awaitEmpty();
        flags.free();
    }

    private static Thread sleeper(Runnable wait) {
        awaitEmpty();
        Thread thread = new Thread(wait);
        thread.start();
        awaitSleepers(1);
        while ((long) LONG.getAcquire(JobMemory.all(), SystemLayout.BELL + Cell.DATA) == 0) {
            Thread.onSpinWait();
        }
        return thread;
    }

    private static void awaitEmpty() {
        awaitSleepers(0);
    }

    private static void awaitSleepers(int count) {
        while (sleepers() != count) {
            assertFalse(Thread.interrupted(), "time is up");
            Thread.onSpinWait();
        }
    }

    /** There is no ring when a sleeper, which looks now and then by itself, has seen the change and left before it. */
    private static void assertRung(long before, int sleepers, String what) {
        assertTrue(rings() > before || sleepers() < sleepers, what);
    }

    private static int sleepers() {
        return (int) INT.getAcquire(JobMemory.all(), SystemLayout.BELL + Cell.SLEEPERS);
    }

    private static long rings() {
        return (long) LONG.getAcquire(JobMemory.all(), SystemLayout.BELL + Cell.VALUE);
    }
}
