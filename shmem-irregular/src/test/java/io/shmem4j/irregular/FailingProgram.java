// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.irregular;

import io.shmem4j.Cmp;
import io.shmem4j.Shmem;
import io.shmem4j.Signal;
import io.shmem4j.irregular.message.Messages;
import java.util.concurrent.CountDownLatch;

/**
 * Ends badly, as its argument says: a handler throws, where the PE polls or computes; a handler waits; PE 1 has a
 * handler less; or it never calls finish.
 */
final class FailingProgram {
    private FailingProgram() {
    }

    public static void main(String[] args) throws InterruptedException {
        try (Shmem shmem = Shmem.init()) {
            Messages messages = Messages.allocate(shmem);
            CountDownLatch inside = new CountDownLatch(1);
            Signal opened = shmem.allocateSignal();
            int handler = messages.handler((from, payload) -> {
                inside.countDown();
                if (args[0].equals("waiting")) {
                    shmem.barrierAll();
                }
                if (payload.get() < 0) {
                    throw new IllegalArgumentException("a negative number");
                }
            });
            if (args[0].equals("differing") && shmem.myPe() != 1) {
                messages.handler((from, payload) -> { });
            }
            try {
                messages.open();
            } catch (IllegalStateException e) {
                System.err.println(e.getMessage());
                shmem.barrierAll();
                throw e;
            }
            switch (args[0]) {
                case "polling" -> {
                    messages.send(1, handler, shmem.myPe() == 2 ? -2 : 3);
                    messages.finish();
                }
                case "computing" -> {
                    if (shmem.myPe() == 0) {
                        messages.send(1, handler, -5);
                        messages.poll();
                    }
                    if (shmem.myPe() == 1) {
                        while (true) {
                            Thread.onSpinWait();
                        }
                    }
                    shmem.barrierAll();
                }
                case "waiting" -> {
                    beginHandler(shmem, messages, handler, opened, inside);
                    messages.finish();
                }
                default -> {
                    if (shmem.myPe() == 1) {
                        shmem.barrierAll();
                    }
                    messages.finish();
                }
            }
        }
    }

    /** Runs the handler on PE 0 when its main thread has left open, because the handler meets the other PEs. */
    private static void beginHandler(Shmem shmem, Messages messages, int handler, Signal opened, CountDownLatch inside)
        throws InterruptedException {
        if (shmem.myPe() == 0) {
            for (int pe = 1; pe < shmem.nPes(); pe++) {
                shmem.signalSet(opened, 1, pe);
            }
            inside.await();
        } else {
            opened.waitUntil(Cmp.EQ, 1);
            messages.send(0, handler, 1);
        }
    }
}
