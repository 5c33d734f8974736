// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.explore.run;

import io.shmem4j.spi.Lives;
import io.shmem4j.spi.PeState;
import io.shmem4j.spi.SystemLayout;
import io.shmem4j.spi.WaitKind;
import io.shmem4j.spi.Waiter;
import java.util.Arrays;
import java.util.stream.IntStream;

/** The lives of a run's PEs, as one of them sees them in one of its lives. Questions about others are steps. */
final class ExploredLives extends Lives {
    private static final int ALL = 0;
    private static final int LIVING = 1;
    private static final int END = 2;
    private static final int CALL = 3;
    private static final int KINDS = 4;

    private final Run run;
    private final Jobs jobs;
    private final Register register;
    private final int pe;
    private final int life;
    /** The lives of PEs missing at the last gathering of the living, which knew that; else -1. */
    private final int[] known;

    /** The lives of all PEs, by their numbers. */
    static final class Register {
        /** Address of the meetings in place of one in memory. */
        private static final long MEETINGS = Long.MIN_VALUE >> 1;

        private final int[] lives;
        private final int[] met;
        /** The meeting of all, of those who live, the end of a session and the allocation to which a PE has come. */
        private final int[][] came;
        private final int[] held = new int[KINDS];
        private int[] gathered = {};

        Register(int pes) {
            lives = new int[pes];
            met = new int[pes];
            came = new int[KINDS][pes];
        }

        /** {@return the address of a PE's life in place of one in memory} */
        static long address(int pe) {
            return -Long.BYTES * (1L + pe);
        }

        boolean hasMet(int pe) {
            return held[ALL] > 0 && !fallen(pe);
        }

        /** {@return whether all PEs have left a session together} */
        boolean hasEnded() {
            return held[END] > 0;
        }

        boolean anyFallen() {
            return !Arrays.equals(lives, met);
        }

        void fell(int pe) {
            for (int[] kind : came) {
                kind[pe] = 0;
            }
            lives[pe]++;
        }

        private boolean fallen(int pe) {
            return lives[pe] != met[pe];
        }

        private boolean isFull(int kind, int number) {
            return IntStream.range(0, lives.length)
                .allMatch(pe -> kind == LIVING && fallen(pe) || came[kind][pe] == number);
        }

        private void end(int kind, int number) {
            // A death may have come before it.
            if (!isFull(kind, number)) {
                return;
            }
            if (kind == ALL) {
                System.arraycopy(lives, 0, met, 0, lives.length);
            } else if (kind == LIVING) {
                gathered = IntStream.range(0, lives.length).filter(pe -> !fallen(pe)).toArray();
            }
            held[kind] = number;
        }
    }

    ExploredLives(Run run, Jobs jobs, Register register, int pe) {
        this.run = run;
        this.jobs = jobs;
        this.register = register;
        this.pe = pe;
        this.life = register.lives[pe];
        this.known = new int[register.lives.length];
        Arrays.fill(known, -1);
    }

    /** A question is no step in a wait, which a death lets look again. */
    private void look(int other) {
        if (other != pe && !run.pes[pe].waits()) {
            run.comeTo(pe, Step.Kind.READ, Register.address(other), Long.BYTES, false, other);
        }
    }

    /** Others may ask from now on whether this PE is there. */
    void changes() {
        run.comeTo(pe, Step.Kind.WRITE, Register.address(pe), Long.BYTES, false, pe);
    }

    void check(WaitKind kind, int peer, int start, int stride, int size, int[] table) {
        int missed = missed(kind, known.length, peer, start, stride, size, table);
        if (missed >= 0) {
            throw failure(pe, kind, missed);
        }
    }

    @Override
    public int life() {
        return life;
    }

    @Override
    public int met(int other) {
        return register.met[other];
    }

    @Override
    public boolean fallen(int other) {
        look(other);
        return register.fallen(other);
    }

    @Override
    public boolean lives(int other) {
        look(other);
        return jobs.peState(other) == PeState.RUNNING;
    }

    @Override
    public boolean closes() {
        return false;
    }

    @Override
    public boolean haveMet() {
        return register.held[ALL] > 0;
    }

    @Override
    public int meet(long nanos, Runnable once) {
        int times = 0;
        do {
            come(ALL, WaitKind.INIT, once);
            times++;
        } while (register.fallen(pe));
        return times;
    }

    @Override
    public int[] gather(long nanos, Runnable once) {
        come(LIVING, WaitKind.INIT, once);
        System.arraycopy(register.lives, 0, known, 0, known.length);
        for (int here : register.gathered) {
            known[here] = -1;
        }
        return register.gathered;
    }

    @Override
    public boolean end(boolean waits, Runnable once) {
        if (waits) {
            return come(END, WaitKind.FINISH, once);
        }
        int number = register.held[END] + 1;
        run.comeTo(pe, Step.Kind.WRITE, Register.MEETINGS, Long.BYTES, true, pe);
        register.came[END][pe] = number;
        if (register.isFull(END, number)) {
            once.run();
            register.end(END, number);
        }
        return true;
    }

    @Override
    public boolean agree(WaitKind wait) {
        return come(CALL, wait, () -> { });
    }

    /** A later life asks before it meets the others. */
    @Override
    public long agreed() {
        if (register.fallen(pe)) {
            run.comeTo(pe, Step.Kind.READ, Register.MEETINGS, Long.BYTES, false, pe);
        }
        return register.held[CALL];
    }

    /** {@return whether it has met the others} A death ends what is decided for all or for none. */
    private boolean come(int kind, WaitKind wait, Runnable once) {
        boolean decides = kind == END || kind == CALL;
        int number = register.held[kind] + 1;
        run.comeTo(pe, Step.Kind.WRITE, Register.MEETINGS, Long.BYTES, true, pe);
        register.came[kind][pe] = number;
        Waiter waiter = jobs.waiter(pe);
        waiter.begin(pe, SystemLayout.BELL, wait, number, -1);
        try {
            while (register.held[kind] < number) {
                run.pes[pe].gate = () -> register.held[kind] >= number || register.isFull(kind, number)
                    || decides && register.anyFallen();
                run.comeTo(pe, Step.Kind.READ, Register.MEETINGS, Long.BYTES, true, pe);
                if (register.held[kind] < number && !register.isFull(kind, number)) {
                    register.came[kind][pe] = 0;
                    return false;
                }
                if (register.held[kind] < number) {
                    once.run();
                    register.end(kind, number);
                }
            }
            return true;
        } finally {
            waiter.end();
        }
    }

    @Override
    protected boolean known(int other) {
        return known[other] == register.lives[other];
    }

    @Override
    public int deaths(int other) {
        look(other);
        return register.lives[other];
    }

    @Override
    public long lastProcess(int other) {
        return 0;
    }

    @Override
    public String lastEnd(int other) {
        return "has died";
    }
}
