// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.launch;

import io.shmem4j.Shmem;
import io.shmem4j.error.PeFailedException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/**
 * PE 1 fails in its first incarnation, while PE 0 waits for all PEs in the call of the first word. The JVM of PE 1
 * stops itself when its session has ended. With the word {@code together} and a file, all PEs fail once that is there.
 */
public final class StoppedProgram {
    private StoppedProgram() {
    }

    public static void main(String[] args) throws IOException, InterruptedException {
        try (Shmem shmem = Shmem.init()) {
            boolean again = !shmem.isFirstIncarnation();
            while (true) {
                try {
                    if (again) {
                        shmem.recover();
                    }
                    if (shmem.incarnation() == 1) {
                        failTogether(args);
                    }
                    if (shmem.incarnation() == 1 && shmem.myPe() == 1) {
                        throw new IllegalArgumentException("fails");
                    }
                    waitForAll(shmem, args[0]);
                    shmem.finish();
                    System.out.println("finished");
                    return;
                } catch (PeFailedException e) {
                    again = true;
                }
            }
        } catch (IllegalArgumentException e) {
            stop();
            System.exit(1);
        }
    }

    private static void failTogether(String[] args) {
        if (args[0].equals("together")) {
            System.out.println("ready");
            while (!Files.exists(Path.of(args[1]))) {
                Thread.onSpinWait();
            }
            throw new IllegalStateException("fails");
        }
    }

    private static void waitForAll(Shmem shmem, String call) {
        switch (call) {
            case "allocate" -> shmem.allocateLongs(1);
            case "sync" -> shmem.syncAll();
            default -> shmem.barrierAll();
        }
    }

    /** Stops this process, until another one continues it. */
    static void stop() throws IOException, InterruptedException {
        String pid = Long.toString(ProcessHandle.current().pid());
        System.out.println("stops " + pid);
        new ProcessBuilder("kill", "-STOP", pid).start().waitFor();
    }
}
