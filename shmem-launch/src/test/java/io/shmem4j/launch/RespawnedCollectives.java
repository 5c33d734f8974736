// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.launch;

import io.shmem4j.Shmem;
import io.shmem4j.SymmetricLongs;
import io.shmem4j.Team;
import io.shmem4j.error.PeFailedException;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * PE 1 dies, and PE 0 calls collectives that wait for it. Then both recover and call them again. PE 0 prints the calls
 * that did not throw. With an argument PE 0 never recovers, and PE 1 waits for it for a short time.
 */
public final class RespawnedCollectives {
    private RespawnedCollectives() {
    }

    public static void main(String[] args) {
        boolean late = args.length > 0;
        try (Shmem shmem = Shmem.init()) {
            SymmetricLongs words = shmem.allocateLongs(8);
            if (!shmem.isFirstIncarnation()) {
                shmem.recover(Duration.ofMillis(late ? 100 : 60_000));
            } else {
                Team pair = shmem.world().splitStrided(0, 1, 2);
                if (shmem.myPe() == 1) {
                    Runtime.getRuntime().halt(9);
                }
                Map<String, Runnable> calls = calls(shmem, words);
                calls.put("sync of a team", pair::sync);
                calls.put("finish", shmem::finish);
                calls.forEach((name, call) -> requireNotice(name, call));
                while (late) {
                    Thread.onSpinWait();
                }
                shmem.recover();
            }
            calls(shmem, words).values().forEach(Runnable::run);
            System.out.println("PE " + shmem.myPe() + ": " + shmem.world().sumReduce(1L));
            shmem.finish();
        }
    }

    private static Map<String, Runnable> calls(Shmem shmem, SymmetricLongs words) {
        Team world = shmem.world();
        SymmetricLongs dest = words.slice(0, 4);
        SymmetricLongs source = words.slice(4, 4);
        Map<String, Runnable> calls = new LinkedHashMap<>();
        calls.put("barrierAll", shmem::barrierAll);
        calls.put("syncAll", shmem::syncAll);
        calls.put("broadcast", () -> world.broadcast(dest, source, 1, 1));
        calls.put("collect", () -> world.collect(dest, source, 1));
        calls.put("fcollect", () -> world.fcollect(dest, source, 1));
        calls.put("alltoall", () -> world.alltoall(dest, source, 1));
        calls.put("alltoalls", () -> world.alltoalls(dest, source, 1, 1, 1));
        calls.put("collectv", () -> world.collectv(dest, source, 1));
        calls.put("alltoallv", () -> world.alltoallv(dest, source, new long[] {1, 1}));
        calls.put("gather to PE 0", () -> world.gather(dest, source, 1, 0));
        calls.put("gather to PE 1", () -> world.gather(dest, source, 1, 1));
        calls.put("scatter from PE 0", () -> world.scatter(dest, source, 1, 0));
        calls.put("scatter from PE 1", () -> world.scatter(dest, source, 1, 1));
        calls.put("sumReduce", () -> world.sumReduce(dest, source, 1));
        calls.put("sumReduce of a value", () -> world.sumReduce(1L));
        calls.put("splitStrided", () -> world.splitStrided(0, 1, 2));
        calls.put("split2d", () -> world.split2d(1));
        calls.put("allocateLongs", () -> shmem.allocateLongs(1));
        return calls;
    }

    private static void requireNotice(String name, Runnable call) {
        try {
            call.run();
            System.out.println(name + " does not throw");
        } catch (PeFailedException e) {
            if (e.pe() != 1) {
                System.out.println(name + ": " + e.getMessage());
            }
        }
    }
}
