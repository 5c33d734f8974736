// SPDX-License-Identifier: Apache-2.0
package exploretest;

import io.shmem4j.Cmp;
import io.shmem4j.Shmem;
import io.shmem4j.SymmetricLongs;
import io.shmem4j.error.PeFailedException;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicBoolean;

/**
 * A value and a flag behind it: {@code none}, {@code fence}, {@code exit}, {@code output}, {@code fails},
 * {@code helper}, {@code thread}, {@code future}, {@code monitor}, {@code counter}, or {@code polls} by plain loads;
 * {@code deaf} and {@code hears} are for PEs that die.
 */
public final class Flag {
    /** Not of this PE and this schedule only where classes are not loaded anew for each. */
    private static int calls;

    private Flag() {
    }

    public static void main(String[] args) throws InterruptedException {
        calls++;
        if (args[0].equals("counter")) {
            Small.counter(false);
            return;
        }
        try (Shmem shmem = Shmem.init()) {
            SymmetricLongs data = shmem.allocateLongs(1).named("data");
            SymmetricLongs flag = shmem.allocateLongs(1).named("flag");
            if (Set.of("thread", "future", "monitor").contains(args[0])) {
                waitOutside(args[0], data);
            }
            if (args[0].equals("helper")) {
                AtomicBoolean done = new AtomicBoolean();
                new Thread(() -> {
                    data.set(0, 1);
                    done.set(true);
                }).start();
                while (!done.get()) {
                    Thread.onSpinWait();
                }
            }
            if (shmem.myPe() == 0) {
                shmem.p(data, 0, 42, 1);
                if (Set.of("fence", "deaf", "hears", "polls").contains(args[0])) {
                    shmem.fence();
                }
                shmem.p(flag, 0, calls, 1);
            } else {
                if (args[0].equals("hears")) {
                    flag.watch(0).peer(0).until(Cmp.EQ, 1);
                } else if (args[0].equals("polls")) {
                    while (flag.get(0) == 0) {
                        Thread.onSpinWait();
                    }
                } else {
                    flag.waitUntil(0, Cmp.EQ, 1);
                }
                long answer = data.get(0);
                System.out.println("the answer is " + answer + (args[0].equals("time") ? " " + System.nanoTime() : ""));
                if (answer != 42 && args[0].equals("exit")) {
                    System.exit(3);
                } else if (args[0].equals("fails") || answer != 42 && !args[0].equals("output")) {
                    throw new IllegalStateException("no answer");
                }
            }
            if (!args[0].equals("hears")) {
                shmem.finish();
            }
        } catch (PeFailedException e) {
            System.out.println(e.getMessage());
        }
    }

    private static void waitOutside(String what, SymmetricLongs data) throws InterruptedException {
        switch (what) {
            case "thread" -> {
                Thread lost = new Thread(() -> {
                    throw new IllegalStateException("lost");
                }, "worker");
                lost.start();
                lost.join();
            }
            case "future" -> new CompletableFuture<>().join();
            default -> {
                // The other PE gets the turn here, and waits for the monitor.
                synchronized (Runtime.class) {
                    Shmem.current().p(data, 0, 1, 0);
                }
            }
        }
    }
}
