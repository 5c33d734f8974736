// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.joined;

import io.shmem4j.Cmp;
import io.shmem4j.Shmem;
import io.shmem4j.SymmetricLongs;
import io.shmem4j.error.JobFailedException;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

/** PEs of this JVM wait for a store: first of a thread of the application, which makes it, then of nobody. */
public final class LocalHangProgram {
    private LocalHangProgram() {
    }

    /** Waits behind a daemon that reads from a socket, this program's own or an IDE's, or for the two stores. */
    public static void main(String[] args) throws Exception {
        System.setErr(System.out);
        if (args.length == 0) {
            feedThenHang();
        } else {
            if (args[0].equals("ide")) {
                Class.forName(args[1]).getMethod("read").invoke(null);
            } else {
                read();
            }
            hang(2);
        }
    }

    /** Starts a daemon that reads from a socket for ever. */
    static void read() {
        try {
            ServerSocket server = new ServerSocket(0, 1, InetAddress.getLoopbackAddress());
            Thread.ofPlatform().daemon().name("reader").start(() -> {
                try {
                    server.accept();
                } catch (IOException e) {
                    throw new UncheckedIOException(e);
                }
            });
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static void feedThenHang() {
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
        hang(4);
    }

    private static void hang(int pes) {
        try {
            Shmem.run(pes, () -> {
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
