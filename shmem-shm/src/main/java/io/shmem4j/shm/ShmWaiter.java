// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.shm;

import io.shmem4j.config.Setting;
import io.shmem4j.error.ShmemException;
import io.shmem4j.observe.FlightRecorder;
import io.shmem4j.spi.CallSite;
import io.shmem4j.spi.Cell;
import io.shmem4j.spi.Comparison;
import io.shmem4j.spi.SystemLayout;
import io.shmem4j.spi.WaitKind;
import io.shmem4j.spi.Waiter;
import io.shmem4j.spi.Words;
import java.lang.foreign.MemorySegment;
import java.util.concurrent.ForkJoinWorkerThread;

/**
 * A thread's way from spinning over yielding to sleeping on a cell.
 *
 * <p>A wait for one variable says what ends it; while it is the PE's only one, {@link Bell} lets wakers look first.
 *
 * <p>No wake-up is lost: the thread raises the cell's sleeper count, a full fence, then reads the cell's value, then
 * its caller looks at the condition once more, and only then it sleeps on that value. A waker changes the condition,
 * then, after a full fence, reads the sleeper count and changes the cell's value before it wakes. Whichever of the two
 * fences comes first, either the waker sees the sleeper or the sleeper sees the change.
 *
 * <p>Sleeps have an end all the same: on cells to look at the abort word, on the PE's bell to find plain stores, which
 * ring nothing. Sleeps on the bell start short and last a quarter of the time waited so far, up to a limit.
 *
 * <p>A wait for all PEs fails when one of them has left the library. A PE that came to this barrier can only have left
 * after the barrier's end was published, and publishes its leaving after that: so the wait looks once more for the end
 * after it has seen somebody gone, and fails if there is still none. The leaver has a second to give its reason: an
 * exception closes the library first, and ends the job with its own message when nobody has caught it.
 *
 * <p>A sleep needs the system call, and linking that costs as much as a JVM's start. So a process first takes naps,
 * which nobody has to end: they are short, grow, and do not register. After some a thread links, and the naps go on
 * meanwhile: linked by the waiter itself, a wait would end that much too late. Waiting for the other PEs to start
 * takes nothing but naps. A waker that sees a registered sleeper links and wakes it, whatever it has done itself.
 *
 * <p>A thread of a fork-join pool has the pool run another one while it sleeps: the tasks that end its wait may be
 * queued there.
 *
 * <p>A virtual thread takes nothing but naps: the system call would keep its carrier, and with all carriers asleep no
 * other virtual thread of the process could go on.
 */
final class ShmWaiter extends Waiter {
    private static final long ORIGIN = System.nanoTime();
    private static final long CELL_NANOS = 100_000_000;
    private static final long FIRST_BELL_NANOS = 50_000;
    private static final long LAST_BELL_NANOS = 64_000_000;
    private static final long LAST_BELL_NAP_NANOS = 8_000_000;
    private static final long LAST_NAP_NANOS = 20_000_000;
    private static final long LEAVER_NANOS = 1_000_000_000;
    /**
     * Naps of a thread together before another thread links the system call, which takes some 60 ms of a core: the
     * PE's own, where it is bound to one. While a JVM compiles, a hundred short naps are taken, and none needs an early
     * end. Naps of other threads don't count, because the 64 PEs of a process nap so long in 7 ms.
     */
    private static final long ALL_NAPS_NANOS = 400_000_000;

    /**
     * Yields before a wait is published, fewer than any policy has before it sleeps. Most waits end before: while they
     * are interpreted, in a process that has just started, publishing one takes longer than a change of processes.
     */
    private static final int QUIET_YIELDS = 20;

    /** A name, because the class brings the JDK's flight recorder with it. */
    private static final String FLIGHT_RECORDER = "io.shmem4j.observe.FlightRecorder";
    private static final boolean RECORDED = Setting.PROFILE.value().equals(FLIGHT_RECORDER);

    /** The system call is linked or being linked; a thread that does not know it yet asks once more. */
    private static boolean linking;

    private final NodeBackend backend;
    private final WaitPolicy policy;
    /** Null in a job that ends with the first death. */
    private final ControlLives lives;
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
    private boolean registered;
    private boolean conditionAtBell;
    private int seen;
    private long nanos;
    private int leaver;
    /** The recorded event of the wait, or null. */
    private Object event;
    private long leaverSeen;
    private long napNanos;
    private long napped;

    ShmWaiter(NodeBackend backend, WaitPolicy policy) {
        super(backend.pe());
        this.backend = backend;
        this.policy = policy;
        this.lives = backend.lives();
    }

    @Override
    protected void begin() {
        withinSize = 0;
        limited = false;
        steps = 0;
        leaver = -1;
        nanos = cell == SystemLayout.BELL ? FIRST_BELL_NANOS : CELL_NANOS;
        napNanos = WaitPolicy.FIRST_NAP_NANOS * policy.crowd();
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

    /** {@return a time, or what is left of this wait if that is less} */
    private long atMost(long time) {
        return limited ? Math.clamp(end - System.nanoTime(), 0, time) : time;
    }

    @Override
    protected void rest() {
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
                backend.awaits();
                event = FlightRecorder.waits();
            }
        } else if (yields == QUIET_YIELDS && !limited) {
            published = true;
            since = System.nanoTime();
            backend.waits().add(this);
        }
        if (published) {
            stand(yields);
        } else {
            stay(yields);
        }
    }

    /**
     * Stays in a wait that is published and has no limit. A thread in here has been seen to wait, and goes on only when
     * another ends its wait: the judge of hangs knows it by this method.
     */
    private void stand(int yields) {
        stay(yields);
    }

    private void stay(int yields) {
        if (pooled && yields >= QUIET_YIELDS) {
            sleepInPool(() -> sleep(yields));
        } else {
            sleep(yields);
        }
    }

    private void sleep(int yields) {
        if (!policy.sleeps() || yields < policy.yields() || System.nanoTime() - yieldsSince < policy.yieldNanos()) {
            Syscalls.yield();
        } else if (virtual || !Syscalls.linked()) {
            nap();
        } else if (!registered) {
            register();
        } else {
            if (timeout == null) {
                timeout = Syscalls.timeout();
            }
            Syscalls.sleep(backend.address(cellPe, cell + Cell.VALUE), seen, timeout,
                atMost(lives == null ? nanos : Math.min(nanos, ControlLives.LONGEST_SLEEP_NANOS)));
            checkLives();
            checkLeavers();
            nanos = cell == SystemLayout.BELL ? Math.min(nanos + nanos / 4, LAST_BELL_NANOS) : CELL_NANOS;
            seen = (int) backend.cellGet(cellPe, cell);
        }
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

    private void checkLeavers() {
        if (leaver >= 0) {
            if (System.nanoTime() - leaverSeen < LEAVER_NANOS) {
                return;
            }
            throw new ShmemException("PE " + backend.pe() + ", " + CallSite.routine() + " called at "
                + CallSite.place() + ": this PE waits for all PEs (" + kind.text() + "), but PE " + leaver
                + " has ended its use of the library; all PEs must make the same collective calls");
        }
        if (kind == WaitKind.BARRIER || kind == WaitKind.ALLOCATE || kind == WaitKind.FREE) {
            leaver = backend.control().finished();
            leaverSeen = System.nanoTime();
        }
    }

    private void nap() {
        backend.settle();
        if (kind != WaitKind.INIT && !virtual && !linking) {
            napped += napNanos;
            if (napped >= ALL_NAPS_NANOS) {
                linking = true;
                Syscalls.linkAside();
            }
        }
        park(atMost(napNanos));
        backend.checkAbort();
        checkLeavers();
        napNanos = Math.min(napNanos + napNanos / 2,
            policy.crowd() * (cell == SystemLayout.BELL ? LAST_BELL_NAP_NANOS : LAST_NAP_NANOS));
    }

    private void register() {
        backend.settle();
        registered = true;
        conditionAtBell = backend.addSleepers(cellPe, cell, 1) == 0 && cmp != null;
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
            if (conditionAtBell) {
                Bell.withdraw(cellPe);
            }
            backend.addSleepers(cellPe, cell, -1);
        }
    }

    /** Publishes this wait in a PE's slot, its kind last, and its begin some nanoseconds later. */
    void publish(Words control, long at, long later) {
        control.setInt(at + ControlLayout.WAIT_PEER, peer);
        control.setLong(at + ControlLayout.WAIT_DETAIL, detail);
        control.setLong(at + ControlLayout.WAIT_SINCE, since + later);
        control.setLong(at + ControlLayout.WAIT_CELL, cell);
        control.setInt(at + ControlLayout.WAIT_CELL_PE, cellPe);
        control.setInt(at + ControlLayout.WAIT_START, start);
        control.setInt(at + ControlLayout.WAIT_STRIDE, stride);
        control.setInt(at + ControlLayout.WAIT_SIZE, size);
        control.setInt(at + ControlLayout.WAIT_CMP, cmp == null ? 0 : 1 + cmp.ordinal());
        control.setInt(at + ControlLayout.WAIT_WIDE, wide ? 1 : 0);
        control.setLong(at + ControlLayout.WAIT_RIGHT, cmp == null ? 0 : right);
        control.setInt(at + ControlLayout.WAIT_ROUTINE, routine == null ? 0 : 1 + routine.ordinal());
        control.setInt(at + ControlLayout.WAIT_ROOT, routine == null ? -1 : root);
        control.setIntRelease(at + ControlLayout.WAIT_KIND, kind.ordinal());
    }
}
