// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.spi;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.lang.foreign.Arena;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.Test;

class MeetingTest {
    static {
        // Lives ask whether the job is on one node.
        if (!JobMemory.installed()) {
            JobMemory.install(Arena.global().allocate(Long.BYTES, Long.BYTES), Long.BYTES, false);
        }
    }

    private final Meeting.Register register = new Meeting.Register(Meeting.Register.inHeap(1), 1);

    @Test
    void aLeaderWhoseWorkFailsMayLeadAgain() {
        Meeting meeting = new Meeting(register, Meeting.Purpose.RECOVERY);
        meeting.arrive(0);
        assertThrows(IllegalStateException.class, () -> meeting.lead(0, 0, () -> {
            throw new IllegalStateException();
        }));
        assertFalse(meeting.isHeld());
        assertTrue(meeting.lead(0, 0, () -> { }));
        assertTrue(meeting.isHeld());
    }

    @Test
    void aLeadThatAnErrorHasLeftBehindIsReplaced() {
        Words words = Meeting.Register.inHeap(1);
        Meeting meeting = new Meeting(new Meeting.Register(words, 1), Meeting.Purpose.RECOVERY);
        meeting.arrive(0);
        // The word of the leader names PE 0 in its first life.
        words.setLong(1232, 1);
        assertTrue(meeting.lead(0, 0, () -> { }));
        assertTrue(meeting.isHeld());
    }

    private static void await(CountDownLatch latch) {
        try {
            latch.await();
        } catch (InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }

    /** Its own thread would go on with that work when another process is this PE. */
    @Test
    void aPeThatLeavesWaitsForItsThreadThatLeads() throws InterruptedException {
        Backend backend = new ForwardingBackend(null) {
            @Override
            public void quiet() {
                // Nobody sleeps.
            }
        };
        Lives lives = new Lives(register, backend, 0, 1) {
            @Override
            public boolean isAlive(int other) {
                return true;
            }

            @Override
            public boolean closeAlone() {
                leadNoMore();
                return true;
            }

            @Override
            protected String describeEnd(int status) {
                return "";
            }
        };
        CountDownLatch leading = new CountDownLatch(1);
        CountDownLatch done = new CountDownLatch(1);
        Thread leader = Thread.ofPlatform().start(() -> lives.end(false, () -> {
            leading.countDown();
            await(done);
        }));
        leading.await();
        Thread closes = Thread.ofPlatform().start(lives::closeAlone);
        while (closes.getState() != Thread.State.WAITING) {
            assertTrue(closes.isAlive(), "left while a thread leads");
            Thread.onSpinWait();
        }
        done.countDown();
        closes.join();
        leader.join();
        assertEquals(1, register.held(Meeting.Purpose.END));
        // The next end, as the repetition of one that was held is not led.
        lives.begin();
        lives.end(false, () -> { });
        assertEquals(1, register.held(Meeting.Purpose.END), "leads no more");
    }
}
