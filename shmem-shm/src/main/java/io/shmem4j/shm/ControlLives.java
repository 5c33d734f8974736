// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.shm;

import static java.lang.foreign.ValueLayout.JAVA_INT;
import static java.lang.foreign.ValueLayout.JAVA_LONG;

import io.shmem4j.error.PeFailedException;
import io.shmem4j.spi.CallSite;
import io.shmem4j.spi.Lives;
import io.shmem4j.spi.PeState;
import io.shmem4j.spi.SystemLayout;
import io.shmem4j.spi.WaitKind;
import io.shmem4j.spi.Waiter;
import java.lang.foreign.MemorySegment;
import java.lang.invoke.VarHandle;

/**
 * The lives of PEs in the control file.
 *
 * <p>A death is noted once, by the launcher: it takes the PE's arrival back and then counts its life up. PEs meet by
 * arriving with the number of the next meeting. A PE that reads all lives, and after each the arrival that belongs to
 * it, becomes the leader: it does what is to be done once, notes the lives that it has read as those that have met, and
 * publishes the number. So a PE that dies in between has another life than the one that has met, and has fallen again.
 * A leader that dies is replaced, and everything that it does can be done again.
 *
 * <p>A job without a death costs a wait the comparison of two words, and any other call nothing.
 */
public final class ControlLives extends Lives {
    /** Instead of a status: nobody knows how the process has ended. */
    public static final int DIED = -1;
    /** Instead of a status: the PE has closed its session. */
    public static final int CLOSED = -2;
    /** Longest sleep of a PE, which looks for deaths in between. */
    static final long LONGEST_SLEEP_NANOS = 25_000_000;
    private static final VarHandle INT = JAVA_INT.varHandle();
    private static final VarHandle LONG = JAVA_LONG.varHandle();
    private static final int SIGNALLED = 128;

    private final MemorySegment memory;
    private final ControlFile control;
    private final NodeBackend backend;
    private final int pe;
    private final int nPes;
    private final int life;
    private volatile boolean closing;

    private ControlLives(MemorySegment memory, ControlFile control, NodeBackend backend) {
        this.memory = memory;
        this.control = control;
        this.backend = backend;
        this.pe = backend.pe();
        this.nPes = control.nPes();
        this.life = lifeOf(pe);
    }

    /** {@return a PE's view of the lives, null in a job that ends with the first death} */
    static ControlLives of(MemorySegment memory, ControlFile control, NodeBackend backend) {
        return !control.outlives() ? null : new ControlLives(memory, control, backend);
    }

    /** Makes it a job that outlives its PEs, before any of them starts. */
    static void begin(MemorySegment memory) {
        memory.set(JAVA_INT, ControlLayout.OUTLIVES, 1);
    }

    /** Notes the death of a PE; one process at a time does that. */
    static void fell(MemorySegment memory, ControlFile control, int pe, int status) {
        INT.setVolatile(memory, ControlLayout.at(pe, ControlLayout.ARRIVED), 0);
        control.publishNoWait(pe);
        control.state(pe, PeState.STARTED);
        INT.setRelease(memory, ControlLayout.at(pe, ControlLayout.ENDED), 0);
        INT.setRelease(memory, ControlLayout.at(pe, ControlLayout.RETURNED), 0);
        memory.set(JAVA_INT, ControlLayout.at(pe, ControlLayout.HOW), status);
        memory.set(JAVA_LONG, ControlLayout.at(pe, ControlLayout.FALLEN_PID), control.pid(pe));
        INT.getAndAdd(memory, ControlLayout.at(pe, ControlLayout.LIFE), 1);
        int deaths = 0;
        for (int other = 0; other < control.nPes(); other++) {
            deaths += (int) INT.getVolatile(memory, ControlLayout.at(other, ControlLayout.LIFE));
        }
        INT.setVolatile(memory, ControlLayout.DEATHS, deaths);
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

    /** A launcher takes a PE that closes for one that has done its part. */
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

    /** Throws that a PE has fallen that a wait is for: a peer, or a member of a group of some size, else any PE. */
    void check(WaitKind kind, int peer, int start, int stride, int size) {
        if ((int) INT.getAcquire(memory, ControlLayout.DEATHS) == (int) INT.getAcquire(memory, ControlLayout.HANDLED)
            || kind == WaitKind.INIT || (kind == WaitKind.VARIABLE || kind == WaitKind.SIGNAL) && peer < 0) {
            return;
        }
        if (peer >= 0 && fallen(peer)) {
            throw failure(kind, peer);
        }
        int members = size > 0 ? size : peer >= 0 && !kind.ofGroup() ? 0 : nPes;
        for (int i = 0; i < members; i++) {
            int member = size > 0 ? start + i * stride : i;
            if (fallen(member)) {
                throw failure(kind, member);
            }
        }
    }

    private PeFailedException failure(WaitKind kind, int fallen) {
        int status = memory.get(JAVA_INT, ControlLayout.at(fallen, ControlLayout.HOW));
        return new PeFailedException("PE " + pe + ", " + CallSite.routine() + " called at " + CallSite.place()
            + ", waits in " + kind.text(), fallen,
            memory.get(JAVA_LONG, ControlLayout.at(fallen, ControlLayout.FALLEN_PID)),
            how(status));
    }

    private static String how(int status) {
        return status == DIED ? "has died: its JVM was killed, or ended without finish or close"
            : status == CLOSED ? "has closed its part" : status > SIGNALLED ? "was killed by signal "
            + (status - SIGNALLED) : "ended with status " + status;
    }

    @Override
    public int meet(long nanos, Runnable once) {
        long start = System.nanoTime();
        int times = 0;
        do {
            int next = word(ControlLayout.MEETINGS) + 1;
            INT.setVolatile(memory, ControlLayout.at(pe, ControlLayout.ARRIVED), next);
            Waiter waiter = backend.waiter();
            waiter.begin(pe, SystemLayout.BELL, WaitKind.INIT, next, -1);
            try {
                while (word(ControlLayout.MEETINGS) < next) {
                    if (!lead(next, once)) {
                        if (System.nanoTime() - start > nanos) {
                            backend.abort(1, "PE " + pe + ": " + missing(next) + " has not called recover() in time");
                        }
                        waiter.pause();
                    }
                }
            } finally {
                waiter.end();
            }
            times++;
        } while (fallen(pe));
        return times;
    }

    private String missing(int next) {
        for (int other = 0; other < nPes; other++) {
            if (word(ControlLayout.at(other, ControlLayout.ARRIVED)) != next) {
                return "PE " + other;
            }
        }
        return "the leader of the meeting";
    }

    /** {@return whether this PE has tried to end the meeting, to which all have come} */
    private boolean lead(int next, Runnable once) {
        int[] lives = new int[nPes];
        for (int other = 0; other < nPes; other++) {
            lives[other] = lifeOf(other);
            if (word(ControlLayout.at(other, ControlLayout.ARRIVED)) != next) {
                return false;
            }
        }
        long leader = (long) LONG.getVolatile(memory, ControlLayout.LEADER);
        int before = (int) leader - 1;
        if (before >= 0 && lifeOf(before) == (int) (leader >>> Integer.SIZE)
            || !LONG.compareAndSet(memory, ControlLayout.LEADER, leader, (long) life << Integer.SIZE | pe + 1)) {
            return false;
        }
        if (word(ControlLayout.MEETINGS) < next) {
            once.run();
            int sum = 0;
            for (int other = 0; other < nPes; other++) {
                INT.setVolatile(memory, ControlLayout.at(other, ControlLayout.MET), lives[other]);
                sum += lives[other];
            }
            INT.setVolatile(memory, ControlLayout.HANDLED, sum);
            INT.setVolatile(memory, ControlLayout.MEETINGS, next);
        }
        LONG.setVolatile(memory, ControlLayout.LEADER, 0L);
        return true;
    }

    @Override
    public long completed() {
        long most = 0;
        for (int other = 0; other < nPes; other++) {
            most = Math.max(most, (long) LONG.getVolatile(memory, ControlLayout.at(other, ControlLayout.COMPLETED)));
        }
        return most;
    }

    @Override
    public void completed(long calls) {
        long at = ControlLayout.at(pe, ControlLayout.COMPLETED);
        LONG.setVolatile(memory, at, Math.max(calls, (long) LONG.getVolatile(memory, at)));
    }
}
