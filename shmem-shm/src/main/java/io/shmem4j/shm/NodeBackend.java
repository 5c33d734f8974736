// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.shm;

import io.shmem4j.config.Setting;
import io.shmem4j.error.JobAbortedException;
import io.shmem4j.spi.Cell;
import io.shmem4j.spi.JobMemory;
import io.shmem4j.spi.MappedBackend;
import io.shmem4j.spi.Observer;
import io.shmem4j.spi.PeState;
import io.shmem4j.spi.SystemLayout;
import io.shmem4j.spi.WaitKind;
import io.shmem4j.spi.Waiter;
import io.shmem4j.spi.Words;
import java.lang.invoke.VarHandle;
import java.nio.file.Path;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ForkJoinWorkerThread;

/**
 * A PE that shares a mapped file with the PEs of its node: the file holds their heaps, and they sleep on futexes in it.
 *
 * <p>Ordering: a waker stores a cell's value and then loads its sleeper count, both volatile. {@link #ring} does the
 * same for the bell after an atomic of {@link MappedBackend}. {@link ShmWaiter} argues the sleeper's side.
 */
public abstract class NodeBackend extends MappedBackend {
    /** Pause between looks for a requested snapshot, because a look takes longer than a barrier. */
    private static final long SNAPSHOT_LOOK_NANOS = 5_000_000;

    private final int pe;
    private final int nPes;
    private final int cores;
    private final ControlFile control;
    private final JobFiles files;
    private final Thread firstThread = Thread.currentThread();
    private final ShmWaiter firstWaiter;
    private final ThreadLocal<ShmWaiter> otherWaiters;
    private final WaitPolicy policy;
    private final PublishedWaits waits;
    /** Waits that are counted as sleepers; null after the end, when another job may have the same addresses. */
    private Set<ShmWaiter> sleepers = new HashSet<>();
    private final PeLife life;
    private final long address;
    private final Observer observer = new Statistics();
    /** Null in a job that ends with the first death. */
    private final ControlLives lives;
    /** Number of collectives of all PEs that this PE has begun, counted while recording. */
    private long arrivals;
    private long nextSnapshotLook = System.nanoTime();

    @SuppressWarnings("this-escape") // waiters keep this, and use it no sooner than the first wait
    protected NodeBackend(int pe, ShmJob job, PeLife life) {
        this.pe = pe;
        this.cores = job.cores();
        this.control = job.control();
        this.files = job.files();
        this.nPes = control.nPes();
        this.lives = control.outlives() ? new ControlLives(control, this) : null;
        this.policy = job.policy();
        this.waits = new PublishedWaits(control, pe);
        this.firstWaiter = new ShmWaiter(this, policy);
        this.otherWaiters = ThreadLocal.withInitial(() -> new ShmWaiter(this, policy));
        this.life = life;
        this.address = JobMemory.all().address();
        if (lives != null && lives.life() > 0) {
            // Threads of the earlier life died asleep, or wake up by themselves.
            Bell.reset(pe);
        }
    }

    ControlFile control() {
        return control;
    }

    PublishedWaits waits() {
        return waits;
    }

    public final boolean awaitsStarts() {
        return waits.awaitStarts();
    }

    boolean processLives(int other) {
        return life.lives(other);
    }

    @Override
    public final ControlLives lives() {
        return lives;
    }

    @Override
    public int pe() {
        return pe;
    }

    @Override
    public int nPes() {
        return nPes;
    }

    @Override
    public Path folder() {
        return control.joined() ? files.folder() : super.folder();
    }

    @Override
    public long heapBytes() {
        return control.heapBytes();
    }

    @Override
    public int cores() {
        return cores;
    }

    @Override
    public long nanoTime() {
        return System.nanoTime();
    }

    @Override
    public void quiet() {
        VarHandle.fullFence();
        throwLate();
        ringAll();
    }

    /** Wakes waiters that only plain stores have reached; after a full fence or an atomic. */
    final void ringAll() {
        if (control.hasVariableSleepers()) {
            control.forgetVisitors();
            int end = JobMemory.partial() ? JobMemory.end() : nPes;
            for (int other = JobMemory.partial() ? JobMemory.first() : 0; other < end; other++) {
                ring(other);
            }
        }
    }

    @Override
    protected void ring(int other) {
        if (Bell.hasSleepers(other)) {
            Bell.ring(control, other);
        }
    }

    @Override
    public final void announceLong(int other, long offset, long value) {
        JobMemory.words().setLongRelease(at(other, offset), value);
        try {
            ring(other);
        } catch (VirtualMachineError e) {
            late = e;
        }
    }

    @Override
    public void cellSet(int holder, long cell, long value) {
        if (setFindsSleepers(holder, cell, value)) {
            Syscalls.wake(address(holder, cell + Cell.VALUE));
        }
    }

    /** Sets a cell, and {@return whether a thread sleeps on it} */
    final boolean setFindsSleepers(int holder, long cell, long value) {
        Words words = JobMemory.words();
        long place = at(holder, cell);
        words.setLongVolatile(place + Cell.VALUE, value);
        return words.getIntVolatile(place + Cell.SLEEPERS) != 0;
    }

    /** A cell held on another node is read from this node's copy. */
    @Override
    public long cellGet(int holder, long cell) {
        return JobMemory.words().getLongAcquire(at(holder, cell + Cell.VALUE));
    }

    @Override
    public long cellAdd(int holder, long cell, long value) {
        return JobMemory.words().getAndAddLong(at(holder, cell + Cell.VALUE), value);
    }

    @Override
    public void cellCopy(int toPe, long to, int fromPe, long from, long bytes) {
        if (JobMemory.partial()) {
            copy(toPe, to, fromPe, from, bytes);
        } else {
            JobMemory.words().copyInside(at(toPe, to), at(fromPe, from), bytes);
        }
    }

    @Override
    public Waiter waiter() {
        return Thread.currentThread() == firstThread ? firstWaiter : otherWaiters.get();
    }

    @Override
    public void pause(int round) {
        if (lives != null) {
            lives.check(WaitKind.COLLECTIVE, -1, 0, 0, 0, null);
        }
        pauseAmongFallen(round);
    }

    /** A negative round is one that has overflowed. */
    @Override
    public void pauseAmongFallen(int round) {
        if (round >= 0 && round < policy.spins()) {
            Thread.onSpinWait();
            return;
        }
        checkAbort();
        waiter().requireTime();
        long nap = policy.napNanos(round < 0 ? Integer.MAX_VALUE : round);
        if (nap == 0) {
            Syscalls.yield();
        } else {
            settle();
            if (Thread.currentThread() instanceof ForkJoinWorkerThread) {
                Waiter.sleepInPool(() -> Waiter.park(nap));
            } else {
                Waiter.park(nap);
            }
        }
    }

    /** Prepares for a sleep: operations that this PE has started on other nodes must progress without it. */
    protected void settle() {
        // Loads and stores progress by themselves.
    }

    /** Changes a cell's sleeper count before any later load, and {@return the count before} */
    int addSleepers(int holder, long cell, int count) {
        if (cell == SystemLayout.BELL && !addVariableSleepers(count)) {
            return 0;
        }
        int before = JobMemory.words().getAndAddInt(at(holder, cell + Cell.SLEEPERS), count);
        // The condition is tested by acquire loads. On a processor of weak order, such as an Arm that makes atomics of
        // an exclusive load and store, these may come before the atomic's store.
        VarHandle.fullFence();
        return before & ~Bell.VISITORS;
    }

    /** {@return whether no other process has become this PE} */
    private boolean isOwnLife() {
        return lives.deaths(pe) == lives.life();
    }

    /** {@return false if the end of this PE's life has removed the sleepers already} */
    private boolean addVariableSleepers(int count) {
        if (lives != null) {
            return isOwnLife() && control.addSleepersOf(pe, count);
        }
        control.addVariableSleepers(count);
        return true;
    }

    /** Counts a wait as a sleeper; {@return false if this PE has left} */
    synchronized boolean addSleeper(ShmWaiter wait) {
        if (sleepers != null && !sleepers.contains(wait)) {
            wait.enroll();
            // Last: a wait that an error has ended must not be among the sleepers.
            sleepers.add(wait);
        }
        return sleepers != null;
    }

    /** Counts a wait no longer, unless the end of this PE's part has done so. */
    synchronized void removeSleeper(ShmWaiter wait) {
        if (sleepers != null && sleepers.remove(wait)) {
            wait.withdraw();
        }
    }

    /** Wakes the threads of this PE, whose waits no longer change the job's memory. */
    public final synchronized void endSleeps() {
        Set<ShmWaiter> last = sleepers == null ? Set.of() : sleepers;
        sleepers = null;
        last.forEach(wait -> {
            wait.withdraw();
            wait.wake();
        });
    }

    /** {@return the address in this process of an offset in a PE's region} */
    long address(int holder, long offset) {
        return address + at(holder, offset);
    }

    @Override
    public void enter(PeState state) {
        if (state == PeState.RUNNING) {
            control.pid(pe, ProcessHandle.current().pid());
            if (Setting.STAT.isSet()) {
                control.counting(pe);
            }
        }
        if (lives == null || isOwnLife()) {
            control.state(pe, state);
        }
        if (state == PeState.FINISHED) {
            life.left();
        }
    }

    @Override
    public boolean atExit(Runnable end) {
        return life.atExit(new Thread(end, "shmem4j end"));
    }

    @Override
    public final Observer observer() {
        return observer;
    }

    /** Publishes statistics in the control file. */
    private final class Statistics extends Observer {
        @Override
        public void count(long bytes) {
            control.count(pe, bytes);
        }

        @Override
        public void useHeap(long bytes) {
            control.heapUsed(pe, bytes);
        }

        @Override
        public void arrive(boolean timed) {
            control.arrived(pe, ++arrivals, timed);
        }

        @Override
        public int lastToArrive() {
            return JobMemory.partial() ? -1 : control.lastToCome(arrivals);
        }

        @Override
        public void report(String text) {
            if (!FailureFile.append(new FailureFile.Entry(pe, text))) {
                super.report(text);
            }
        }

        @Override
        public String snapshotWanted() {
            long now = System.nanoTime();
            if (files == null || now - nextSnapshotLook < 0) {
                return null;
            }
            nextSnapshotLook = now + SNAPSHOT_LOOK_NANOS;
            return QuestionFile.SNAPSHOT.text(files);
        }

        @Override
        public void answerSnapshot(String file, String problem) {
            QuestionFile.SNAPSHOT.answer(files, List.of(file, problem));
        }
    }

    /** Records that this PE waits in its collective, so that PEs which arrive later count as late. */
    void markAwaited() {
        control.awaited(arrivals);
    }

    @Override
    public void abort(int status, String reason) {
        control.abort(pe, status, reason);
        life.end(status);
    }

    @Override
    public void checkAbort() {
        life.check();
        if (control.aborting()) {
            // The end may have begun since the last check, and has its reason.
            life.check();
            throw new JobAbortedException("PE " + pe + ": the job is being ended, PE " + control.abortPe()
                + " asked for status " + control.abortStatus());
        }
    }
}
