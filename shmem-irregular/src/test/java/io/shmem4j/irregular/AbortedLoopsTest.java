// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.irregular;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import io.shmem4j.Shmem;
import io.shmem4j.SymmetricLongs;
import io.shmem4j.error.JobFailedException;
import io.shmem4j.irregular.container.GlobalQueue;
import io.shmem4j.irregular.container.WorkPool;
import java.lang.reflect.Field;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Containers that wait for a PE which has ended the job: no thread goes on. */
@Timeout(value = 60, unit = TimeUnit.SECONDS)
class AbortedLoopsTest {
    private interface Action {
        void on(Shmem shmem) throws Exception;
    }

    /** PE 1 is lost, and PE 0 neither goes on nor has another failure. */
    private static void assertEnds(Action action) {
        JobFailedException failure = assertThrows(JobFailedException.class, () -> Shmem.run(2, () -> {
            try (Shmem shmem = Shmem.init()) {
                action.on(shmem);
            }
        }));
        assertEquals("PE 1 of 2: java.lang.IllegalStateException: lost", failure.getMessage());
    }

    /** PE 1 has the lock of the queue and does not release it. */
    @Test
    void userOfAQueue() throws ReflectiveOperationException {
        Field words = GlobalQueue.class.getDeclaredField("words");
        words.setAccessible(true);
        assertEnds(shmem -> {
            GlobalQueue queue = new GlobalQueue(shmem, 4, 0);
            if (shmem.myPe() == 1) {
                shmem.atomicSet((SymmetricLongs) words.get(queue), 0, 1 << 16 | 2, 0);
            }
            shmem.barrierAll();
            if (shmem.myPe() == 1) {
                throw new IllegalStateException("lost");
            }
            queue.offer(7);
        });
    }

    /** PE 1 does not count itself out. */
    @Test
    void thiefOfAPool() {
        assertEnds(shmem -> {
            WorkPool pool = new WorkPool(shmem);
            if (shmem.myPe() == 0) {
                pool.run(_ -> { });
            }
            shmem.barrierAll();
            throw new IllegalStateException("lost");
        });
    }
}
