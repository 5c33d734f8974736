// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.irregular.message;

import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.Test;

class ReplyTest {
    private final Reply<Long> reply = new Reply<>(null, 0);

    /** As another thread reads it while this one begins to wait. */
    @Test
    void aFailureThatIsReadWhileAThreadBeginsToWaitStaysRead() {
        reply.completeExceptionally(new IllegalArgumentException("refused"));
        reply.whenDone(() -> assertTrue(reply.isCompletedExceptionally()));
        assertNull(reply.unread());
    }

    @Test
    void aWaitDoesNotCountAsReading() {
        reply.whenDone(() -> { });
        IllegalArgumentException failure = new IllegalArgumentException("refused");
        reply.completeExceptionally(failure);
        assertSame(failure, reply.unread());
    }
}
