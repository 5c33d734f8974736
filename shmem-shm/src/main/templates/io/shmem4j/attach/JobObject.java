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
 * <p>{@link #segment} is a PE's copy as it is and goes on to change; {@link #longs} and its like copy it. Each of them
 * throws a {@link FreedObjectException} once the program has freed the object, also where another one lies in its place
 * now, and a {@link ShmemException} once the job has ended. An object of a session that has been finished can be read
 * until the next session begins or the job ends.
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

    /** {@return the name that the program gave it; the job keeps its first 72 bytes} */
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

    /** {@return where in the program it was allocated} */
    public String site() {
        return object.site();
    }

    /** {@return whether the program has neither freed it nor ended} */
    public boolean lives() {
        job.requireOpen();
        return heap.has(entry) && job.runs();
    }

    /**
     * {@return a PE's copy, read-only, valid until the {@link Job} is closed}
     *
     * <p>The segment shows the memory even when another object lies there by now, so ask {@link #lives} now and then.
     *
     * @param pe whose
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

//#types
    /**
     * {@return a copy of a PE's $type$s}
     *
     * @param pe whose
     */
    public $type$[] $type$s(int pe) {
        return living(segment(pe, $type$.class).toArray(ValueLayout.$LAYOUT$));
    }

//#done
    private MemorySegment segment(int pe, Class<?> elements) {
        if (type() != elements) {
            throw new ShmemException("\"" + name() + "\" of " + job + " has elements of type " + type() + ", not "
                + elements);
        }
        return segment(pe);
    }

    /** {@return a copy that was made while the object existed} */
    private <A> A living(A copy) {
        requireLiving();
        return copy;
    }

    @Override
    public String toString() {
        return name() + "[" + length() + "]";
    }
}
