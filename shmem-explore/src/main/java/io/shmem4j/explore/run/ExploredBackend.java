// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.explore.run;

import io.shmem4j.explore.run.Ending.Manner;
import io.shmem4j.pe.ChargedBackend;
import io.shmem4j.spi.AnnouncedWords;
import io.shmem4j.spi.Backend;
import io.shmem4j.spi.BackendWords;
import io.shmem4j.spi.JobMemory;
import io.shmem4j.spi.Kernel;
import io.shmem4j.spi.Lives;
import io.shmem4j.spi.Observer.LongQueue;
import io.shmem4j.spi.Observer.WordMap;
import io.shmem4j.spi.Observer;
import io.shmem4j.spi.PeState;
import io.shmem4j.spi.WaitKind;
import io.shmem4j.spi.Waiter;
import io.shmem4j.spi.Words;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.Arrays;

/**
 * A PE's backend in an explored run. Each access is a step. Stores take effect when the run decides, as late as fence
 * and quiet permit, also those to the PE's own memory.
 *
 * <p>Only the program's stores and non-blocking loads are late. Data movement of the library itself ({@code cellCopy},
 * {@code combine}) is ordered by its cells.
 */
final class ExploredBackend extends ChargedBackend {
    private static final long NANOS_OF_STEP = 1000;

    private final Jobs jobs;
    private final Run run;
    private final Pe pe;
    private final ExploredLives lives;
    final ExploredWaiter waiter;
    private final Words own;
    private final Observer observer = new Outcomes();
    PeState state = PeState.STARTED;
    /** Whether the next store is ordered before later loads, as atomics are. */
    private boolean ordered;

    ExploredBackend(Jobs jobs, Run run, int number) {
        this.jobs = jobs;
        this.run = run;
        this.pe = run.pes[number];
        this.lives = run.options.mortal() ? new ExploredLives(run, jobs, pe, this) : null;
        this.waiter = new ExploredWaiter(run, pe, lives, attached());
        this.own = new OwnWords();
    }

    /** Announces the program's accesses to its own memory. */
    private final class OwnWords extends AnnouncedWords {
        OwnWords() {
            super(Words.of(JobMemory.slice(pe.number, 0, JobMemory.stride())));
        }

        @Override
        protected void loads(long offset, long bytes) {
            touch(Access.READ, pe.number, offset, bytes);
        }

        @Override
        protected void stores(long offset, long bytes) {
            touch(Access.WRITE, pe.number, offset, bytes);
        }
    }

    @Override
    public String name() {
        return "explore";
    }

    @Override
    public int pe() {
        return pe.number;
    }

    @Override
    public int nPes() {
        return jobs.pes();
    }

    @Override
    public int cores() {
        return jobs.cores;
    }

    @Override
    public long heapBytes() {
        return jobs.heapBytes;
    }

    /**
     * True without a step: accesses through segments are not explored, and the library only asks whether there are any.
     */
    @Override
    public boolean mappable(int other) {
        return other == pe.number || run.options.has(Options.Trait.LIBRARY);
    }

    /** Used by the library only, to clear and read words of other PEs after a death. */
    @Override
    public MemorySegment segment(int other, long offset, long bytes) {
        return lives != null && offset < jobs.heapStart ? JobMemory.slice(other, offset, bytes)
            : super.segment(other, offset, bytes);
    }

    @Override
    public Words own() {
        return own;
    }

    @Override
    public Words words(int other) {
        return other == pe.number ? own : new BackendWords(this, other);
    }

    @Override
    public long nanoTime() {
        return pe.steps * NANOS_OF_STEP;
    }

    @Override
    protected void touch(Access access, int holder, long offset, long bytes) {
        boolean delayed = !ordered;
        ordered = false;
        run.touch(pe.number, access, holder, offset, bytes, delayed);
    }

    private void begin(int holder, long offset, byte[] data) {
        Runnable store = () -> super.write(holder, offset, MemorySegment.ofArray(data), 0, data.length);
        boolean own = holder == pe.number;
        run.begin(pe.number, Step.Kind.WRITE, false, holder, offset, data.length, own ? null : store, false);
        if (own) {
            store.run();
        }
    }

    @Override
    protected boolean delays(int holder, long offset, long value, int bytes) {
        if (!run.late(pe.number, holder, offset)) {
            return false;
        }
        byte[] data = ByteBuffer.allocate(Long.BYTES).order(ByteOrder.LITTLE_ENDIAN).putLong(value).array();
        begin(holder, offset, Arrays.copyOf(data, bytes));
        return true;
    }

    @Override
    protected boolean delaysAtomic(int holder, long offset, long value, int bytes) {
        boolean late = delays(holder, offset, value, bytes);
        ordered = !late;
        return late;
    }

    @Override
    protected boolean delaysUpdate(int holder, long offset, int bytes, Runnable update) {
        return isBegun(Step.Kind.UPDATE, false, holder, offset, bytes, update);
    }

    @Override
    public void write(int holder, long offset, Object array, int index, ValueLayout layout, int count) {
        byte[] data = new byte[Math.toIntExact(count * layout.byteSize())];
        MemorySegment.copy(array, index, MemorySegment.ofArray(data), layout.withByteAlignment(1), 0, count);
        write(holder, offset, MemorySegment.ofArray(data), 0, data.length);
    }

    @Override
    public void write(int holder, long offset, MemorySegment source, long sourceOffset, long bytes) {
        if (run.late(pe.number, holder, offset)) {
            begin(holder, offset, source.asSlice(sourceOffset, bytes).toArray(ValueLayout.JAVA_BYTE));
        } else {
            touch(Access.WRITE, holder, offset, bytes);
            super.write(holder, offset, source, sourceOffset, bytes);
        }
    }

    /**
     * {@return whether an access is late} If it is open, it uses the program's memory when it takes effect. Open stores
     * to the own memory are not late, because the PE sees them at once.
     */
    private boolean isBegun(Step.Kind kind, boolean open, int holder, long offset, long bytes, Runnable effect) {
        boolean late = run.late(pe.number, holder, offset) && !(open && kind == Step.Kind.WRITE && holder == pe.number);
        if (late) {
            run.begin(pe.number, kind, open, holder, offset, bytes, effect, false);
        }
        return late;
    }

    @Override
    public void writeLater(int holder, long offset, Object array, int index, ValueLayout layout, int count) {
        if (!isBegun(Step.Kind.WRITE, true, holder, offset, count * layout.byteSize(),
            () -> super.write(holder, offset, array, index, layout, count))) {
            write(holder, offset, array, index, layout, count);
        }
    }

    @Override
    public void writeLater(int holder, long offset, MemorySegment source, long sourceOffset, long bytes) {
        if (!isBegun(Step.Kind.WRITE, true, holder, offset, bytes,
            () -> super.write(holder, offset, source, sourceOffset, bytes))) {
            write(holder, offset, source, sourceOffset, bytes);
        }
    }

    @Override
    public void readLater(int holder, long offset, Object array, int index, ValueLayout layout, int count) {
        if (!isBegun(Step.Kind.READ, true, holder, offset, count * layout.byteSize(),
            () -> JobMemory.words().read(at(holder, offset), array, index, layout, count))) {
            read(holder, offset, array, index, layout, count);
        }
    }

    @Override
    public void readLater(int holder, long offset, MemorySegment target, long targetOffset, long bytes) {
        if (!isBegun(Step.Kind.READ, true, holder, offset, bytes,
            () -> MemorySegment.copy(JobMemory.all(), at(holder, offset), target, targetOffset, bytes))) {
            read(holder, offset, target, targetOffset, bytes);
        }
    }

    @Override
    public void copyLater(int toPe, long to, int fromPe, long from, long bytes) {
        if (!run.late(pe.number, toPe, to) || toPe == fromPe) {
            copy(toPe, to, fromPe, from, bytes);
            return;
        }
        boolean stores = fromPe == pe.number;
        run.beginCopy(pe.number, stores ? Step.Kind.WRITE : Step.Kind.READ, stores ? toPe : fromPe,
            stores ? to : from, bytes, stores ? from : to,
            () -> JobMemory.words().copy(at(toPe, to), at(fromPe, from), bytes));
    }

    @Override
    public void copy(int toPe, long to, int fromPe, long from, long bytes) {
        if (toPe == pe.number || !run.late(pe.number, toPe, to)) {
            super.copy(toPe, to, fromPe, from, bytes);
            return;
        }
        byte[] data = new byte[Math.toIntExact(bytes)];
        read(fromPe, from, MemorySegment.ofArray(data), 0, bytes);
        begin(toPe, to, data);
    }

    @Override
    public void cellCopy(int toPe, long to, int fromPe, long from, long bytes) {
        super.copy(toPe, to, fromPe, from, bytes);
    }

    @Override
    public void combine(Kernel kernel, int toPe, long to, int leftPe, long left, int rightPe, long right, long bytes) {
        touch(Access.READ, leftPe, left, bytes);
        touch(Access.READ, rightPe, right, bytes);
        touch(Access.WRITE, toPe, to, bytes);
        super.combine(kernel, toPe, to, leftPe, left, rightPe, right, bytes);
    }

    @Override
    public void fence() {
        run.requireTurn(pe.number);
        pe.fences++;
    }

    @Override
    public void release(int holder) {
        run.release(pe.number);
    }

    @Override
    public void quiet() {
        run.quiet(pe.number);
        pe.fences++;
    }

    @Override
    public void cellSet(int holder, long cell, long value) {
        ordered = true;
        super.cellSet(holder, cell, value);
    }

    @Override
    public Waiter waiter() {
        return waiter;
    }

    @Override
    public boolean atExit(Runnable end) {
        return jobs.atExit(pe.number, end);
    }

    @Override
    public void pause(int round) {
        if (lives != null) {
            lives.check(WaitKind.COLLECTIVE, -1, 0, 0, 0, null);
        }
    }

    @Override
    public void pauseAmongFallen(int round) {
        // Time is not simulated.
    }

    @Override
    public Lives lives() {
        return lives;
    }

    @Override
    public void enter(PeState newState) {
        if (lives != null) {
            lives.announceChange();
        }
        state = newState;
    }

    @Override
    public Observer observer() {
        return observer;
    }

    /** Supplies outcomes that only exploration can produce. */
    private final class Outcomes extends Observer {
        @Override
        public boolean failsTest() {
            return run.failsTest(pe.number);
        }

        @Override
        public void fenceLast(Backend backend) {
            run.fenceLast(pe.number);
        }

        @Override
        public WordMap record(WordMap map, String name) {
            return run.containers(pe.number).map(map, name);
        }

        @Override
        public LongQueue record(LongQueue queue, int capacity, String name) {
            return run.containers(pe.number).queue(queue, capacity, name);
        }

        @Override
        public void addTask(String pool, long task) {
            run.containers(pe.number).addTask(pool, task);
        }

        @Override
        public void runTask(String pool, long task) {
            run.containers(pe.number).runTask(pool, task);
        }

        @Override
        public void report(String text) {
            jobs.print(pe.number, text);
        }
    }

    @Override
    public void abort(int status, String reason) {
        run.requireTurn(pe.number);
        throw status == 0 ? run.stop(new Ending(Manner.FINISHED, -1, null, ""))
            : run.stop(new Ending(Manner.STATUS, pe.number, null, reason != null ? reason
                : "ended the job with status " + status));
    }
}
