// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.launch;

import io.shmem4j.Shmem;
import io.shmem4j.SymmetricLongs;
import java.io.IOException;
import java.util.concurrent.CountDownLatch;

/** A short job that ends as its argument says: well, or by the last PE's failure while the others need it. */
public final class SoakProgram {
    private SoakProgram() {
    }

    public static void main(String[] args) throws IOException, InterruptedException {
        try (Shmem shmem = Shmem.init()) {
            SymmetricLongs sum = shmem.allocateLongs(1);
            shmem.add(sum, 0, 1L, 0);
            shmem.barrierAll();
            if (shmem.myPe() == shmem.nPes() - 1) {
                switch (args[0]) {
                    case "exit" -> System.exit(9);
                    case "throw" -> throw new IllegalStateException("broken on purpose");
                    case "kill" -> {
                        new ProcessBuilder("kill", "-KILL", Long.toString(ProcessHandle.current().pid())).start()
                            .waitFor();
                        new CountDownLatch(1).await();
                    }
                    case "global_exit" -> shmem.globalExit(5);
                    default -> { }
                }
            }
            shmem.barrierAll();
            if (shmem.myPe() == 0) {
                System.out.println("sum " + sum.get(0));
            }
        }
    }
}
