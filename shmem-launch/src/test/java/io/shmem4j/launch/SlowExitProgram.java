// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.launch;

import io.shmem4j.Shmem;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.stream.Stream;

/**
 * PE 0 is killed. PE 1 fails, and its process ends when the next life of PE 0 waits for it, which makes a file; or it
 * closes in order where there is another argument.
 */
public final class SlowExitProgram {
    private SlowExitProgram() {
    }

    public static void main(String[] args) {
        Path there = Path.of(args[0]);
        boolean fails = false;
        try (Shmem shmem = Shmem.init()) {
            if (shmem.isFirstIncarnation()) {
                shmem.barrierAll();
                if (shmem.myPe() == 0) {
                    RespawnProgram.killMe();
                }
                if (args.length > 1) {
                    return;
                }
                fails = true;
                throw new IllegalStateException("fails");
            }
            if (shmem.myPe() == 0) {
                Thread main = Thread.currentThread();
                new Thread(() -> makeFile(there, main)).start();
            }
            shmem.recover();
            shmem.barrierAll();
            System.out.println("recovered");
            shmem.finish();
        } finally {
            // The library is closed already.
            while (fails && !Files.exists(there)) {
                Thread.onSpinWait();
            }
        }
    }

    private static void makeFile(Path there, Thread main) {
        try {
            while (Stream.of(main.getStackTrace()).noneMatch(frame -> frame.getMethodName().equals("pause"))) {
                Thread.onSpinWait();
            }
            Files.createFile(there);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
