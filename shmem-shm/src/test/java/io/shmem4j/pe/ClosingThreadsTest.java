// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.pe;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.shmem4j.Shmem;
import io.shmem4j.SymmetricLongs;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.BrokenBarrierException;
import java.util.concurrent.CyclicBarrier;
import org.junit.jupiter.api.Test;

/** Threads of a PE close objects at the same time: none is lost. */
class ClosingThreadsTest {
    private static final int THREADS = 4;
    private static final int OBJECTS = 2000;

    @Test
    void closedObjectsAreFreed() {
        Shmem.run(1, () -> {
            try (Shmem shmem = Shmem.init()) {
                List<Thread> threads = new ArrayList<>();
                CyclicBarrier start = new CyclicBarrier(THREADS);
                for (int i = 0; i < THREADS; i++) {
                    List<SymmetricLongs> mine = new ArrayList<>();
                    for (int k = 0; k < OBJECTS; k++) {
                        mine.add(shmem.allocateLongs(1));
                    }
                    threads.add(new Thread(() -> {
                        await(start);
                        mine.forEach(SymmetricLongs::close);
                    }));
                }
                threads.forEach(Thread::start);
                for (Thread thread : threads) {
                    thread.join();
                }
                shmem.allocateLongs(1);
                assertEquals(Long.BYTES, shmem.heapStats().used());
            }
        });
    }

    private static void await(CyclicBarrier start) {
        try {
            start.await();
        } catch (InterruptedException | BrokenBarrierException e) {
            throw new IllegalStateException(e);
        }
    }
}
