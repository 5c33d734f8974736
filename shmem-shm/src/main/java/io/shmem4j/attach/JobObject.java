// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.attach;

import io.shmem4j.Cmp;
import io.shmem4j.SignalOp;
import io.shmem4j.error.FreedObjectException;
import io.shmem4j.error.InvalidPeException;
import io.shmem4j.error.ShmemException;
import io.shmem4j.error.WaitTimeoutException;
import io.shmem4j.shm.HeapFile;
import io.shmem4j.shm.Visitor;
import io.shmem4j.spi.ObjectTable;
import io.shmem4j.spi.SymmetricObject;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.time.Duration;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.function.LongUnaryOperator;

/**
 * A symmetric object of a running job.
 *
 * <p>{@link #segment} is a PE's live memory; {@link #longs} and the like copy it. They throw a
 * {@link FreedObjectException} after the program has freed the object, even if another object reuses its memory, and a
 * {@link ShmemException} after the end of the job. An object of a finished session is readable until the next session
 * begins or the job ends.
 */
public final class JobObject {
    private static final Set<String> ATOMIC = Set.of("SymmetricInts", "SymmetricLongs", "Signal");

    private final Job job;
    private final HeapFile heap;
    private final ObjectTable.Entry entry;
    private final SymmetricObject object;

    JobObject(Job job, HeapFile heap, ObjectTable.Entry entry) {
        this.job = job;
        this.heap = heap;
        this.entry = entry;
        this.object = entry.object();
    }

    /** {@return the name given by the program, cut to 72 bytes} */
    public String name() {
        return object.name();
    }

    /** {@return the type of its elements, such as {@code double.class}} */
    public Class<?> type() {
        return switch (object.type()) {
            case "SymmetricBytes" -> byte.class;
            case "SymmetricShorts" -> short.class;
            case "SymmetricInts" -> int.class;
            case "SymmetricFloats" -> float.class;
            case "SymmetricDoubles" -> double.class;
            default -> long.class;
        };
    }

    /** {@return number of elements} */
    public long length() {
        return object.length();
    }

    /** {@return the place of its allocation in the program} */
    public String site() {
        return object.site();
    }

    /** {@return whether the object exists and the program runs} */
    public boolean lives() {
        job.requireOpen();
        return heap.has(entry) && job.runs();
    }

    /**
     * {@return a PE's copy, valid until the {@link Job} is closed, and read-only unless the job is visited}
     *
     * <p>The segment shows the memory even after another object reuses it, so check {@link #lives} now and then.
     *
     * @param pe the PE
     */
    public MemorySegment segment(int pe) {
        requirePe(pe);
        requireRunning();
        return heap.bytes(pe, object.offset(), object.bytes());
    }

    private void requirePe(int pe) {
        job.requireOpen();
        if (pe < 0 || pe >= heap.nPes()) {
            throw new InvalidPeException("there is no PE " + pe + " in " + job + "; they go from 0 to "
                + (heap.nPes() - 1));
        }
    }

    private void requireLiving() {
        if (!heap.has(entry)) {
            throw new FreedObjectException("\"" + name() + "\" of " + job + " (allocated at " + site()
                + ") has been freed by the program, or was of a session before this one");
        }
    }

    /**
     * {@return a copy of a PE's bytes}
     *
     * @param pe the PE
     */
    public byte[] bytes(int pe) {
        return living(segment(pe, byte.class).toArray(ValueLayout.JAVA_BYTE));
    }

    /**
     * {@return a copy of a PE's shorts}
     *
     * @param pe the PE
     */
    public short[] shorts(int pe) {
        return living(segment(pe, short.class).toArray(ValueLayout.JAVA_SHORT));
    }

    /**
     * {@return a copy of a PE's ints}
     *
     * @param pe the PE
     */
    public int[] ints(int pe) {
        return living(segment(pe, int.class).toArray(ValueLayout.JAVA_INT));
    }

    /**
     * {@return a copy of a PE's longs}
     *
     * @param pe the PE
     */
    public long[] longs(int pe) {
        return living(segment(pe, long.class).toArray(ValueLayout.JAVA_LONG));
    }

    /**
     * {@return a copy of a PE's floats}
     *
     * @param pe the PE
     */
    public float[] floats(int pe) {
        return living(segment(pe, float.class).toArray(ValueLayout.JAVA_FLOAT));
    }

    /**
     * {@return a copy of a PE's doubles}
     *
     * @param pe the PE
     */
    public double[] doubles(int pe) {
        return living(segment(pe, double.class).toArray(ValueLayout.JAVA_DOUBLE));
    }

    /**
     * Waits until an element satisfies a comparison, asleep until an atomic, a signal or the quiet of a PE or visitor
     * wakes it; a plain store is noticed within 64 ms.
     *
     * @param pe    the PE whose copy is awaited
     * @param index the element, a long or an int
     * @param cmp   the comparison
     * @param value the right side of the comparison
     * @return the value that satisfied it
     * @throws ShmemException       if the job has ended
     * @throws FreedObjectException if the program has freed the object
     */
    public long waitUntil(int pe, long index, Cmp cmp, long value) throws InterruptedException {
        return await(pe, index, cmp, value, Long.MAX_VALUE);
    }

    /**
     * Waits like {@link #waitUntil(int, long, Cmp, long)}, for a limited time.
     *
     * @param pe    the PE whose copy is awaited
     * @param index the element, a long or an int
     * @param cmp   the comparison
     * @param value the right side of the comparison
     * @param limit the time limit; zero or less does not wait
     * @return the value that satisfied it
     * @throws WaitTimeoutException if the time has passed
     */
    public long waitUntil(int pe, long index, Cmp cmp, long value, Duration limit) throws InterruptedException {
        long seen = await(pe, index, cmp, value, TimeUnit.NANOSECONDS.convert(limit));
        if (!cmp.holds(seen, value)) {
            throw new WaitTimeoutException(this + " of " + job + ": element " + index + " of PE " + pe + " is " + seen
                + " after " + limit + ", not " + cmp + " " + value);
        }
        return seen;
    }

    private long await(int pe, long index, Cmp cmp, long value, long nanos) throws InterruptedException {
        Objects.requireNonNull(cmp, "comparison");
        long at = at(pe, index);
        long right = fitting(value);
        try {
            return job.visitor().await(pe, at, isWide(), seen -> cmp.holds(seen, right), nanos, this::requireRunning);
        } catch (IllegalStateException e) {
            // Another thread may have unmapped the memory.
            job.requireOpen();
            throw e;
        }
    }

    private void requireRunning() {
        requireLiving();
        if (!job.runs()) {
            throw new ShmemException(job + " has ended, and \"" + name() + "\" with it");
        }
    }

    /** {@return a value of an element; throws if it does not fit} */
    private long fitting(long value) {
        if (value != (int) value && !isWide()) {
            throw new IllegalArgumentException(value + " does not fit an element of \"" + name() + "\" of " + job
                + ", which has ints");
        }
        return value;
    }

    /** {@return an element's offset in a region; throws unless it is an existing long or int of a running job} */
    private long at(int pe, long index) {
        Visitor visitor = job.visitor();
        visitor.requireRunning();
        if (!ATOMIC.contains(object.type())) {
            throw new ShmemException("\"" + name() + "\" of " + job + " has no longs or ints, which waits and atomics"
                + " need");
        }
        requirePe(pe);
        requireLiving();
        return object.offset() + Objects.checkIndex(index, length()) * object.elementBytes();
    }

    private boolean isWide() {
        return type() == long.class;
    }

    /**
     * Sets or adds to a signal, after earlier stores of this thread, and wakes who waits for it.
     *
     * @param pe    the PE whose copy changes
     * @param index the element, a long or an int
     * @param op    set or add
     * @param value the operand
     */
    public void signal(int pe, long index, SignalOp op, long value) {
        if (op == SignalOp.SET) {
            swap(pe, index, value);
        } else {
            fetchAdd(pe, index, value);
        }
    }

    /**
     * Copies bytes to a PE and wakes its waiters; an element of another object may signal it afterwards, see {@link
     * #signal}.
     *
     * @param pe     the PE whose copy changes
     * @param index  first element to change
     * @param source the elements' bytes
     */
    public void put(int pe, long index, MemorySegment source) {
        Visitor visitor = job.visitor();
        MemorySegment copy = segment(pe);
        Objects.checkFromIndexSize(index, 0, length());
        MemorySegment.copy(source, 0, copy, index * object.elementBytes(), source.byteSize());
        visitor.ring(pe);
    }

    /**
     * {@return an element, and all that was stored before it}
     *
     * @param pe    the PE
     * @param index the element, a long or an int
     */
    public long fetch(int pe, long index) {
        return job.visitor().load(pe, at(pe, index), isWide());
    }

    /**
     * Replaces an element, and {@return the old value}
     *
     * @param pe    the PE
     * @param index the element, a long or an int
     * @param value the new value
     */
    public long swap(int pe, long index, long value) {
        return job.visitor().swap(pe, at(pe, index), isWide(), fitting(value));
    }

    /**
     * Replaces an element if it has a value, and {@return the old value}
     *
     * @param pe       the PE
     * @param index    the element, a long or an int
     * @param expected the value to replace
     * @param value    the new value
     */
    public long compareSwap(int pe, long index, long expected, long value) {
        return job.visitor().compareSwap(pe, at(pe, index), isWide(), fitting(expected), fitting(value));
    }

    /**
     * Adds to an element, and {@return the old value}
     *
     * @param pe    the PE
     * @param index the element, a long or an int
     * @param value the addend
     */
    public long fetchAdd(int pe, long index, long value) {
        return job.visitor().fetchAdd(pe, at(pe, index), isWide(), fitting(value));
    }

    /**
     * Changes an element atomically, and {@return the old value}
     *
     * @param pe     the PE
     * @param index  the element, a long or an int
     * @param update computes the new value from the old one; called again if another process changes the element
     */
    public long fetchUpdate(int pe, long index, LongUnaryOperator update) {
        long old = fetch(pe, index);
        for (long seen; (seen = compareSwap(pe, index, old, update.applyAsLong(old))) != old; old = seen) {
            Thread.onSpinWait();
        }
        return old;
    }

    private MemorySegment segment(int pe, Class<?> elements) {
        job.requireOpen();
        if (type() != elements) {
            throw new ShmemException("\"" + name() + "\" of " + job + " has elements of type " + type() + ", not "
                + elements);
        }
        return segment(pe);
    }

    /** {@return the copy, if the object still existed when it was made} */
    private <A> A living(A copy) {
        requireLiving();
        return copy;
    }

    @Override
    public String toString() {
        return name() + "[" + length() + "]";
    }
}
