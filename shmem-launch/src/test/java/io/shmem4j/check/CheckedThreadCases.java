// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.check;

import io.shmem4j.ContextOption;
import io.shmem4j.Shmem;
import io.shmem4j.SymmetricLongs;
import io.shmem4j.Team;
import io.shmem4j.ThreadLevel;
import io.shmem4j.conformance.Case;
import io.shmem4j.conformance.Trial;
import java.util.List;

/** Threads that may not call the library; with {@code SHMEM_CHECK=2}. */
public final class CheckedThreadCases {
    private static List<Trial.Action> everyKind(Shmem shmem, SymmetricLongs x) {
        Team world = shmem.world();
        return List.of(
            () -> shmem.createContext(),
            () -> shmem.createContext(ContextOption.PRIVATE),
            () -> world.createContext(),
            () -> world.sync(),
            () -> world.sumReduce(x, x, 1),
            () -> world.splitStrided(0, 1, 1),
            () -> world.config(),
            () -> shmem.barrierAll(),
            () -> shmem.syncAll(),
            () -> shmem.allocateLongs(1),
            () -> x.free(),
            () -> x.close(),
            () -> shmem.p(x, 0, 1L, 0),
            () -> shmem.fetchAdd(x, 0, 1L, 0),
            () -> shmem.ptr(x, 0),
            () -> shmem.view(x, 0),
            () -> world.ptr(x, 0),
            () -> shmem.session(),
            () -> shmem.heapStats(),
            () -> shmem.checkpoint(),
            () -> shmem.world(),
            () -> shmem.finish(),
            () -> shmem.close());
    }

    private static void refused(Trial t, ThreadLevel level) throws InterruptedException {
        t.shmem.finish();
        Shmem shmem = Shmem.init(level);
        SymmetricLongs x = shmem.allocateLongs(1);
        List<Trial.Action> calls = everyKind(shmem, x);
        Thread other = new Thread(() -> {
            for (int i = 0; i < calls.size(); i++) {
                Trial.Action call = calls.get(i);
                int number = i;
                t.fails(IllegalStateException.class, () -> {
                    call.run();
                    t.fail("call " + number + " was not refused");
                }, "initialised for " + level + " threads", "PE " + t.me, "called at", "\"other\"");
            }
        }, "other");
        other.start();
        other.join();
        // A refusal there leaves nothing behind here.
        shmem.p(x, 0, 5L, t.right);
        shmem.barrierAll();
        t.equal(5, x.get(0), "what the left PE's right thread put");
        shmem.world().sumReduce(x, x, 1);
        t.equal(5L * t.n, x.get(0), "a sum");
        shmem.createContext().close();
        x.free();
    }

    @Case
    public void single(Trial t) throws InterruptedException {
        refused(t, ThreadLevel.SINGLE);
    }

    @Case
    public void funneled(Trial t) throws InterruptedException {
        refused(t, ThreadLevel.FUNNELED);
    }
}
