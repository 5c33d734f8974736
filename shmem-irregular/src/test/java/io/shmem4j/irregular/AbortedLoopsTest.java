// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.irregular;

import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.shmem4j.Cmp;
import io.shmem4j.Shmem;
import io.shmem4j.SymmetricLongs;
import io.shmem4j.error.JobFailedException;
import io.shmem4j.error.PeFailedException;
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
        assertTrue(failure.getMessage().matches("PE 1 of 2: .*Exception: lost.*"), failure.getMessage());
    }

    /** PE 1 has the lock of the queue and does not release it. */
    @Test
    void userOfAQueue() throws ReflectiveOperationException {
        Field words = GlobalQueue.class.getDeclaredField("words");
        words.setAccessible(true);
        assertEnds(shmem -> {
            GlobalQueue queue = GlobalQueue.allocate(shmem, 4, 0);
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

    /** PE 1 has a task that it does not finish. */
    @Test
    void thiefOfAPool() {
        assertEnds(shmem -> {
            WorkPool pool = WorkPool.allocate(shmem);
            SymmetricLongs begun = shmem.allocateLongs(1);
            if (shmem.myPe() == 1) {
                pool.add(new long[] {1, 2});
            }
            pool.run(_ -> {
                if (shmem.myPe() == 1) {
                    shmem.atomicSet(begun, 0, 1, 0);
                    throw new PeFailedException("lost", 1, 0, "");
                }
                begun.waitUntil(0, Cmp.EQ, 1);
            });
        });
    }

    /** PEs of this JVM don't die alone. */
    @Test
    void recoveryIsRefused() {
        Shmem.run(1, () -> {
            try (Shmem shmem = Shmem.init()) {
                assertTrue(assertThrows(IllegalStateException.class, shmem::recover).getMessage()
                    .contains("this job ends when a PE dies"));
            }
        });
    }
}
