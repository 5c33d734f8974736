// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.shm;

import static java.lang.foreign.ValueLayout.JAVA_INT;
import static java.lang.foreign.ValueLayout.JAVA_LONG;

import io.shmem4j.spi.JobMemory;
import io.shmem4j.spi.Lives;
import io.shmem4j.spi.PeState;
import io.shmem4j.spi.SystemLayout;
import io.shmem4j.spi.WaitKind;
import io.shmem4j.spi.Waiter;
import java.lang.foreign.MemorySegment;
import java.lang.invoke.VarHandle;
import java.util.function.IntPredicate;
import java.util.stream.IntStream;

/**
 * The lives of PEs in the control file.
 *
 * <p>A death is noted once, by the launcher: it takes the PE's arrival back and then counts its life up. PEs meet by
 * arriving with the number of the next meeting. A PE that finds an arrival for each life becomes the leader: it does
 * the work that is done once, notes these lives as having met, and publishes the number. So a PE that dies in between
 * has another life than the one that has met, and has fallen again. A leader that dies is replaced, and everything that
 * it does can be done again.
 *
 * <p>The living gather in the same way, without the fallen. The leader notes who has come before it publishes the
 * number, so all go on with the same PEs; a PE that has died meanwhile has fallen.
 *
 * <p>PEs end a session in the same way, and each allocation. A death changes the word that says so: the end is decided
 * before it, and the PE does not come back, or after it, and all others are still there. So a block is there on all PEs
 * or on none.
 *
 * <p>On several nodes each has a control file of its own, and the head of the job decides in the leader's place. It
 * hears of deaths and arrivals from the agents, and they write what it decides to all control files in one order.
 *
 * <p>A job without a death costs a wait the comparison of two words, and any other call nothing.
 */
public final class ControlLives extends Lives {
    /** Value for an unknown status of the process. */
    public static final int DIED = -1;
    /** Value in place of the status of a PE that has closed its session. */
    public static final int CLOSED = -2;
    /** Longest sleep of a PE, which looks for deaths in between. */
    static final long LONGEST_SLEEP_NANOS = 25_000_000;
    private static final VarHandle INT = JAVA_INT.varHandle();
    private static final VarHandle LONG = JAVA_LONG.varHandle();
    private static final int SIGNALLED = 128;
    private static final long DEATHS_BELOW = (1L << Integer.SIZE) - 1;

    private final MemorySegment memory;
    private final ControlFile control;
    private final NodeBackend backend;
    private final int pe;
    private final int nPes;
    private final int life;
    private volatile boolean closing;
    /** The end of the session at which this PE has arrived, or null. */
    private Meeting ending;
    /** Lives of the PEs known to be missing at the last gathering of the living; else -1. */
    private volatile int[] known;

    ControlLives(MemorySegment memory, ControlFile control, NodeBackend backend) {
        this.memory = memory;
        this.control = control;
        this.backend = backend;
        this.pe = backend.pe();
        this.nPes = control.nPes();
        this.life = lifeOf(pe);
    }

    private int word(long at) {
        return (int) INT.getVolatile(memory, at);
    }

    private int lifeOf(int other) {
        return word(ControlLayout.at(other, ControlLayout.LIFE));
    }

    @Override
    public int life() {
        return life;
    }

    @Override
    public int met(int other) {
        return word(ControlLayout.at(other, ControlLayout.MET));
    }

    @Override
    public boolean fallen(int other) {
        return lifeOf(other) != met(other);
    }

    @Override
    public boolean lives(int other) {
        return control.state(other) == PeState.RUNNING && backend.processLives(other);
    }

    /** A launcher counts a PE that closes as one with its part done. */
    @Override
    public boolean closes() {
        closing = control.joined();
        return closing;
    }

    /** {@return whether this PE leaves its place to a next life} */
    public boolean closing() {
        return closing;
    }

    @Override
    public boolean haveMet() {
        return control.haveMet();
    }

    /** Throws if a PE has fallen that a wait needs, see {@link #missed}. */
    void check(WaitKind kind, int peer, int start, int stride, int size, int[] table) {
        if ((int) INT.getAcquire(memory, ControlLayout.DEATHS) != (int) INT.getAcquire(memory, ControlLayout.HANDLED)) {
            int missed = missed(kind, nPes, peer, start, stride, size, table);
            if (missed >= 0) {
                throw failure(pe, kind, missed);
            }
        }
    }

    @Override
    protected boolean known(int other) {
        return known != null && known[other] == lifeOf(other);
    }

    @Override
    public int deaths(int other) {
        return lifeOf(other);
    }

    @Override
    public long lastProcess(int other) {
        return memory.get(JAVA_LONG, ControlLayout.at(other, ControlLayout.FALLEN_PID));
    }

    @Override
    public String lastEnd(int other) {
        return how(memory.get(JAVA_INT, ControlLayout.at(other, ControlLayout.HOW)));
    }

    private static String how(int status) {
        return status == DIED ? "has died: its JVM was killed, or ended without finish or close"
            : status == CLOSED ? "has closed its part" : status > SIGNALLED ? "was killed by signal "
            + (status - SIGNALLED) : "ended with status " + status;
    }

    @Override
    public int meet(long nanos, Runnable once) {
        int times = 0;
        do {
            new Meeting(Kind.ALL).hold(WaitKind.INIT, nanos, once);
            times++;
        } while (fallen(pe));
        return times;
    }

    @Override
    public int[] gather(long nanos, Runnable once) {
        Meeting meeting = new Meeting(Kind.LIVING);
        meeting.hold(WaitKind.INIT, nanos, once);
        IntPredicate here = other -> word(ControlLayout.at(other, ControlLayout.GATHERED)) == meeting.number;
        known = IntStream.range(0, nPes).map(other -> here.test(other) ? -1 : lifeOf(other)).toArray();
        return IntStream.range(0, nPes).filter(here).toArray();
    }

    @Override
    public boolean end(boolean waits, Runnable once) {
        Meeting meeting = ending == null ? new Meeting(Kind.END) : ending;
        ending = waits ? null : meeting;
        if (!waits) {
            meeting.arrive();
            meeting.lead(once);
        }
        return !waits || meeting.hold(WaitKind.FINISH, Long.MAX_VALUE, once);
    }

    @Override
    public boolean agree(WaitKind wait) {
        return new Meeting(Kind.CALL).hold(wait, Long.MAX_VALUE, () -> { });
    }

    @Override
    public long agreed() {
        return (long) LONG.getVolatile(memory, ControlLayout.CALLS) >>> Integer.SIZE;
    }

    /** Reason why PEs come together. */
    public enum Kind {
        ALL("recover()", ControlLayout.MEETINGS, ControlLayout.ARRIVED),
        LIVING("survivors()", ControlLayout.GATHERINGS, ControlLayout.CAME),
        END("finish()", ControlLayout.ENDS, ControlLayout.AT_END),
        CALL("an allocation", ControlLayout.CALLS, ControlLayout.AT_CALL);

        private final String routine;
        private final long held;
        private final long came;

        Kind(String routine, long held, long came) {
            this.routine = routine;
            this.held = held;
            this.came = came;
        }

        /** {@return whether a death comes before it or after it, for all PEs} */
        private boolean decides() {
            return this == END || this == CALL;
        }
    }

    /** Notes in a node's control file which PEs have met in which lives, as the head has decided. */
    static void note(MemorySegment memory, Kind kind, int number, int[] lives, boolean[] here) {
        if (kind.decides()) {
            long before = (long) LONG.getVolatile(memory, kind.held);
            LONG.setVolatile(memory, kind.held, (long) number << Integer.SIZE | before & DEATHS_BELOW);
            return;
        }
        int sum = 0;
        boolean all = kind == Kind.ALL;
        for (int other = 0; other < lives.length; other++) {
            INT.setVolatile(memory, ControlLayout.at(other, all ? ControlLayout.MET : ControlLayout.GATHERED),
                all ? lives[other] : here[other] ? number : 0);
            sum += lives[other];
        }
        if (all) {
            INT.setVolatile(memory, ControlLayout.HANDLED, sum);
        }
        INT.setVolatile(memory, kind.held, number);
    }

    /** {@return the number of the meeting of a kind to which a PE has come} */
    static int came(MemorySegment memory, Kind kind, int pe) {
        return (int) INT.getVolatile(memory, ControlLayout.at(pe, kind.came));
    }

    /** A meeting of the living, or of all PEs. */
    private final class Meeting {
        private final Kind kind;
        private final int number;

        Meeting(Kind kind) {
            this.kind = kind;
            this.number = held() + 1;
        }

        private int held() {
            return kind.decides() ? (int) ((long) LONG.getVolatile(memory, kind.held) >>> Integer.SIZE)
                : word(kind.held);
        }

        void arrive() {
            if (JobMemory.partial()) {
                backend.quiet();
            }
            INT.setVolatile(memory, ControlLayout.at(pe, kind.came), number);
        }

        /** {@return whether it is over, and not a PE fallen before} */
        boolean hold(WaitKind wait, long nanos, Runnable once) {
            long start = System.nanoTime();
            arrive();
            Waiter waiter = backend.waiter();
            waiter.begin(pe, SystemLayout.BELL, wait, number, -1);
            try {
                while (held() < number) {
                    if (kind.decides() && IntStream.range(0, nPes).anyMatch(ControlLives.this::fallen)) {
                        return !goes(waiter);
                    }
                    if (!lead(once)) {
                        int missing = missing();
                        if (kind == Kind.ALL && missing >= 0 && hasLeft(missing)) {
                            backend.abort(1, "PE " + pe + ": PE " + missing + " has left in order, and calls "
                                + "recover() no more");
                        } else if (System.nanoTime() - start > nanos) {
                            backend.abort(1, "PE " + pe + ": " + (missing >= 0 ? "PE " + missing
                                : JobMemory.partial() ? "a PE of another node" : "the leader of the meeting")
                                + " has not called " + kind.routine + " in time");
                        }
                        waiter.pause();
                    }
                }
            } finally {
                waiter.end();
            }
            return true;
        }

        /** {@return whether a PE has done its part} One that closed because of an exception is about to start again. */
        private boolean hasLeft(int other) {
            return control.state(other) == PeState.FINISHED && control.ended(other) == 0;
        }

        /** {@return whether this PE does not take part any more} A leader may have counted it already. */
        private boolean goes(Waiter waiter) {
            INT.setVolatile(memory, ControlLayout.at(pe, kind.came), 0);
            while (leads((long) LONG.getVolatile(memory, ControlLayout.LEADER))) {
                waiter.pause();
            }
            return held() < number;
        }

        /** {@return whether a PE is ending a meeting, and lives} */
        private boolean leads(long leader) {
            int who = (int) leader - 1;
            return who >= 0 && lifeOf(who) == (int) (leader >>> Integer.SIZE);
        }

        /** {@return whether a PE has not come; arrivals on other nodes are known there} */
        private boolean misses(int other) {
            return JobMemory.here(other) && (kind != Kind.LIVING || !fallen(other))
                && word(ControlLayout.at(other, kind.came)) != number;
        }

        private int missing() {
            return IntStream.range(0, nPes).filter(this::misses).findFirst().orElse(-1);
        }

        /** {@return whether everybody has come} Notes who is here, in which life. */
        private boolean isFull(int[] lives, boolean[] here) {
            for (int other = 0; other < nPes; other++) {
                lives[other] = lifeOf(other);
                here[other] = kind != Kind.LIVING || lives[other] == met(other);
                if (here[other] && word(ControlLayout.at(other, kind.came)) != number) {
                    return false;
                }
            }
            return true;
        }

        /** {@return whether this PE has tried to end the meeting, to which everybody has come} One may have gone. */
        private boolean lead(Runnable once) {
            if (JobMemory.partial()) {
                return false;
            }
            int[] lives = new int[nPes];
            boolean[] here = new boolean[nPes];
            long leader = (long) LONG.getVolatile(memory, ControlLayout.LEADER);
            long decided = kind.decides() ? (long) LONG.getVolatile(memory, kind.held) : 0;
            if (!isFull(lives, here) || leads(leader)
                || !LONG.compareAndSet(memory, ControlLayout.LEADER, leader, (long) life << Integer.SIZE | pe + 1)) {
                return false;
            }
            if (held() < number && isFull(lives, here)) {
                once.run();
                if (kind.decides()) {
                    LONG.compareAndSet(memory, kind.held, decided,
                        (long) number << Integer.SIZE | decided & DEATHS_BELOW);
                } else {
                    note(memory, kind, number, lives, here);
                }
            }
            LONG.setVolatile(memory, ControlLayout.LEADER, 0L);
            IntStream.range(0, nPes).filter(other -> other != pe && Bell.needed(other)).forEach(Bell::ring);
            return true;
        }
    }
}
