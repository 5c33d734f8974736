// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.sim;

import io.shmem4j.pe.ChargedBackend;
import io.shmem4j.shm.ControlLayout;
import io.shmem4j.shm.PublishedWait;
import io.shmem4j.sim.run.VirtualPe;
import io.shmem4j.sim.time.VirtualTime.Worker;
import io.shmem4j.sim.time.WorkKind;
import io.shmem4j.spi.AnnouncedWords;
import io.shmem4j.spi.Backend;
import io.shmem4j.spi.JobMemory;
import io.shmem4j.spi.Kernel;
import io.shmem4j.spi.Observer;
import io.shmem4j.spi.PeState;
import io.shmem4j.spi.Routine;
import io.shmem4j.spi.Waiter;
import io.shmem4j.spi.Words;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;

/**
 * The backend of a virtual PE: its accesses are loads and stores in the JVM's memory, charged by the chip line by line.
 *
 * <p>Long transfers are charged in slices. The data of a slice move before its time has passed, so a PE that has
 * noticed a write finds the new data.
 */
final class SimBackend extends ChargedBackend implements Worker {
    private final SimJob job;
    private final VirtualPe pe;
    private final SimWaiter waiter;
    private final int lineShift;
    private final long maxBytes;
    private final long vectorBytes;
    private final long callPicos;
    private final long pointerPicos;
    private final long reducedPicos;
    private final double longCopy;
    private final Backend byCalls = new RemoteBackend(this, true);
    private final Backend byPointers = new RemoteBackend(this, false);
    private final Observer observer = new Charges();
    private boolean ofProgram = true;
    private volatile PeState state = PeState.STARTED;
    /** Number and time of each of this PE's latest collectives of all PEs. */
    private final long[] arrivals = new long[ControlLayout.ARRIVALS_KEPT];
    private final long[] cameAt = new long[ControlLayout.ARRIVALS_KEPT];
    private long collectives;

    SimBackend(SimJob job, VirtualPe pe) {
        this.job = job;
        this.pe = pe;
        this.waiter = new SimWaiter(pe, attached());
        int lineBytes = job.machine().lineBytes();
        this.lineShift = Integer.numberOfTrailingZeros(lineBytes);
        this.maxBytes = (long) pe.maxLines() * lineBytes;
        this.vectorBytes = job.machine().vectorBytes();
        this.callPicos = Math.round(job.profile().call() * 1000);
        this.pointerPicos = Math.round(job.profile().pointer() * 1000);
        this.reducedPicos = Math.round(job.profile().reducedNumber() * 1000);
        this.longCopy = job.profile().longCopy();
    }

    @Override
    public String name() {
        return "sim";
    }

    @Override
    public int pe() {
        return pe.number();
    }

    @Override
    public int nPes() {
        return job.nPes();
    }

    @Override
    public long heapBytes() {
        return job.heapBytes();
    }

    @Override
    public boolean atExit(Runnable end) {
        return job.ends(pe()).atExit(end);
    }

    @Override
    public boolean mappable(int other) {
        return false;
    }

    /** Plain loads and stores of the own memory are free: they are the program's work, which it declares itself. */
    @Override
    public Words own() {
        return new AnnouncedWords(Words.of(JobMemory.slice(pe(), 0, JobMemory.stride()))) {
            @Override
            protected void loads(long offset, long bytes) {
            }

            @Override
            protected void stores(long offset, long bytes) {
            }

            @Override
            protected void acquires(long offset, int bytes) {
                touch(Access.READ, pe(), offset, bytes);
            }

            @Override
            protected void releases(long offset, int bytes, long value) {
                touch(Access.WRITE, pe(), offset, bytes);
            }
        };
    }

    @Override
    public long nanoTime() {
        return pe.now() / 1000;
    }

    /** {@return when this PE arrived at a collective, or -1 if it has not arrived or has called many since} */
    long cameTo(long collective) {
        int at = (int) (collective % arrivals.length);
        return arrivals[at] == collective ? cameAt[at] : -1;
    }

    @Override
    public void work(WorkKind kind, long amount) {
        if (kind == WorkKind.REDUCED_NUMBERS) {
            pe.spend(VirtualPe.times(amount, reducedPicos));
        } else if (amount > 0) {
            pe.work(kind, amount);
        }
    }

    @Override
    public Observer observer() {
        return observer;
    }

    /** Charges for calls, and records arrivals at collectives. */
    private final class Charges extends Observer {
        @Override
        public void begin(Routine routine, int other, Class<?> type) {
            if (other >= 0) {
                call();
            }
        }

        @Override
        public Backend remote(Backend backend, boolean calls) {
            return calls ? byCalls : byPointers;
        }

        @Override
        public void arrive(boolean timed) {
            int at = (int) (++collectives % arrivals.length);
            arrivals[at] = collectives;
            cameAt[at] = pe.now();
        }

        @Override
        public int lastToArrive() {
            return job.lastToCome(collectives);
        }
    }

    /** Charges for a call of the library on a PE's memory. */
    void call() {
        ofProgram = false;
        pe.spend(callPicos);
    }

    /** Charges for a copy through a pointer to a PE's memory. */
    void pointer(int other) {
        ofProgram = true;
        if (other != pe.number()) {
            pe.spend(pointerPicos);
        }
    }

    @Override
    protected void touch(Access access, int holder, long offset, long bytes) {
        job.requirePe(this);
        long begin = at(holder, offset);
        long first = begin >> lineShift;
        long last = begin + bytes - 1 >> lineShift;
        if (first < last) {
            touchLines(access, first, last);
        } else if (access == Access.READ) {
            pe.read(first);
        } else if (access == Access.WRITE) {
            pe.write(first);
        } else {
            pe.update(first);
        }
    }

    /** Begins a transfer; lines of the program's loops and of the library's long copies are prefetched. */
    private void begin(long bytes) {
        pe.loops(ofProgram || bytes > longCopy);
    }

    private void touchLines(Access access, long first, long last) {
        begin(last - first + 1 << lineShift);
        for (long line = first; line <= last; line += pe.maxLines()) {
            int count = (int) Math.min(pe.maxLines(), last - line + 1);
            if (access == Access.READ) {
                pe.load(line, count, line == first);
            } else {
                pe.store(line, count, line == first);
            }
        }
    }

    /** {@return size of the next slice; slices end at the ends of lines} */
    private long slice(long begin, long left) {
        return Math.min(left, maxBytes - (begin & (1L << lineShift) - 1));
    }

    private void store(int holder, long offset, long bytes, boolean start) {
        long begin = at(holder, offset);
        long first = begin >> lineShift;
        int count = (int) ((begin + bytes - 1 >> lineShift) - first + 1);
        pe.put(first, count, start);
    }

    @Override
    public void write(int holder, long offset, Object array, int index, ValueLayout layout, int count) {
        job.requirePe(this);
        int size = (int) layout.byteSize();
        begin((long) count * size);
        for (int done = 0; done < count;) {
            long begin = offset + (long) done * size;
            int elements = (int) Math.max(1, slice(at(holder, begin), (long) (count - done) * size) / size);
            store(holder, begin, (long) elements * size, done == 0);
            MemorySegment.copy(array, index + done, JobMemory.all(), layout, at(holder, begin), elements);
            done += elements;
        }
    }

    @Override
    public void write(int holder, long offset, MemorySegment source, long sourceOffset, long bytes) {
        job.requirePe(this);
        begin(bytes);
        for (long done = 0; done < bytes;) {
            long part = slice(at(holder, offset + done), bytes - done);
            store(holder, offset + done, part, done == 0);
            MemorySegment.copy(source, sourceOffset + done, JobMemory.all(), at(holder, offset + done), part);
            done += part;
        }
    }

    @Override
    public void copy(int toPe, long to, int fromPe, long from, long bytes) {
        boolean aligned = (at(toPe, to) - at(fromPe, from) & (1L << lineShift) - 1) == 0;
        boolean overlap = toPe == fromPe && Math.abs(to - from) < bytes;
        boolean oneLine = at(toPe, to) >> lineShift == at(toPe, to) + bytes - 1 >> lineShift;
        if (!aligned || overlap || oneLine) {
            super.copy(toPe, to, fromPe, from, bytes);
            return;
        }
        job.requirePe(this);
        begin(bytes);
        for (long done = 0; done < bytes;) {
            long target = at(toPe, to + done);
            long source = at(fromPe, from + done);
            long part = slice(target, bytes - done);
            long first = target >> lineShift;
            int count = (int) ((target + part - 1 >> lineShift) - first + 1);
            pe.copy(source >> lineShift, first, count, done == 0);
            MemorySegment.copy(JobMemory.all(), source, JobMemory.all(), target, part);
            done += part;
        }
    }

    /**
     * Charges a slice for the lines of its result. Operands with another alignment touch one more line at times, which
     * the adjacent slice touches anyway.
     */
    @Override
    public void combine(Kernel kernel, int toPe, long to, int leftPe, long left, int rightPe, long right, long bytes) {
        job.requirePe(this);
        ofProgram = true;
        pe.loops(true);
        boolean oneLine = at(toPe, to) >> lineShift == at(toPe, to) + bytes - 1 >> lineShift;
        for (long done = 0; done < bytes;) {
            long target = at(toPe, to + done);
            long part = slice(target, bytes - done);
            if (oneLine) {
                touch(Access.READ, leftPe, left, bytes);
                touch(Access.READ, rightPe, right, bytes);
                pe.work(WorkKind.VECTOR, (bytes + vectorBytes - 1) / vectorBytes);
                touch(Access.WRITE, toPe, to, bytes);
            } else {
                long first = target >> lineShift;
                int count = (int) ((target + part - 1 >> lineShift) - first + 1);
                pe.combine(at(leftPe, left + done) >> lineShift, at(rightPe, right + done) >> lineShift, first, count,
                    done == 0);
            }
            kernel.apply(JobMemory.all(), target, at(leftPe, left + done), at(rightPe, right + done), (int) part);
            done += part;
        }
    }

    @Override
    public void quiet() {
        // Stores complete before they return.
    }

    @Override
    public Waiter waiter() {
        return waiter;
    }

    @Override
    public void enter(PeState newState) {
        state = newState;
        if (newState == PeState.FINISHED) {
            job.ends(pe()).leave();
        }
    }

    @Override
    public void abort(int status, String reason) {
        job.requirePe(this);
        job.simulation().scheduler().abort(status, reason);
    }

    PeState peState() {
        return state;
    }

    PublishedWait published() {
        return waiter.published();
    }
}
