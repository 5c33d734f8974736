// SPDX-License-Identifier: Apache-2.0
package waits;

import io.shmem4j.Shmem;
import io.shmem4j.error.JobAbortedException;
import io.shmem4j.nonblocking.Pending;
import java.util.List;
import mpi.MPI;
import waits.Wait.Trait;

/** Programs of two PEs of a real job in which PE 0 waits. */
public final class Together {
    private Together() {
    }

    /** Runs rows one after the other, each once in an interrupted thread and once beside a wait of another thread. */
    public static void run(List<Wait> rows) throws InterruptedException {
        try (Shmem shmem = Shmem.init()) {
            MPI.Init(new String[0]);
            World w = new World(shmem);
            for (Wait row : rows) {
                w.reset();
                interrupted(w, row, row.setup().apply(w));
                w.reset();
                beside(w, row, row.setup().apply(w));
            }
            MPI.Finalize();
            shmem.finish();
        }
    }

    /** A message comes during the wait, and an interrupt before it. */
    private static void interrupted(World w, Wait row, Object own) throws InterruptedException {
        w.s.barrierAll();
        if (w.me == 1) {
            w.need();
            w.message();
            row.end().on(w, own);
            return;
        }
        Pending pending = w.leave();
        Thread.currentThread().interrupt();
        try {
            row.begin().on(w, own);
            require(Thread.interrupted() || row.is(Trait.INTERRUPTED), row, "has lost an interrupt");
        } catch (InterruptedException _) {
            require(row.is(Trait.INTERRUPTED), row, "was interrupted");
            row.begin().on(w, own);
        }
        pending.await();
        w.handle();
    }

    private static void require(boolean holds, Wait row, String problem) {
        if (!holds) {
            throw new IllegalStateException(row.label() + " " + problem);
        }
    }

    /** Another thread waits, and so does this one, for PE 1, which needs what this one has left. */
    private static void beside(World w, Wait row, Object own) throws InterruptedException {
        w.s.barrierAll();
        if (w.me == 1) {
            w.need();
            w.signal();
            row.end().on(w, own);
            return;
        }
        Pending pending = w.leave();
        Throwable[] thrown = new Throwable[1];
        Thread other = Thread.ofPlatform().start(() -> {
            try {
                row.begin().on(w, own);
            } catch (Throwable e) {
                thrown[0] = e;
            }
        });
        w.await();
        other.join();
        if (thrown[0] != null) {
            throw new IllegalStateException(row.label(), thrown[0]);
        }
        pending.await();
    }

    /** PE 1 ends the job, which is to end the wait of PE 0. */
    public static void ended(Wait row, boolean[] aborted) throws InterruptedException {
        try (Shmem shmem = Shmem.init()) {
            if (row.is(Trait.MPI)) {
                MPI.Init(new String[0]);
            }
            World w = new World(shmem);
            Object own = row.setup().apply(w);
            shmem.barrierAll();
            if (w.me == 1) {
                w.await();
                throw new IllegalStateException("the end");
            }
            w.signal();
            try {
                row.begin().on(w, own);
            } catch (JobAbortedException e) {
                aborted[0] = true;
                throw e;
            }
        }
    }
}
