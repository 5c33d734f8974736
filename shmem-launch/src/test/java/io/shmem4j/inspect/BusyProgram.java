// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.inspect;

import io.shmem4j.Shmem;
import io.shmem4j.SymmetricLongs;
import java.io.IOException;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;

/**
 * PE 0 puts into the last PE until its input ends, all others wait for it in a barrier; with an argument it fails. It
 * rests between its puts, so that a core is left to the tool that looks at it.
 */
public final class BusyProgram {
    private static final long REST_NANOS = TimeUnit.MICROSECONDS.toNanos(100);

    private BusyProgram() {
    }

    /**
     * Runs it.
     *
     * @param args whether to fail
     * @throws InterruptedException never
     */
    public static void main(String[] args) throws InterruptedException {
        try (Shmem shmem = Shmem.init()) {
            SymmetricLongs counter = shmem.allocateLongs(1000).named("counter");
            counter.set(7, -42 - shmem.myPe());
            shmem.barrierAll();
            System.out.println("ready");
            if (shmem.myPe() == 0) {
                CountDownLatch over = new CountDownLatch(1);
                Thread.ofPlatform().daemon().start(() -> awaitEnd(over));
                for (long i = 0; over.getCount() > 0; i++) {
                    shmem.p(counter, 0, i, shmem.nPes() - 1);
                    LockSupport.parkNanos(REST_NANOS);
                }
                if (args.length > 0) {
                    throw new IllegalStateException("broken on purpose");
                }
            }
            shmem.barrierAll();
        }
    }

    private static void awaitEnd(CountDownLatch over) {
        try {
            System.in.readAllBytes();
        } catch (IOException e) {
            throw new IllegalStateException(e);
        } finally {
            over.countDown();
        }
    }
}
