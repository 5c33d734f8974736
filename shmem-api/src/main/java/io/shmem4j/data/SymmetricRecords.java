// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.data;

import io.shmem4j.Context;
import io.shmem4j.Shmem;
import io.shmem4j.engine.Fault;
import io.shmem4j.engine.Library;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.lang.invoke.VarHandle;

/**
 * A symmetric array of Java records. Their components are primitives, records of such components, or arrays of
 * primitives, whose length {@link Length} gives.
 *
 * <pre>{@code
 * record Cell(double x, double y, long visits, @Length(4) int[] neighbours) { }
 * SymmetricRecords<Cell> cells = SymmetricRecords.allocate(shmem, Cell.class, 100);
 * cells.p(3, cell, pe);
 * Cell there = cells.g(3, pe);
 * }</pre>
 *
 * <p>A record has the memory layout of a struct in C: components in their order, each aligned to its size. One put or
 * get moves it, which is not atomic: a PE that reads a record while another PE stores it may see a mix of the old and
 * the new one, unless it is {@link #publish published}. {@link RecordField} gives access to single components, for
 * atomics. {@link #on} selects the context of puts and gets; otherwise it is the default context.
 *
 * @param <R> the record
 */
public final class SymmetricRecords<R extends Record> extends SymmetricElements {
    /** Reads of a record before {@link #published} gives up. */
    private static final int TRIES = 1000;

    private final RecordCodec<R> codec;

    private SymmetricRecords(Slots slots, RecordCodec<R> codec) {
        super(slots, codec.layout);
        this.codec = codec;
    }

    /**
     * {@return a new symmetric array of records, all of whose components are 0} Collective, ends with a barrier.
     *
     * @param <R>    the record
     * @param shmem  the library
     * @param type   the record's class; a named module must open its package to {@code io.shmem4j}
     * @param length number of records
     */
    public static <R extends Record> SymmetricRecords<R> allocate(Shmem shmem, Class<R> type, long length) {
        return allocate(shmem, type, length, false);
    }

    /**
     * {@return a new symmetric array whose records are published} A PE changes its own copy by {@link #publish}, and
     * any PE reads it whole by {@link #published}. Takes 8 bytes more a record, for its version. Collective, ends with
     * a barrier.
     *
     * @param <R>    the record
     * @param shmem  the library
     * @param type   the record's class; a named module must open its package to {@code io.shmem4j}
     * @param length number of records
     */
    public static <R extends Record> SymmetricRecords<R> allocatePublished(Shmem shmem, Class<R> type, long length) {
        return allocate(shmem, type, length, true);
    }

    private static <R extends Record> SymmetricRecords<R> allocate(Shmem shmem, Class<R> type, long length,
        boolean versioned) {
        RecordCodec<R> codec = new RecordCodec<>(Fault.required(type, "type"));
        return Library.whole(
            () -> new SymmetricRecords<>(new Slots(shmem, "SymmetricRecords", length, codec.layout, versioned),
                codec));
    }

    /**
     * {@return the same memory, accessed through a context} Puts and gets use the PE numbers of the context's team, and
     * the context's fence and quiet order and complete them.
     *
     * @param context the context
     */
    public SymmetricRecords<R> on(Context context) {
        return new SymmetricRecords<>(slots.on(context), codec);
    }

    /**
     * Names the allocation for reports.
     *
     * @param name the name
     * @return this
     */
    public SymmetricRecords<R> named(String name) {
        slots.bytes.named(name);
        return this;
    }

    /**
     * {@return a record of this PE's own copy}
     *
     * @param index its index
     */
    public R get(long index) {
        long at = slots.at(index, 1);
        if (!slots.watched) {
            return codec.read(slots.bytes.local(), at);
        }
        byte[] bytes = new byte[(int) slots.size];
        slots.bytes.get(at, bytes);
        return codec.read(room(1).copyFrom(MemorySegment.ofArray(bytes)), 0);
    }

    /**
     * Stores a record in this PE's own copy.
     *
     * @param index its index
     * @param value the record
     */
    public void set(long index, R value) {
        long at = slots.at(index, 1);
        Fault.required(value, "record");
        if (!slots.watched) {
            codec.write(slots.bytes.local(), at, value);
            return;
        }
        MemorySegment copy = room(1);
        codec.write(copy, 0, value);
        slots.bytes.set(at, copy.toArray(ValueLayout.JAVA_BYTE), 0, (int) slots.size);
    }

    /**
     * Stores a record at a PE.
     *
     * @param index its index
     * @param value the record
     * @param pe    the target
     */
    public void p(long index, R value, int pe) {
        long at = slots.at(index, 1);
        MemorySegment copy = room(1);
        codec.write(copy, 0, Fault.required(value, "record"));
        slots.context.putmem(slots.bytes, at, copy, 0, slots.size, pe);
    }

    /**
     * {@return a record of a PE}
     *
     * @param index its index
     * @param pe    the other PE
     */
    public R g(long index, int pe) {
        long at = slots.at(index, 1);
        MemorySegment copy = room(1);
        slots.context.getmem(copy, 0, slots.bytes, at, slots.size, pe);
        return codec.read(copy, 0);
    }

    /**
     * Copies records of a Java array to a PE, in one put.
     *
     * @param index       first record there
     * @param source      the array
     * @param sourceIndex its first element
     * @param count       number of records
     * @param pe          the target
     */
    public void put(long index, R[] source, int sourceIndex, int count, int pe) {
        long at = slots.at(index, count);
        Fault.checkArray(source, source == null ? -1 : source.length, sourceIndex, count);
        MemorySegment copy = room(count);
        for (int i = 0; i < count; i++) {
            codec.write(copy, i * slots.size, Fault.required(source[sourceIndex + i], "record"));
        }
        slots.context.putmem(slots.bytes, at, copy, 0, count * slots.size, pe);
    }

    /**
     * Copies records of this PE's own copy of an array of the same type to a PE.
     *
     * @param index       first record there
     * @param source      the array
     * @param sourceIndex its first record
     * @param count       number of records
     * @param pe          the target
     */
    public void put(long index, SymmetricRecords<R> source, long sourceIndex, long count, int pe) {
        long to = slots.at(index, count);
        long from = Fault.required(source, "source").slots.at(sourceIndex, count);
        slots.context.put(slots.bytes, to, source.slots.bytes, from, count * slots.size, pe);
    }

    /**
     * Copies records from a PE to a Java array, in one get.
     *
     * @param dest      the array
     * @param destIndex its first element
     * @param index     first record there
     * @param count     number of records
     * @param pe        the other PE
     */
    public void get(R[] dest, int destIndex, long index, int count, int pe) {
        long at = slots.at(index, count);
        Fault.checkArray(dest, dest == null ? -1 : dest.length, destIndex, count);
        MemorySegment copy = room(count);
        slots.context.getmem(copy, 0, slots.bytes, at, count * slots.size, pe);
        for (int i = 0; i < count; i++) {
            dest[destIndex + i] = codec.read(copy, i * slots.size);
        }
    }

    /**
     * Stores a record in this PE's own copy, so that {@link #published} never gives a part of it. One thread of the PE
     * publishes a record at a time.
     *
     * @param index its index
     * @param value the record
     */
    public void publish(long index, R value) {
        long at = slots.at(index, 1);
        long version = version(index);
        MemorySegment copy = room(1);
        codec.write(copy, 0, Fault.required(value, "record"));
        Context context = slots.context;
        int me = context.team().myPe();
        // A killed PE may have left it odd.
        long changing = slots.versions.get(version) | 1;
        context.p(slots.versions, version, changing, me);
        context.fence();
        context.putmem(slots.bytes, at, copy, 0, slots.size, me);
        context.fence();
        context.p(slots.versions, version, changing + 1, me);
    }

    /**
     * {@return a record as its PE has published it last, or null} It is null if the PE is in {@link #publish} during
     * all tries of this call: it was stopped or killed there, until its next life publishes the record.
     *
     * @param index its index
     * @param pe    the PE whose copy is read
     */
    public R published(long index, int pe) {
        long at = slots.at(index, 1);
        long word = version(index);
        MemorySegment copy = room(1);
        Context context = slots.context;
        for (int tries = 0; tries < TRIES; tries++) {
            long version = context.g(slots.versions, word, pe);
            if (version % 2 == 0) {
                VarHandle.acquireFence();
                context.getmem(copy, 0, slots.bytes, at, slots.size, pe);
                VarHandle.acquireFence();
                if (context.g(slots.versions, word, pe) == version) {
                    return codec.read(copy, 0);
                }
            }
            Thread.onSpinWait();
        }
        return null;
    }

    private long version(long index) {
        if (slots.versions == null) {
            throw new IllegalStateException(Fault.where() + ": " + slots + " has no versions; allocatePublished() makes"
                + " records that are published");
        }
        return slots.versionsAt + index;
    }

    /** {@return heap memory for records, aligned to 8 bytes} */
    private MemorySegment room(int count) {
        return MemorySegment.ofArray(new long[Math.toIntExact(count * slots.size + 7 >> 3)]);
    }
}
