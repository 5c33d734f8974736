// SPDX-License-Identifier: Apache-2.0
package waits;

import io.shmem4j.Cmp;
import io.shmem4j.Shmem;
import io.shmem4j.error.PeFailedException;
import io.shmem4j.error.WaitTimeoutException;
import io.shmem4j.nonblocking.Pending;
import java.time.Duration;
import java.util.function.Supplier;
import mpi.MPI;
import mpi.Request;
import waits.Wait.Trait;

/** Programs of two PEs in which PE 0 waits. */
public enum Situations {
    /** PE 1 needs what PE 0 has left before it ends the wait. */
    LEFT {
        @Override
        void run(World w, Wait row, Object own) throws InterruptedException {
            if (w.me == 0) {
                Pending pending = w.leave();
                row.begin().on(w, own);
                if (!row.is(Trait.LAST)) {
                    pending.await();
                }
            } else {
                w.need();
                row.end().on(w, own);
            }
        }
    },
    /** As before, with a message of Java MPI. */
    MPI_LEFT {
        @Override
        void run(World w, Wait row, Object own) throws InterruptedException {
            if (w.me == 0) {
                Request request = MpiRows.leave();
                row.begin().on(w, own);
                if (!row.is(Trait.LAST)) {
                    request.Wait();
                }
            } else {
                MpiRows.need();
                row.end().on(w, own);
            }
        }
    },
    /** A limit cuts the wait, which PE 0 then repeats. */
    CUT {
        @Override
        void run(World w, Wait row, Object own) throws InterruptedException {
            if (w.me == 0) {
                cut(w, row, own);
                w.signal();
                if (!row.is(Trait.ONCE)) {
                    row.begin().on(w, own);
                }
            } else {
                w.await();
                if (!row.is(Trait.ONCE)) {
                    row.end().on(w, own);
                } else {
                    limited(w, row.end(), own);
                }
            }
        }
    },
    /** PE 1 sends more than has room before it ends the wait. */
    ARRIVALS {
        @Override
        void run(World w, Wait row, Object own) throws InterruptedException {
            if (w.me == 0) {
                row.begin().on(w, own);
                for (int i = 0; i < MANY; i++) {
                    w.handle();
                }
            } else {
                for (int i = 0; i < MANY; i++) {
                    w.message();
                }
                row.end().on(w, own);
            }
        }
    },
    /** A PE dies, which ends the waits of the other one. */
    DEATH {
        @Override
        void run(World w, Wait row, Object own) throws InterruptedException {
            if (w.me == 0) {
                row.begin().on(w, own);
            } else {
                row.end().on(w, own);
            }
        }
    },
    /** A PE dies and comes back, and all repeat the wait. */
    RETURN {
        @Override
        void run(World w, Wait row, Object own) throws InterruptedException {
            w.again();
            w.s.barrierAll();
            if (w.me == 0) {
                row.begin().on(w, own);
            } else {
                row.end().on(w, own);
            }
            w.s.barrierAll();
        }
    },
    /** As before, in a job of processes: PE 1 kills its own while PE 0 waits, or is about to. */
    KILLED {
        @Override
        void run(World w, Wait row, Object own) throws InterruptedException {
            w.again();
            w.s.barrierAll();
            if (w.me == 0) {
                w.signal();
                row.begin().on(w, own);
            } else {
                w.await();
                if (w.s.isFirstIncarnation()) {
                    Runtime.getRuntime().halt(1);
                }
                row.end().on(w, own);
            }
            w.s.barrierAll();
        }
    },
    /** Nobody ends the wait. */
    DEADLOCK {
        @Override
        void run(World w, Wait row, Object own) throws InterruptedException {
            if (w.me == 0) {
                row.begin().on(w, own);
            } else {
                w.turn.waitUntil(1, Cmp.EQ, 1);
            }
        }
    };

    private static final int MANY = 8;

    abstract void run(World w, Wait row, Object own) throws InterruptedException;

    /** Runs the row with a label, in which PE 1 is killed. */
    public static void main(String[] args) throws InterruptedException {
        KILLED.run(Waits.lasting().filter(row -> row.label().equals(args[0])).findFirst().orElseThrow());
    }

    /** Runs the program of a PE. */
    public void run(Wait row) throws InterruptedException {
        try (Shmem shmem = Shmem.init()) {
            if (this == RETURN || this == KILLED) {
                repeat(shmem, row);
                return;
            }
            try {
                once(shmem, row);
            } catch (PeFailedException e) {
                if (this != DEATH) {
                    throw e;
                }
            }
        }
    }

    private void once(Shmem shmem, Wait row) throws InterruptedException {
        boolean mpi = this == MPI_LEFT || row.is(Trait.MPI);
        boolean whole = (this == LEFT || this == MPI_LEFT || this == ARRIVALS) && !row.is(Trait.LAST);
        try {
            if (mpi) {
                MPI.Init(new String[0]);
            }
            World w = new World(shmem);
            Object own = row.setup().apply(w);
            shmem.barrierAll();
            run(w, row, own);
            if (mpi && whole) {
                MPI.Finalize();
            }
            if (whole) {
                shmem.finish();
            }
        } finally {
            if (mpi && !whole) {
                Shmem.current().close();
            }
        }
    }

    private void repeat(Shmem shmem, Wait row) throws InterruptedException {
        World w = new World(shmem, new World.Maker() {
            @Override
            public <T> T make(Supplier<T> of) {
                return made(shmem, of);
            }
        });
        Object own = made(shmem, () -> row.setup().apply(w));
        repeat(shmem, () -> run(w, row, own));
    }

    /** What all PEs repeat after a death. */
    interface Step {
        void run() throws InterruptedException;
    }

    /** Works until all PEs have come to the end together. */
    static void repeat(Shmem shmem, Step step) throws InterruptedException {
        boolean again = !shmem.isFirstIncarnation();
        while (true) {
            try {
                if (again) {
                    shmem.recover();
                }
                step.run();
                shmem.finish();
                return;
            } catch (PeFailedException _) {
                again = true;
            }
        }
    }

    /** {@return what is made with all PEs, again if one of them has died meanwhile} */
    static <T> T made(Shmem shmem, Supplier<T> maker) {
        while (true) {
            try {
                return maker.get();
            } catch (PeFailedException _) {
                shmem.recover();
            }
        }
    }

    /** Requires that a limit cuts the wait, or that the wait refuses it. */
    private static void cut(World w, Wait row, Object own) throws InterruptedException {
        try {
            if (limited(w, row.begin(), own) && !row.is(Trait.LIMITED) && !row.is(Trait.EARLY)) {
                throw new AssertionError("no limit has cut it");
            }
        } catch (IllegalStateException e) {
            if (!row.is(Trait.UNLIMITED) || !e.getMessage().contains("has no time limit")) {
                throw e;
            }
        }
    }

    /** {@return whether an act ends before its limit} */
    private static boolean limited(World w, Wait.Act<Object> act, Object own) {
        try {
            w.s.within(Duration.ofNanos(1), () -> {
                try {
                    act.on(w, own);
                } catch (InterruptedException e) {
                    throw new IllegalStateException(e);
                }
            });
            return true;
        } catch (WaitTimeoutException _) {
            return false;
        }
    }
}
