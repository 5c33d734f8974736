// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.shm;

import static java.lang.foreign.ValueLayout.JAVA_INT;
import static java.lang.foreign.ValueLayout.JAVA_LONG;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.shmem4j.spi.PeState;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;

class ControlFileTest {
    private final MemorySegment memory = Arena.ofAuto().allocate(ControlLayout.bytes(3), 64);

    private ControlFile file() {
        memory.set(JAVA_LONG, ControlLayout.MAGIC_AT, ControlLayout.MAGIC);
        memory.set(JAVA_INT, ControlLayout.FORMAT_AT, ControlLayout.FORMAT);
        memory.set(JAVA_INT, ControlLayout.PES, 3);
        return new ControlFile(memory);
    }

    @Test
    void firstAbortStands() {
        ControlFile file = file();
        assertFalse(file.aborting());
        file.abort(2, 7, "too hot: 5 °C above");
        file.abort(1, 9, "too late");
        assertTrue(file.aborting());
        assertEquals(7, file.abortStatus());
        assertEquals(2, file.abortPe());
        assertEquals("too hot: 5 °C above", file.abortReason());
    }

    /** A PE that comes while nobody waits reads no clock; the last one is reported among those that come later. */
    @Test
    void theLastToComeIsOneThatCameWhileAnotherWaited() {
        ControlFile file = file();
        for (long number = 1; number <= 600; number++) {
            file.arrived(0, number, false);
            assertEquals(-1, file.lastToCome(number), "two are to come");
            file.awaited(number);
            file.arrived(2, number, false);
            file.arrived(1, number, false);
            assertEquals(1, file.lastToCome(number));
        }
        file.arrived(0, 601, false);
        file.arrived(1, 601, false);
        file.arrived(2, 601, false);
        assertEquals(-1, file.lastToCome(601), "nobody waited");
        file.arrived(2, 602, true);
        file.arrived(1, 602, false);
        file.arrived(0, 602, false);
        assertEquals(0, file.lastToCome(602), "one wants to know");
        long many = Integer.MAX_VALUE + 5L;
        file.awaited(many);
        file.awaited(7);
        for (int pe = 2; pe >= 0; pe--) {
            file.arrived(pe, many, false);
        }
        assertEquals(0, file.lastToCome(many));
    }

    /** Each is killed after it has taken a report and before it sets the abort word. */
    @Test
    void whereAllThatSayWhyAreKilledTheJobEndsAllTheSame() {
        ControlFile file = file();
        memory.set(JAVA_INT, ControlLayout.REPORTS_TAKEN, 1);
        file.abort(2, 7, "the second report");
        assertEquals("the second report", file.abortReason());
        memory.set(JAVA_INT, ControlLayout.ABORTING, 0);
        memory.set(JAVA_INT, ControlLayout.REPORTS_TAKEN, ControlLayout.REPORTS);
        file.abort(2, 7, "no room");
        assertTrue(file.aborting());
        assertEquals(1, file.abortStatus());
        assertTrue(file.abortReason().contains("were killed"));
    }

    @Test
    void abortWithoutReason() {
        ControlFile file = file();
        file.abort(0, 0, null);
        assertTrue(file.aborting());
        assertEquals(0, file.abortStatus());
        assertNull(file.abortReason());
    }

    @Test
    void longReasonIsCutBetweenCharacters() {
        ControlFile file = file();
        file.abort(0, 1, "x" + "\u20ac".repeat(5000));
        String reason = file.abortReason();
        int bytes = reason.getBytes(StandardCharsets.UTF_8).length;
        assertTrue(bytes > ControlLayout.reasonBytes(3) - 3 && bytes <= ControlLayout.reasonBytes(3), "" + bytes);
        assertEquals("x" + "\u20ac".repeat(reason.length() - 1), reason);
        assertEquals(PeState.STARTED, file.state(0));
    }

    @Test
    void laterMinorFormatsAreRead() {
        file();
        memory.set(JAVA_INT, ControlLayout.FORMAT_AT, ControlLayout.FORMAT + (3 << Short.SIZE));
        assertEquals(3, new ControlFile(memory).nPes());
    }

    @Test
    void statesOfPes() {
        ControlFile file = file();
        assertEquals(-1, file.finished());
        file.state(1, PeState.RUNNING);
        file.state(2, PeState.FINISHED);
        assertEquals(PeState.RUNNING, file.state(1));
        assertEquals(2, file.finished());
        file.state(0, PeState.FINISHED);
        assertEquals(0, file.finished());
    }

    @Test
    void whoHasLeftAndComeBackHasNotFinished() {
        ControlFile file = file();
        file.state(2, PeState.FINISHED);
        file.state(1, PeState.FINISHED);
        file.state(1, PeState.RUNNING);
        assertEquals(2, file.finished());
        file.state(2, PeState.RUNNING);
        assertEquals(-1, file.finished());
    }

    /** A process is killed after it has recorded a death, before it frees the PE; another one does both. */
    @Test
    void aDeathThatIsRecordedTwiceCountsOnce() {
        ControlFile file = file();
        file.outlive();
        file.joined(1);
        for (int life = 1; life <= 2; life++) {
            file.claimed(1);
            file.recordDeath(1, ControlLives.DIED);
            file.recordDeath(1, ControlLives.DIED);
            assertEquals(life, file.lives().life(1));
        }
    }

    /** A thread of the earlier life that wakes up after its end changes nothing. */
    @Test
    void aDeathRemovesSleepers() {
        ControlFile file = file();
        assertTrue(file.addSleepersOf(1, 1) && file.addSleepersOf(1, 1) && file.addSleepersOf(2, 1));
        assertTrue(file.addSleepersOf(1, -1) && file.hasVariableSleepers());
        file.recordDeath(1, ControlLives.CLOSED);
        assertFalse(file.addSleepersOf(1, -1));
        assertTrue(file.addSleepersOf(2, -1));
        assertFalse(file.hasVariableSleepers());
    }

    @Test
    void refusesWhatIsNoControlFile() {
        assertThrows(IllegalArgumentException.class, () -> new ControlFile(memory));
        file();
        memory.set(JAVA_INT, ControlLayout.PES, 4);
        assertTrue(assertThrows(IllegalArgumentException.class, () -> new ControlFile(memory)).getMessage()
            .contains("shorter"));
        memory.set(JAVA_INT, ControlLayout.FORMAT_AT, ControlLayout.FORMAT + 1);
        assertTrue(assertThrows(IllegalArgumentException.class, () -> new ControlFile(memory)).getMessage()
            .contains("format"));
        MemorySegment small = MemorySegment.ofArray(new long[8]);
        assertThrows(IllegalArgumentException.class, () -> new ControlFile(small));
    }
}
