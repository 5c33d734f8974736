// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.attach;

import io.shmem4j.error.FreedObjectException;
import io.shmem4j.error.InvalidPeException;
import io.shmem4j.error.ShmemException;
import io.shmem4j.shm.HeapFile;
import io.shmem4j.spi.ObjectTable;
import io.shmem4j.spi.SymmetricObject;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;

/**
 * A symmetric object of a running job.
 *
 * <p>{@link #segment} is a PE's live memory; {@link #longs} and the like copy it. They throw a
 * {@link FreedObjectException} after the program has freed the object, even if another object reuses its memory, and a
 * {@link ShmemException} after the end of the job. An object of a finished session is readable until the next session
 * begins or the job ends.
 */
public final class JobObject {
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
     * {@return a PE's copy, read-only, valid until the {@link Job} is closed}
     *
     * <p>The segment shows the memory even after another object reuses it, so check {@link #lives} now and then.
     *
     * @param pe the PE
     */
    public MemorySegment segment(int pe) {
        job.requireOpen();
        if (pe < 0 || pe >= heap.nPes()) {
            throw new InvalidPeException("there is no PE " + pe + " in " + job + "; they go from 0 to "
                + (heap.nPes() - 1));
        }
        requireLiving();
        if (!job.runs()) {
            throw new ShmemException(job + " has ended, and \"" + name() + "\" with it");
        }
        return heap.bytes(pe, object.offset(), object.bytes());
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

    private MemorySegment segment(int pe, Class<?> elements) {
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
