// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.joined;

import io.shmem4j.Cmp;
import io.shmem4j.Shmem;
import io.shmem4j.SymmetricLongs;
import io.shmem4j.error.JobFailedException;
import java.util.logging.Level;
import java.util.logging.Logger;

/** The last PE ends its session while the others wait for a store that nobody makes; arguments: how, PE, PEs. */
public final class LeaverProgram {
    /** Tells of PEs that are late. Kept here, because the JDK forgets the level of a logger that nobody has. */
    private static final Logger JOIN = Logger.getLogger("io.shmem4j.join");

    private LeaverProgram() {
    }

    public static void main(String[] args) {
        System.setErr(System.out);
        JOIN.setLevel(Level.OFF);
        Shmem shmem = Shmem.join("leave", Integer.parseInt(args[1]), Integer.parseInt(args[2]));
        SymmetricLongs x = shmem.allocateLongs(1).named("x");
        try {
            if (shmem.myPe() < shmem.nPes() - 1) {
                if (args[0].equals("late") && shmem.myPe() == 0) {
                    Thread.ofVirtual().start(() -> storeLater(shmem, x));
                }
                if (args[0].equals("reader") && shmem.myPe() == 0) {
                    LocalHangProgram.read();
                }
                if (args[0].equals("interrupted")) {
                    Thread.currentThread().interrupt();
                }
                x.waitUntil(0, Cmp.NE, 0);
                System.out.println("went on");
            } else if (args[0].equals("finish")) {
                shmem.finish();
            }
            shmem.close();
            System.out.println("closed");
        } catch (JobFailedException e) {
            e.getMessage().lines().forEach(System.out::println);
        }
    }

    /** A thread of a PE that waits still works, for all that wait. */
    private static void storeLater(Shmem shmem, SymmetricLongs x) {
        long start = System.nanoTime();
        while (System.nanoTime() - start < 4_000_000_000L) {
            Thread.onSpinWait();
        }
        for (int pe = 0; pe < shmem.nPes() - 1; pe++) {
            shmem.p(x, 0, 1, pe);
        }
        shmem.quiet();
    }
}
