// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.data;

import io.shmem4j.Context;
import io.shmem4j.Shmem;
import io.shmem4j.Symmetric;
import io.shmem4j.SymmetricBytes;
import io.shmem4j.SymmetricDoubles;
import io.shmem4j.SymmetricFloats;
import io.shmem4j.SymmetricInts;
import io.shmem4j.SymmetricLongs;
import io.shmem4j.SymmetricShorts;
import io.shmem4j.engine.Fault;
import io.shmem4j.error.SymmetricIndexException;
import io.shmem4j.spi.RaceDetector;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.StructLayout;
import java.lang.foreign.ValueLayout;
import java.util.function.Supplier;

/**
 * A symmetric array of Java records. Their components are primitive, records of such, or arrays of a primitive type
 * whose length {@link Length} gives.
 *
 * <pre>{@code
 * record Cell(double x, double y, long visits, @Length(4) int[] neighbours) { }
 * SymmetricRecords<Cell> cells = SymmetricRecords.allocate(shmem, Cell.class, 100);
 * cells.p(3, cell, pe);
 * Cell there = cells.g(3, pe);
 * }</pre>
 *
 * <p>A record lies in memory as a struct does in C: components in their order, each aligned to its size. It travels by
 * one put or get, which is not atomic: a PE that reads a record while another PE stores it may see parts of the old and
 * of the new one. {@link RecordField} gives access to single components for atomics. {@link #on} selects the context of
 * puts and gets, the default context without it.
 *
 * @param <R> the record
 */
public final class SymmetricRecords<R extends Record> implements AutoCloseable {
    private final RecordCodec<R> codec;
    private final Context context;
    private final SymmetricBytes bytes;
    private final long length;
    /** Bytes of a record. */
    final long size;
    private final String site;

    private SymmetricRecords(Shmem shmem, RecordCodec<R> codec, long length) {
        this.codec = codec;
        this.context = Fault.required(shmem, "shmem");
        this.size = codec.layout().byteSize();
        long most = Long.MAX_VALUE / size;
        if (length < 0 || length > most) {
            throw new IllegalArgumentException(Fault.where() + ": the length is " + length + "; lengths are 0 to "
                + most);
        }
        this.bytes = shmem.allocateBytes(length * size);
        this.length = length;
        this.site = Fault.callSite();
        bytes.named(bytes.name().replace("SymmetricBytes", "SymmetricRecords"));
    }

    private SymmetricRecords(SymmetricRecords<R> other, Context context) {
        this.codec = other.codec;
        this.context = Fault.required(context, "context");
        this.bytes = other.bytes;
        this.length = other.length;
        this.size = other.size;
        this.site = other.site;
    }

    /**
     * {@return a new symmetric array of records, all of whose components are 0} Collective, ends with a barrier.
     *
     * @param <R>    the record
     * @param shmem  the library
     * @param type   the record's class; where its module is named, the module opens the package to {@code io.shmem4j}
     * @param length number of records
     */
    public static <R extends Record> SymmetricRecords<R> allocate(Shmem shmem, Class<R> type, long length) {
        return new SymmetricRecords<>(shmem, new RecordCodec<>(Fault.required(type, "type")), length);
    }

    /**
     * {@return the same memory, accessed by a context} Puts and gets use the PE numbers of the context's team, and the
     * context's fence and quiet order and complete them. Without this call they use the default context.
     *
     * @param context the context
     */
    public SymmetricRecords<R> on(Context context) {
        return new SymmetricRecords<>(this, context);
    }

    /**
     * Names the allocation for reports.
     *
     * @param name the name
     * @return this
     */
    public SymmetricRecords<R> named(String name) {
        bytes.named(name);
        return this;
    }

    /** {@return number of records} */
    public long length() {
        return length;
    }

    /** {@return the memory layout of a record} */
    public StructLayout layout() {
        return codec.layout();
    }

    /** {@return the memory of the records, for operations that this class lacks, such as non-blocking copies} */
    public SymmetricBytes bytes() {
        return bytes;
    }

    /** Frees the records; collective, starts with a barrier. */
    public void free() {
        bytes.free();
    }

    /** Gives the memory back without waiting; all PEs close in one order, see {@link io.shmem4j.Symmetric#close}. */
    @Override
    public void close() {
        bytes.close();
    }

    /**
     * {@return a component of type byte}
     *
     * @param path name, after the names of enclosing components as in {@code "position.x"}
     */
    public RecordField<SymmetricBytes> bytes(String path) {
        return field(path, ValueLayout.JAVA_BYTE, () -> bytes);
    }

    /**
     * {@return a component of type short}
     *
     * @param path name, after the names of enclosing components as in {@code "position.x"}
     */
    public RecordField<SymmetricShorts> shorts(String path) {
        return field(path, ValueLayout.JAVA_SHORT, bytes::asShorts);
    }

    /**
     * {@return a component of type int}
     *
     * @param path name, after the names of enclosing components as in {@code "position.x"}
     */
    public RecordField<SymmetricInts> ints(String path) {
        return field(path, ValueLayout.JAVA_INT, bytes::asInts);
    }

    /**
     * {@return a component of type long}
     *
     * @param path name, after the names of enclosing components as in {@code "position.x"}
     */
    public RecordField<SymmetricLongs> longs(String path) {
        return field(path, ValueLayout.JAVA_LONG, bytes::asLongs);
    }

    /**
     * {@return a component of type float}
     *
     * @param path name, after the names of enclosing components as in {@code "position.x"}
     */
    public RecordField<SymmetricFloats> floats(String path) {
        return field(path, ValueLayout.JAVA_FLOAT, bytes::asFloats);
    }

    /**
     * {@return a component of type double}
     *
     * @param path name, after the names of enclosing components as in {@code "position.x"}
     */
    public RecordField<SymmetricDoubles> doubles(String path) {
        return field(path, ValueLayout.JAVA_DOUBLE, bytes::asDoubles);
    }

    private <A extends Symmetric> RecordField<A> field(String path, ValueLayout kind, Supplier<A> array) {
        ValueLayout found = RecordShape.select(layout(), Fault.required(path, "path"));
        if (found == null || found.carrier() != kind.carrier()) {
            throw new IllegalArgumentException(Fault.where() + ": " + this + " has "
                + (found == null ? "no component " + path : "a component " + path + " of type " + found.carrier()));
        }
        return new RecordField<>(this, array.get(), RecordShape.offset(layout(), path));
    }

    /**
     * {@return a record of this PE's own copy}
     *
     * @param index its index
     */
    public R get(long index) {
        long at = at(index, 1);
        if (RaceDetector.ON) {
            RaceDetector.get().load(bytes.local(), at, size);
        }
        return codec.read(bytes.local(), at);
    }

    /**
     * Stores a record in this PE's own copy.
     *
     * @param index its index
     * @param value the record
     */
    public void set(long index, R value) {
        long at = at(index, 1);
        if (RaceDetector.ON) {
            RaceDetector.get().store(bytes.local(), at, size);
        }
        codec.write(bytes.local(), at, Fault.required(value, "record"));
    }

    /**
     * Stores a record at a PE.
     *
     * @param index its index
     * @param value the record
     * @param pe    the target
     */
    public void p(long index, R value, int pe) {
        long at = at(index, 1);
        MemorySegment copy = room(1);
        codec.write(copy, 0, Fault.required(value, "record"));
        context.putmem(bytes, at, copy, 0, size, pe);
    }

    /**
     * {@return a record of a PE}
     *
     * @param index its index
     * @param pe    the other PE
     */
    public R g(long index, int pe) {
        long at = at(index, 1);
        MemorySegment copy = room(1);
        context.getmem(copy, 0, bytes, at, size, pe);
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
        long at = at(index, count);
        Fault.checkArray(source, source == null ? -1 : source.length, sourceIndex, count);
        MemorySegment copy = room(count);
        for (int i = 0; i < count; i++) {
            codec.write(copy, i * size, Fault.required(source[sourceIndex + i], "record"));
        }
        context.putmem(bytes, at, copy, 0, count * size, pe);
    }

    /**
     * Copies records of this PE's own copy of an array of the same record to a PE.
     *
     * @param index       first record there
     * @param source      the array
     * @param sourceIndex its first record
     * @param count       number of records
     * @param pe          the target
     */
    public void put(long index, SymmetricRecords<R> source, long sourceIndex, long count, int pe) {
        long to = at(index, count);
        long from = Fault.required(source, "source").at(sourceIndex, count);
        context.put(bytes, to, source.bytes, from, count * size, pe);
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
        long at = at(index, count);
        Fault.checkArray(dest, dest == null ? -1 : dest.length, destIndex, count);
        MemorySegment copy = room(count);
        context.getmem(copy, 0, bytes, at, count * size, pe);
        for (int i = 0; i < count; i++) {
            dest[destIndex + i] = codec.read(copy, i * size);
        }
    }

    /** {@return the offset in bytes of the first of some records} */
    long at(long index, long count) {
        if ((index | count) < 0 || index > length - count) {
            throw new SymmetricIndexException(Fault.where() + ": " + Fault.outOfBounds("element", index, count,
                bytes.name() + " (allocated at " + site + ")", length));
        }
        return index * size;
    }

    /** {@return memory for records, aligned to 8 bytes} */
    private MemorySegment room(int count) {
        return MemorySegment.ofArray(new long[Math.toIntExact(count * size + 7 >> 3)]);
    }

    @Override
    public String toString() {
        return bytes.name() + "[" + length + "]";
    }
}
