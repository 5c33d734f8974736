// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.joined;

import io.shmem4j.Cmp;
import io.shmem4j.Shmem;
import io.shmem4j.SymmetricLongs;
import io.shmem4j.error.JobFailedException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

/** PEs of this JVM wait for a store: first of a thread of the application, which makes it, then of nobody. */
public final class LocalHangProgram {
    private LocalHangProgram() {
    }

    public static void main(String[] args) {
        CompletableFuture<Runnable> store = new CompletableFuture<>();
        Thread.ofPlatform().start(() -> feed(store));
        Shmem.run(2, () -> {
            try (Shmem shmem = Shmem.init()) {
                SymmetricLongs go = shmem.allocateLongs(1);
                if (shmem.myPe() == 0) {
                    store.complete(() -> shmem.atomicSet(go, 0, 1, 0));
                    go.waitUntil(0, Cmp.EQ, 1);
                }
                shmem.barrierAll();
            }
        });
        System.out.println("fed");
        try {
            Shmem.run(4, () -> {
                try (Shmem shmem = Shmem.init()) {
                    SymmetricLongs go = shmem.allocateBytes(32).named("go").asLongs();
                    if (shmem.myPe() == 1) {
                        go.waitUntil(2, Cmp.EQ, 6);
                    }
                    shmem.barrierAll();
                }
            });
        } catch (JobFailedException e) {
            System.out.println(e.getMessage());
        }
    }

    private static void feed(CompletableFuture<Runnable> store) {
        Runnable action = store.join();
        try {
            // Longer than it takes to find a deadlock.
            if (!new CountDownLatch(1).await(4, TimeUnit.SECONDS)) {
                action.run();
            }
        } catch (InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }
}
