// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.spi;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.lang.invoke.VarHandle;

/**
 * A backend whose job is in this process's address space: every operation is a load, a store or a copy in
 * {@link JobMemory}.
 *
 * <p>Ordering: element loads are acquire and stores release, atomics are sequentially consistent. A bulk copy is plain;
 * the release or full fence of the next fence, quiet, signal or cell publishes it. An atomic and {@link #ring}'s later
 * volatile load of the sleeper count stay in this order. A waiter increments the count, and after a full fence checks
 * the variable for the last time. So either the waker sees the sleeper or the sleeper sees the value.
 *
 * <p>An atomic that throws an error has not happened. One that fails to wake a sleeper has, and returns normally: the
 * sleeper wakes by its timeout.
 */
public abstract class MappedBackend extends Backend {
    /** Keeps the kernels' indices in the range of int. */
    private static final long COMBINED_AT_ONCE = 1L << 30;

    /** An error after an atomic, which may be the JVM's late report of an earlier store. */
    protected VirtualMachineError late;

    /** Wakes a PE's threads that wait for its own variables, if there are any; called after an atomic. */
    protected abstract void ring(int pe);

    /** Throws an error that the JVM has reported late. */
    protected final void throwLate() {
        if (late instanceof InternalError e) {
            late = null;
            throw e;
        }
    }

    protected static long at(int pe, long offset) {
        return pe * JobMemory.stride() + offset;
    }

    @Override
    public MemorySegment segment(int pe, long offset, long bytes) {
        return JobMemory.slice(pe, offset, bytes);
    }

//#types integer: value
    @Override
    public long getLong(int pe, long offset) {
        return JobMemory.words().getLongAcquire(at(pe, offset));
    }

    @Override
    public void putLong(int pe, long offset, long value) {
        JobMemory.words().setLongRelease(at(pe, offset), value);
    }

//#done
    @Override
    public void write(int pe, long offset, Object array, int index, ValueLayout layout, int count) {
        JobMemory.words().write(at(pe, offset), array, index, layout, count);
    }

    @Override
    public void write(int pe, long offset, MemorySegment source, long sourceOffset, long bytes) {
        MemorySegment.copy(source, sourceOffset, JobMemory.all(), at(pe, offset), bytes);
    }

    @Override
    public void read(int pe, long offset, Object array, int index, ValueLayout layout, int count) {
        JobMemory.words().read(at(pe, offset), array, index, layout, count);
    }

    @Override
    public void read(int pe, long offset, MemorySegment target, long targetOffset, long bytes) {
        MemorySegment.copy(JobMemory.all(), at(pe, offset), target, targetOffset, bytes);
    }

    @Override
    public void copy(int toPe, long toOffset, int fromPe, long fromOffset, long bytes) {
        JobMemory.words().copy(at(toPe, toOffset), at(fromPe, fromOffset), bytes);
    }

    @Override
    public void combine(Kernel kernel, int toPe, long to, int leftPe, long left, int rightPe, long right, long bytes) {
        for (long done = 0; done < bytes; done += COMBINED_AT_ONCE) {
            kernel.apply(JobMemory.all(), at(toPe, to + done), at(leftPe, left + done), at(rightPe, right + done),
                (int) Math.min(COMBINED_AT_ONCE, bytes - done));
        }
    }

    /** Combines four at a time, so the result is written only once for every three operands. */
    @Override
    public void accumulate(Kernel kernel, int toPe, long to, int first, int stride, int count, long from, long bytes) {
        if (bytes > COMBINED_AT_ONCE) {
            super.accumulate(kernel, toPe, to, first, stride, count, from, bytes);
            return;
        }
        int length = (int) bytes;
        long result = at(toPe, to);
        long done = at(first, from);
        long step = stride * JobMemory.stride();
        long operand = done + step;
        int more = count - 1;
        for (; more >= 3; more -= 3) {
            kernel.apply(JobMemory.all(), result, done, operand, operand + step, operand + 2 * step, length);
            operand += 3 * step;
            done = result;
        }
        for (; more > 0; more--) {
            kernel.apply(JobMemory.all(), result, done, operand, length);
            operand += step;
            done = result;
        }
    }

    @Override
    public void clear(long offset, long bytes) {
        JobMemory.slice(pe(), offset, bytes).fill((byte) 0);
    }

//#types atomic: expected old value
    @Override
    public long atomicGetLong(int pe, long offset) {
        return JobMemory.words().getLongVolatile(at(pe, offset));
    }

    @Override
    public void atomicSetLong(int pe, long offset, long value) {
        JobMemory.words().setLongVolatile(at(pe, offset), value);
        try {
            ring(pe);
        } catch (VirtualMachineError e) {
            late = e;
        }
    }

    @Override
    public long compareSwapLong(int pe, long offset, long expected, long value) {
        long old = JobMemory.words().compareAndExchangeLong(at(pe, offset), expected, value);
        try {
            ring(pe);
        } catch (VirtualMachineError e) {
            late = e;
        }
        return old;
    }

//#each swap/Set swap/Set fetchAdd/Add
    @Override
    public long $swap$Long(int pe, long offset, long value) {
        long old = JobMemory.words().getAnd$Set$Long(at(pe, offset), value);
        try {
            ring(pe);
        } catch (VirtualMachineError e) {
            late = e;
        }
        return old;
    }

//#next
    /** A chain of comparisons, because the JIT folds it for a constant, but keeps the table of a switch. */
    @Override
    public long fetchBitsLong(Update update, int pe, long offset, long value) {
        Words words = JobMemory.words();
        long at = at(pe, offset);
        long old = update == Update.AND ? words.getAndBitwiseAndLong(at, value)
            : update == Update.OR ? words.getAndBitwiseOrLong(at, value) : words.getAndBitwiseXorLong(at, value);
        try {
            ring(pe);
        } catch (VirtualMachineError e) {
            late = e;
        }
        return old;
    }

//#done
    @Override
    public void fence() {
        VarHandle.releaseFence();
    }

    @Override
    public long cellGet(int pe, long cell) {
        return getLong(pe, cell + Cell.VALUE);
    }
}
