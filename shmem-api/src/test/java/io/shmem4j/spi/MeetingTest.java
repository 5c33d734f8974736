// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.spi;

import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.Test;

class MeetingTest {
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
}
