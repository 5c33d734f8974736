// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.spi;

import io.shmem4j.error.PeFailedException;
import java.util.EnumSet;
import java.util.Set;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.IntPredicate;
import java.util.stream.IntStream;

/**
 * A PE's view of the lives of all PEs, in a job that outlives them. A life is one incarnation of a PE. From its death a
 * PE is fallen, until it has met all other PEs in a later life.
 *
 * <p>Without a death this costs a wait a comparison of two words, and any other call nothing.
 */
public abstract class Lives {
    /** Waits that detect deaths themselves. */
    private static final Set<WaitKind> NEVER = EnumSet.of(WaitKind.INIT, WaitKind.LOCK, WaitKind.FINISH,
        WaitKind.ALLOCATE, WaitKind.FREE, WaitKind.RECOVER, WaitKind.SURVIVORS);

    protected final Meeting.Register register;
    private final Backend backend;
    private final int pe;
    private final int nPes;
    private final int life;
    /** The session's end at which this PE has arrived, or null. */
    private Meeting ending;
    /** Held by the thread that leads a meeting; not a monitor, because an explored PE waits for its turns inside. */
    private final ReentrantLock leading = new ReentrantLock();
    private boolean left;
    /** For each PE its life if it was fallen at the last meeting of survivors, else -1; null before that meeting. */
    private volatile int[] lost;

    protected Lives(Meeting.Register register, Backend backend, int pe, int nPes) {
        this.register = register;
        this.backend = backend;
        this.pe = pe;
        this.nPes = nPes;
        this.life = register.life(pe);
    }

    /** {@return the number of this PE's life, 0 for the first} */
    public final int life() {
        return life;
    }

    public final int deaths(int other) {
        return register.life(other);
    }

    /** {@return the life in which a PE took part in the last recovery} */
    public final int lifeAtRecovery(int other) {
        return register.lifeAtRecovery(other);
    }

    public final boolean isFallen(int other) {
        return register.isFallen(other);
    }

    /** {@return whether a PE has a session and its process is alive} */
    public abstract boolean isAlive(int other);

    /** {@return whether a PE that closes ends its session alone, instead of arriving at the common end} */
    public abstract boolean closeAlone();

    /** {@return whether no launcher starts the processes, so a later one may run another version of the program} */
    public boolean isStartedByOthers() {
        return false;
    }

    /** {@return whether a PE has finished for good} */
    protected boolean hasLeft(int other) {
        return false;
    }

    /** {@return whether an allocation that began at this time is hopeless: other PEs wait for this one elsewhere} */
    protected boolean isStranded(long start) {
        return false;
    }

    /** {@return whether all PEs have met at least once} */
    public final boolean haveAllMet() {
        return recoveries() != 0;
    }

    /** {@return the number of meetings of all PEs} It is the same on all PEs between two of them. */
    public final int recoveries() {
        return register.held(Meeting.Purpose.RECOVERY);
    }

    /** {@return the process of a PE's last life} */
    public final long lastProcess(int other) {
        return register.lastProcess(other);
    }

    /** {@return how a PE's last life ended} */
    public final String lastEnd(int other) {
        return describeEnd(register.lastStatus(other));
    }

    protected abstract String describeEnd(int status);

    /**
     * Waits until all PEs have called this, the fallen ones in a later life. One of them runs {@code once} before any
     * returns, perhaps twice.
     *
     * @param nanos time after which a missing PE ends the job
     * @return number of meetings, more than 1 if the first one took this PE for its earlier life
     */
    public final int awaitAll(long nanos, Runnable once) {
        int meetings = 0;
        do {
            hold(new Meeting(register, Meeting.Purpose.RECOVERY), WaitKind.RECOVER, nanos, once);
            meetings++;
        } while (isFallen(pe));
        return meetings;
    }

    /** Like {@link #awaitAll}; {@return false, instead of ending the job, if a PE does not come in time} */
    public final boolean awaitAllOrLeave(long nanos, Runnable once) {
        boolean held;
        do {
            held = hold(new Meeting(register, Meeting.Purpose.RECOVERY, true), WaitKind.RECOVER, nanos, once);
        } while (held && isFallen(pe));
        return held;
    }

    /**
     * Waits until all PEs that are not fallen have called this; {@return their numbers in ascending order} One of them
     * runs {@code once} before any returns, perhaps twice. From then on the missing PEs end no more waits.
     *
     * @param nanos time after which a missing PE ends the job
     */
    public final int[] awaitSurvivors(long nanos, Runnable once) {
        Meeting meeting = new Meeting(register, Meeting.Purpose.SURVIVAL);
        hold(meeting, WaitKind.SURVIVORS, nanos, once);
        IntPredicate survived = other -> register.hasSurvived(other, meeting.number());
        lost = IntStream.range(0, nPes).map(other -> survived.test(other) ? -1 : register.life(other)).toArray();
        return IntStream.range(0, nPes).filter(survived).toArray();
    }

    /**
     * Arrives at the end of the session, which all PEs reach together: a PE that died before has not arrived.
     *
     * @param waits whether to wait for all PEs; a PE that has arrived without waiting may call this again to wait
     * @param once  run by one PE when all have arrived, perhaps twice
     * @return false if a PE has fallen, so the session has not ended; true if it has or if this call does not wait
     */
    public final boolean end(boolean waits, Runnable once) {
        Meeting meeting = ending == null ? new Meeting(register, Meeting.Purpose.END) : ending;
        // If an error interrupts this call, its repetition is for the same end.
        ending = meeting;
        if (waits) {
            boolean held = hold(meeting, WaitKind.FINISH, Long.MAX_VALUE, once);
            ending = held ? meeting : null;
            return held;
        }
        arrive(meeting);
        lead(meeting, once);
        return true;
    }

    /** Begins a session, with an end of its own. */
    public final void begin() {
        ending = null;
    }

    /**
     * Waits for all PEs at the next allocation or free; {@return false on all PEs if one has fallen before, or on this
     * PE only if it makes more calls than the other PEs}
     */
    public final boolean agree(WaitKind wait) {
        return hold(new Meeting(register, Meeting.Purpose.ALLOCATION), wait, Long.MAX_VALUE, () -> { });
    }

    /** {@return the number of allocations and frees that all PEs have agreed on} */
    public final long agreements() {
        return register.held(Meeting.Purpose.ALLOCATION);
    }

    private void arrive(Meeting meeting) {
        if (JobMemory.partial()) {
            backend.quiet();
        }
        meeting.arrive(pe);
    }

    /** Leads a complete meeting and wakes the other PEs; {@return whether this PE has led it} */
    private boolean lead(Meeting meeting, Runnable once) {
        leading.lock();
        boolean leads;
        try {
            leads = !left && !JobMemory.partial() && meeting.lead(pe, life, once);
        } finally {
            leading.unlock();
        }
        if (leads) {
            backend.quiet();
        }
        return leads;
    }

    /**
     * Waits for a thread of this PE that leads a meeting, and lets no thread lead another one, before another process
     * may become this PE: that would make the lead void, but not stop the thread.
     */
    protected final void leadNoMore() {
        leading.lock();
        left = true;
        leading.unlock();
    }

    /** {@return whether the meeting takes place; false if a death preceded its decision or this PE has left it} */
    protected boolean hold(Meeting meeting, WaitKind wait, long nanos, Runnable once) {
        long start = backend.nanoTime();
        arrive(meeting);
        Waiter waiter = backend.waiter();
        waiter.begin(pe, SystemLayout.BELL, wait, meeting.number(), -1);
        try {
            while (!meeting.isHeld()) {
                if (meeting.kind().isDecision() && IntStream.range(0, nPes).anyMatch(this::isFallen)) {
                    return meeting.leave(pe, waiter);
                }
                if (meeting.kind() == Meeting.Purpose.ALLOCATION && isStranded(start)) {
                    return meeting.leave(pe, waiter);
                }
                if (!lead(meeting, once)) {
                    boolean late = backend.nanoTime() - start > nanos;
                    if (late && meeting.optional) {
                        return meeting.leave(pe, waiter);
                    }
                    endIfMissing(meeting, late);
                    waiter.pause();
                }
            }
        } finally {
            waiter.end();
        }
        return true;
    }

    /** Ends the job if a PE will never arrive, or does not arrive in time. */
    private void endIfMissing(Meeting meeting, boolean late) {
        boolean all = meeting.kind() == Meeting.Purpose.RECOVERY;
        if (!all && !late) {
            return;
        }
        int missing = meeting.missing(JobMemory.first(), JobMemory.end());
        if (all && missing >= 0 && hasLeft(missing)) {
            backend.abort(1, "PE " + pe + ": PE " + missing + " has finished, and will not call recover()");
        } else if (late) {
            backend.abort(1, "PE " + pe + ": " + (missing >= 0 ? "PE " + missing
                : JobMemory.partial() ? "a PE of another node" : "the leader of the meeting") + " has not called "
                + meeting.kind().routine + " in time");
        }
    }

    /** Throws if a wait needs a fallen PE, see {@link #missed}. */
    public final void check(WaitKind kind, int peer, int start, int stride, int size, int[] table) {
        if (register.anyFallen()) {
            int missed = missed(kind, peer, start, stride, size, table);
            if (missed >= 0) {
                throw failure(kind, missed);
            }
        }
    }

    /**
     * {@return a fallen PE without which a wait can't end, or -1} It is the peer, or a member of the group if there is
     * one, else any PE that was not fallen at the last meeting of survivors.
     *
     * @param table world numbers of the members, or null
     */
    private int missed(WaitKind kind, int peer, int start, int stride, int size, int[] table) {
        if (NEVER.contains(kind) || (kind == WaitKind.VARIABLE || kind == WaitKind.SIGNAL) && peer < 0) {
            return -1;
        }
        if (peer >= 0 && isFallen(peer)) {
            return peer;
        }
        int members = size > 0 ? size : peer >= 0 && !kind.ofGroup() ? 0 : nPes;
        for (int i = 0; i < members; i++) {
            int member = size == 0 ? i : table == null ? start + i * stride : table[i];
            if (isFallen(member) && (size > 0 || !isKnownLost(member))) {
                return member;
            }
        }
        return -1;
    }

    private boolean isKnownLost(int other) {
        return lost != null && lost[other] == register.life(other);
    }

    /** {@return the exception for a wait for all PEs that a death has ended} */
    public final PeFailedException failure(WaitKind kind) {
        return failure(kind, IntStream.range(0, nPes).filter(this::isFallen).findFirst().orElse(pe));
    }

    private PeFailedException failure(WaitKind kind, int fallen) {
        return new PeFailedException("PE " + pe + ", " + CallSite.routine() + " called at " + CallSite.place()
            + ", waits in " + kind.text(), fallen, lastProcess(fallen), lastEnd(fallen));
    }
}
