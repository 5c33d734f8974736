// SPDX-License-Identifier: Apache-2.0
package simtest;

import io.shmem4j.Shmem;
import java.util.concurrent.CountDownLatch;

/** Does not end by itself. */
public final class Endless {
    private static double sum;

    private Endless() {
    }

    /**
     * Runs.
     *
     * @param args {@code compute}, {@code wait}, or {@code global-exit} and the PE that calls it
     */
    public static void main(String[] args) throws InterruptedException {
        Shmem shmem = Shmem.init();
        if (args[0].equals("global-exit") && shmem.myPe() == Integer.parseInt(args[1])) {
            shmem.globalExit(9);
        }
        if (args[0].equals("compute") && shmem.myPe() == 0) {
            System.out.println("computing");
            while (sum >= 0) {
                sum += 1;
            }
        }
        if (args[0].equals("wait") && shmem.myPe() == 1) {
            new CountDownLatch(1).await();
        }
        shmem.barrierAll();
    }
}
