// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.shm;

import io.shmem4j.config.Setting;
import io.shmem4j.error.ShmemException;
import io.shmem4j.observe.FlightRecorder;
import io.shmem4j.spi.CallSite;
import io.shmem4j.spi.Cell;
import io.shmem4j.spi.Comparison;
import io.shmem4j.spi.JobMemory;
import io.shmem4j.spi.PeState;
import io.shmem4j.spi.SystemLayout;
import io.shmem4j.spi.Times;
import io.shmem4j.spi.WaitKind;
import io.shmem4j.spi.Waiter;
import io.shmem4j.spi.Work;
import io.shmem4j.spi.Words;
import java.lang.foreign.MemorySegment;
import java.lang.ref.Reference;
import java.lang.ref.WeakReference;
import java.util.concurrent.ForkJoinWorkerThread;

/**
 * A thread's waits on cells: it spins, then yields, then sleeps on the cell by a futex.
 *
 * <p>No wake-up is lost. The thread raises the cell's sleeper count, executes a full fence, reads the cell's value and
 * lets its caller test the condition once more; only then it sleeps on that value. A waker changes the condition,
 * executes a full fence, reads the sleeper count and changes the cell's value before it wakes. Whichever fence comes
 * first, the waker sees the sleeper or the sleeper sees the change.
 *
 * <p>Sleeps are limited in time. On cells this is to read the abort word, on the PE's bell to find plain stores, which
 * ring nothing; there a sleep lasts a quarter of the time waited so far, up to a limit. A wait for one variable
 * publishes its condition in the bell while it is the PE's only one, see {@link Bell}.
 *
 * <p>A wait for all PEs fails when one of them has left the library. A PE that has passed this barrier leaves only
 * after the barrier's end was published. So the wait looks for the end once more after it has seen a PE leave, and only
 * then fails. It gives the leaver a second to report a reason: an uncaught exception closes the library first and ends
 * the job with its own message. A PE may leave other collectives while the remaining PEs have yet to do their parts, so
 * these fail in this way only if the leaver has begun fewer collectives than this PE. In a fault-tolerant job they do
 * not. There a PE counts as a leaver when it has ended with status 0: one that has closed may fail, and come back.
 *
 * <p>Linking the system call takes as long as a JVM's start. So a process first parks its threads for short, growing
 * times, in which they are not registered as sleepers. After some time of that a thread links the call in the
 * background, while the parking continues: a waiter that linked it itself would overlook the end of its wait for that
 * long. Waits for the start of other PEs only park. A waker that finds a registered sleeper links the call and wakes
 * it, even if its own process has never slept.
 *
 * <p>A thread of a fork-join pool has the pool run another thread while it sleeps, because the tasks that end its wait
 * may be queued there.
 *
 * <p>Virtual threads only park, because the system call would block their carrier.
 */
final class ShmWaiter extends Waiter {
    private static final long ORIGIN = System.nanoTime();
    private static final long CELL_NANOS = 100_000_000;
    /** Longest sleep on a cell while the PE has something else to do, of which its bell tells. */
    private static final long WORK_NANOS = 500_000;
    private static final long FIRST_BELL_NANOS = 50_000;
    private static final long LAST_BELL_NANOS = 64_000_000;
    private static final long LAST_BELL_PARK_NANOS = 8_000_000;
    private static final long LAST_PARK_NANOS = 20_000_000;
    /**
     * Time that one thread parks before the system call is linked, which takes 60 ms of a core, perhaps of the one that
     * the PE is bound to. Waits while a JVM compiles stay below. The threads of a process are not added up, because 64
     * PEs would reach this limit in 7 ms.
     */
    private static final long PARKED_BEFORE_LINKING_NANOS = 400_000_000;

    /**
     * Yields before a wait is published, fewer than any policy has before it sleeps. Most waits end earlier, and in a
     * new process, whose code is interpreted, publishing one takes longer than a switch of processes.
     */
    private static final int YIELDS_BEFORE_PUBLISHING = 20;

    /** Time between two looks at a wait's facts. */
    private static final long FACTS_NANOS = 50_000_000;

    /** The class's name, because the class would load the JDK's flight recorder. */
    private static final String FLIGHT_RECORDER = "io.shmem4j.observe.FlightRecorder";
    private static final boolean RECORDED = Setting.PROFILE.value().equals(FLIGHT_RECORDER);

    /** Whether a thread links the system call or has done so; a stale value only makes another thread ask again. */
    private static boolean linking;

    /** Weak, because a thread keeps its waiters and may outlive many backends. */
    private final Reference<NodeBackend> owner;
    /** Null between two waits. */
    private NodeBackend backend;
    private final WaitPolicy policy;
    /** Null in a job that ends with the first death, and between two waits. */
    private ControlLives lives;
    private MemorySegment timeout;
    private int withinStart;
    private int withinStride;
    private int withinSize;
    private int[] withinTable;
    private long variable;
    private long mask;
    private long flip;
    private boolean limited;
    private long end;
    private int steps;
    private long yieldsSince;
    private boolean virtual;
    private boolean pooled;
    private boolean published;
    private long since;
    /** The published facts; {@link PublishedWaits} changes them. */
    String shownFacts;
    private long factsAt;
    private boolean registered;
    private boolean conditionAtBell;
    private int seen;
    private long nanos;
    private int leaver;
    /** The wait's event in a flight recording, or null. */
    private Object event;
    private long leaverSeen;
    private long parkNanos;
    private long parkedNanos;

    ShmWaiter(NodeBackend backend, WaitPolicy policy) {
        super(backend.pe());
        this.owner = new WeakReference<>(backend);
        this.policy = policy;
    }

    @Override
    protected void begin() {
        backend = owner.get();
        lives = backend.lives();
        withinSize = 0;
        limited = false;
        steps = 0;
        leaver = -1;
        nanos = cell == SystemLayout.BELL ? FIRST_BELL_NANOS : CELL_NANOS;
        parkNanos = WaitPolicy.FIRST_NAP_NANOS * policy.crowd();
    }

    @Override
    protected Work work() {
        return backend.attached().work();
    }

    @Override
    public void until(long newVariable, boolean newWide, long newMask, long newFlip, Comparison newCmp, long newRight) {
        variable = newVariable;
        mask = newMask;
        flip = newFlip;
        super.until(newVariable, newWide, newMask, newFlip, newCmp, newRight);
    }

    @Override
    public void within(int newStart, int newStride, int newSize, int[] newTable) {
        withinStart = newStart;
        withinStride = newStride;
        withinSize = newSize;
        withinTable = newTable;
    }

    @Override
    protected long now() {
        return System.nanoTime() - ORIGIN;
    }

    @Override
    protected void limitTo(long newNanos) {
        limited = true;
        end = System.nanoTime() + newNanos;
    }

    @Override
    protected boolean passed() {
        return limited && System.nanoTime() - end >= 0;
    }

    /** {@return the shorter of a time and the rest of this wait} */
    private long clamp(long time) {
        return limited ? Math.clamp(end - System.nanoTime(), 0, time) : time;
    }

    @Override
    protected void backOff() {
        int step = steps;
        steps = step == Integer.MAX_VALUE ? step : step + 1;
        if (step < policy.spins()) {
            Thread.onSpinWait();
            return;
        }
        checkLives();
        int yields = step - policy.spins();
        if (yields == 0) {
            yieldsSince = System.nanoTime();
            virtual = Thread.currentThread().isVirtual();
            pooled = Thread.currentThread() instanceof ForkJoinWorkerThread;
            if (RECORDED) {
                backend.markAwaited();
                event = FlightRecorder.waits();
            }
        } else if (yields == YIELDS_BEFORE_PUBLISHING && !limited && !external) {
            published = true;
            since = System.nanoTime();
            shownFacts = "";
            factsAt = since;
            backend.waits().add(this);
        }
        if (published) {
            yieldOrSleepPublished(yields);
        } else {
            yieldOrSleep(yields);
        }
    }

    /** Marks a published wait without a limit: hang detection finds this frame in thread dumps. */
    private void yieldOrSleepPublished(int yields) {
        if (facts != null && System.nanoTime() - factsAt > FACTS_NANOS) {
            factsAt = System.nanoTime();
            backend.waits().update(this, facts.get());
        }
        yieldOrSleep(yields);
    }

    private void yieldOrSleep(int yields) {
        if (pooled && yields >= YIELDS_BEFORE_PUBLISHING) {
            sleepInPool(() -> sleep(yields));
        } else {
            sleep(yields);
        }
    }

    private void sleep(int yields) {
        if (!policy.sleeps() || yields < policy.yields() || System.nanoTime() - yieldsSince < policy.yieldNanos()) {
            Syscalls.yield();
        } else if (virtual || !Syscalls.linked()) {
            parkBriefly();
        } else if (!registered) {
            backend.settle();
            registered = backend.addSleeper(this);
            if (!registered) {
                parkBriefly();
            }
        } else {
            if (timeout == null) {
                timeout = Syscalls.timeout();
            }
            Syscalls.sleep(backend.address(cellPe, cell + Cell.VALUE), seen, timeout, clamp(longestSleep()));
            checkLives();
            checkLeavers();
            nanos = cell == SystemLayout.BELL ? Math.min(nanos + nanos / 4, LAST_BELL_NANOS) : CELL_NANOS;
            seen = (int) backend.cellGet(cellPe, cell);
        }
    }

    private long longestSleep() {
        long most = lives == null ? nanos : Math.min(nanos, ControlLives.LONGEST_SLEEP_NANOS);
        return cell != SystemLayout.BELL && leavesWork() ? Math.min(most, WORK_NANOS) : most;
    }

    private void checkLives() {
        backend.checkAbort();
        if (lives != null) {
            if (withinSize > 0) {
                lives.check(kind, peer, withinStart, withinStride, withinSize, withinTable);
            } else {
                lives.check(kind, peer, start, stride, size, null);
            }
        }
    }

    boolean awaitsStarts() {
        return kind.awaitsStarts();
    }

    private void checkLeavers() {
        if (leaver >= 0) {
            if (System.nanoTime() - leaverSeen < Times.LEAVER_NANOS) {
                return;
            }
            throw new ShmemException("PE " + backend.pe() + ", " + CallSite.routine() + " called at "
                + CallSite.place() + ": this PE waits for all PEs (" + kind.text() + "), but PE " + leaver
                + " has ended its use of the library; all PEs must make the same collective calls");
        }
        if (kind == WaitKind.BARRIER || kind == WaitKind.ALLOCATE || kind == WaitKind.FREE) {
            leaver = backend.control().finished();
            leaverSeen = System.nanoTime();
        } else if (begun > 0 && lives == null && (kind == WaitKind.SYNC || kind == WaitKind.COLLECTIVE)
            && backend.control().finished() >= 0) {
            leaver = missing();
            leaverSeen = System.nanoTime();
        }
    }

    /** {@return a PE of this node that has left before the collective that this PE waits in, or -1} */
    private int missing() {
        for (int pe = 0; pe < backend.nPes(); pe++) {
            if (JobMemory.here(pe) && backend.control().state(pe) == PeState.FINISHED
                && backend.getLong(pe, SystemLayout.COLLECTIVES_BEGUN) < begun) {
                return pe;
            }
        }
        return -1;
    }

    private void parkBriefly() {
        backend.settle();
        if (kind != WaitKind.INIT && !virtual && !linking) {
            parkedNanos += parkNanos;
            if (parkedNanos >= PARKED_BEFORE_LINKING_NANOS) {
                linking = true;
                Syscalls.linkAside();
            }
        }
        park(clamp(leavesWork() ? Math.min(parkNanos, WORK_NANOS) : parkNanos));
        backend.checkAbort();
        checkLeavers();
        parkNanos = Math.min(parkNanos + parkNanos / 2,
            policy.crowd() * (cell == SystemLayout.BELL ? LAST_BELL_PARK_NANOS : LAST_PARK_NANOS));
    }

    /** Counts this thread as a sleeper, and publishes its condition if it is the only one. */
    void enroll() {
        conditionAtBell = backend.addSleepers(cellPe, cell, 1) == 0 && cmp != null && !leavesWork();
        if (conditionAtBell) {
            Bell.publish(cellPe, variable, wide, mask, flip, cmp, right);
        }
        seen = (int) backend.cellGet(cellPe, cell);
    }

    @Override
    public void end() {
        if (RECORDED && event != null) {
            FlightRecorder.waited(event, backend, kind, routine, peer, detail);
            event = null;
        }
        if (published) {
            published = false;
            backend.waits().remove(this);
        }
        if (registered) {
            registered = false;
            backend.removeSleeper(this);
        }
        backend = null;
        lives = null;
        facts = null;
    }

    /** Takes back what {@link #enroll} has done. */
    void withdraw() {
        if (conditionAtBell) {
            Bell.withdraw(cellPe);
        }
        backend.addSleepers(cellPe, cell, -1);
    }

    /** Wakes the thread from its sleep, and others that sleep on the cell. */
    void wake() {
        Syscalls.wake(backend.address(cellPe, cell + Cell.VALUE));
    }

    /** Publishes this wait in a PE's slot, the kind last; its start is moved by some nanoseconds. */
    void publish(Words control, long at, long startDelay) {
        control.setInt(at + ControlLayout.WAIT_PEER, peer);
        control.setLong(at + ControlLayout.WAIT_DETAIL, detail);
        control.setLong(at + ControlLayout.WAIT_SINCE, since + startDelay);
        control.setLong(at + ControlLayout.WAIT_CELL, cell);
        control.setInt(at + ControlLayout.WAIT_CELL_PE, cellPe);
        control.setInt(at + ControlLayout.WAIT_START, start);
        control.setInt(at + ControlLayout.WAIT_STRIDE, table == null ? stride : 0);
        control.setInt(at + ControlLayout.WAIT_SIZE, size);
        for (int word = 0; size > 0 && table != null && word < ControlLayout.MEMBER_WORDS; word++) {
            long bits = 0;
            for (int member : table) {
                bits |= member / Long.SIZE == word ? 1L << member : 0;
            }
            control.setLong(at + ControlLayout.WAIT_MEMBERS + word * Long.BYTES, bits);
        }
        control.setInt(at + ControlLayout.WAIT_CMP, cmp == null ? 0 : 1 + cmp.ordinal());
        control.setInt(at + ControlLayout.WAIT_WIDE, wide ? 1 : 0);
        control.setLong(at + ControlLayout.WAIT_RIGHT, right);
        control.setInt(at + ControlLayout.WAIT_ROUTINE, routine == null ? 0 : 1 + routine.ordinal());
        control.setInt(at + ControlLayout.WAIT_ROOT, routine == null ? -1 : root);
        control.setIntRelease(at + ControlLayout.WAIT_KIND, kind.ordinal());
    }
}
