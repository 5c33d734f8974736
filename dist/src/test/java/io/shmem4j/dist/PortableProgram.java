// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.dist;

import io.shmem4j.Cmp;
import io.shmem4j.Shmem;
import io.shmem4j.Signal;
import io.shmem4j.SymmetricLongs;
import io.shmem4j.conformance.Conformance;
import io.shmem4j.error.JobFailedException;
import io.shmem4j.explore.Explore;
import java.util.Arrays;

/** Jobs within one JVM, as on a system that is not Linux. The first argument names the job. */
final class PortableProgram {
    private static final int ELEMENTS = 100_000;

    private PortableProgram() {
    }

    public static void main(String[] args) throws Exception {
        switch (args[0]) {
            case "conformance" -> Shmem.run(4, () -> Conformance.main(Arrays.copyOfRange(args, 1, args.length)));
            case "sizes" -> sizes();
            case "deadlock" -> failing(() -> Shmem.run(3, PortableProgram::waitForNobody));
            case "race" -> failing(() -> Shmem.run(2, PortableProgram::forgottenBarrier));
            case "schedules" -> failing(() -> Explore.of("dpor").explore(2, PortableProgram::forgottenFence));
            case "alone", "simulated" -> sum(false);
            case "join" -> System.out.println(Shmem.join("portable", 0, 1));
            default -> throw new IllegalArgumentException(args[0]);
        }
    }

    private static void failing(Runnable job) {
        try {
            job.run();
        } catch (JobFailedException e) {
            System.out.println(e.getMessage());
        }
    }

    /** Jobs of several sizes, each of which has to find zeros where others have left data. */
    private static void sizes() {
        for (int pes : new int[] {8, 2, 16, 3, 8}) {
            Shmem.run(pes, () -> sum(true));
        }
    }

    private static void sum(boolean quietly) {
        try (Shmem shmem = Shmem.init()) {
            SymmetricLongs longs = shmem.allocateLongs(ELEMENTS);
            for (int i = 0; i < ELEMENTS; i++) {
                if (longs.get(i) != 0) {
                    throw new AssertionError("element " + i + " of PE " + shmem.myPe() + " is " + longs.get(i));
                }
                longs.set(i, -1);
            }
            shmem.world().splitStrided(0, 1, shmem.nPes()).sync();
            longs.set(0, shmem.myPe());
            shmem.barrierAll();
            shmem.world().sumReduce(longs, 0, 1);
            if (shmem.myPe() == 0) {
                System.out.println("sum of " + shmem.nPes() + " PEs: " + longs.get(0));
            }
        }
    }

    private static void waitForNobody() {
        try (Shmem shmem = Shmem.init()) {
            Signal never = shmem.allocateSignal().named("never");
            if (shmem.myPe() == 1) {
                never.waitUntil(Cmp.EQ, 1);
            }
            shmem.barrierAll();
        }
    }

    private static void forgottenBarrier() {
        try (Shmem shmem = Shmem.init()) {
            SymmetricLongs data = shmem.allocateLongs(1).named("data");
            if (shmem.myPe() == 0) {
                shmem.p(data, 0, 1, 1);
            } else {
                data.get(0);
            }
        }
    }

    private static void forgottenFence() {
        try (Shmem shmem = Shmem.init()) {
            SymmetricLongs data = shmem.allocateLongs(1).named("data");
            Signal ready = shmem.allocateSignal().named("ready");
            if (shmem.myPe() == 0) {
                shmem.p(data, 0, 1, 1);
                shmem.signalSet(ready, 1, 1);
            } else {
                ready.waitUntil(Cmp.EQ, 1);
                if (data.get(0) != 1) {
                    throw new AssertionError("the data came later than the signal");
                }
            }
        }
    }
}
