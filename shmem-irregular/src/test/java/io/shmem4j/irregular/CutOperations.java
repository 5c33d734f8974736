// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.irregular;

import io.shmem4j.Shmem;
import io.shmem4j.SymmetricLongs;
import io.shmem4j.ThreadLevel;
import io.shmem4j.error.NotInitializedException;
import io.shmem4j.error.WaitTimeoutException;
import io.shmem4j.irregular.container.GlobalMap;
import io.shmem4j.irregular.container.GlobalMap.WhenFull;
import io.shmem4j.irregular.container.GlobalQueue;
import java.io.IOException;
import java.time.Duration;
import java.util.concurrent.CountDownLatch;

/** Two PEs with operations of containers that an Error, the end of the session or a stopped PE cuts off. */
public final class CutOperations {
    private static final int OVERFLOWS = 200;
    private static final int SESSIONS = 10;
    private static final int CHANGES = 20_000;
    private static final int STOPS = 1000;
    private static final Duration SHORT = Duration.ofMillis(50);

    private static GlobalQueue queue;
    private static int me;

    private CutOperations() {
    }

    public static void main(String[] args) throws Exception {
        switch (args[0]) {
            case "overflow" -> overflow();
            case "close" -> {
                for (int session = 0; session < SESSIONS; session++) {
                    close();
                }
            }
            default -> {
                within();
                return;
            }
        }
        System.out.println("PE " + me + " done");
    }

    private static void change() {
        queue.offer(1);
        queue.poll();
    }

    private static void deeper() {
        change();
        deeper();
    }

    /** PE 0 waits after its overflows, while the other PE needs what they have left. */
    private static void overflow() {
        try (Shmem shmem = Shmem.init()) {
            queue = GlobalQueue.allocate(shmem, 1 << 10, 0);
            if (shmem.myPe() == 0) {
                for (int i = 0; i < OVERFLOWS; i++) {
                    try {
                        deeper();
                    } catch (StackOverflowError e) {
                        // As a server would handle that of a request.
                    }
                }
            }
            shmem.barrierAll();
            for (int i = 0; shmem.myPe() == 1 && i < CHANGES; i++) {
                change();
            }
            shmem.barrierAll();
            change();
            me = shmem.myPe();
        }
    }

    /** A thread of PE 0 is in the map when the PE closes; the other PE goes on. */
    private static void close() throws InterruptedException {
        Shmem shmem = Shmem.init(ThreadLevel.MULTIPLE);
        GlobalMap<Long, Long> map = GlobalMap.allocate(shmem, Long.class, Long.class, 1 << 15, WhenFull.REFUSE);
        shmem.barrierAll();
        if (shmem.myPe() == 0) {
            Thread puts = Thread.ofPlatform().start(() -> {
                try {
                    while (true) {
                        map.put(1L, 1L);
                    }
                } catch (NotInitializedException e) {
                    // The session has ended.
                }
            });
            while (map.last().number() < CHANGES / 10) {
                Thread.onSpinWait();
            }
            shmem.close();
            puts.join();
        } else {
            for (int i = 0; i < CHANGES; i++) {
                map.merge(1L, 1L, Long::sum);
            }
            me = 1;
            shmem.close();
        }
    }

    /** PE 0 stops PE 1 in an operation; then one of its threads waits without a limit, and another with one. */
    private static void within() throws Exception {
        Shmem shmem = Shmem.init(ThreadLevel.MULTIPLE);
        queue = GlobalQueue.allocate(shmem, 1 << 10, 0);
        SymmetricLongs process = shmem.allocateLongs(1);
        process.set(0, ProcessHandle.current().pid());
        shmem.barrierAll();
        if (shmem.myPe() == 1) {
            while (true) {
                change();
            }
        }
        long other = shmem.g(process, 0, 1);
        signal("-STOP", other);
        for (int stop = 0; stop < STOPS && !timesOut(shmem); stop++) {
            signal("-CONT", other);
            signal("-STOP", other);
        }
        CountDownLatch begun = new CountDownLatch(1);
        Thread.ofPlatform().daemon().start(() -> {
            begun.countDown();
            change();
        });
        begun.await();
        for (int i = 0; i < 10; i++) {
            if (!timesOut(shmem)) {
                throw new AssertionError("an operation has ended beside a stopped one");
            }
        }
        System.out.println("PE 0 done\nPE 1 done");
        System.out.flush();
        signal("-CONT", other);
        shmem.globalExit(0);
    }

    private static boolean timesOut(Shmem shmem) {
        try {
            shmem.within(SHORT, CutOperations::change);
            return false;
        } catch (WaitTimeoutException e) {
            return true;
        }
    }

    private static void signal(String which, long process) throws IOException, InterruptedException {
        new ProcessBuilder("kill", which, Long.toString(process)).start().waitFor();
    }
}
