// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.data;

import io.shmem4j.Symmetric;
import io.shmem4j.SymmetricBytes;
import io.shmem4j.SymmetricDoubles;
import io.shmem4j.SymmetricFloats;
import io.shmem4j.SymmetricInts;
import io.shmem4j.SymmetricLongs;
import io.shmem4j.SymmetricShorts;
import io.shmem4j.engine.Fault;
import java.lang.foreign.StructLayout;
import java.lang.foreign.ValueLayout;
import java.util.function.Supplier;

/**
 * A symmetric array of records or structs. One component of all elements is accessed as a symmetric array of its type,
 * see {@link RecordField}.
 */
public abstract sealed class SymmetricElements implements AutoCloseable permits SymmetricRecords, SymmetricStructs {
    final Slots slots;
    private final StructLayout layout;

    SymmetricElements(Slots slots, StructLayout layout) {
        this.slots = slots;
        this.layout = layout;
    }

    /** {@return number of elements} */
    public final long length() {
        return slots.length;
    }

    /** {@return the memory layout of an element} */
    public final StructLayout layout() {
        return layout;
    }

    /** {@return the memory of the elements, for operations that this class lacks, such as non-blocking copies} */
    public final SymmetricBytes bytes() {
        return slots.bytes;
    }

    /** Frees the elements; collective, starts with a barrier. */
    public final void free() {
        slots.bytes.free();
    }

    /** Frees the memory without waiting; all PEs close in the same order, see {@link io.shmem4j.Symmetric#close}. */
    @Override
    public final void close() {
        slots.bytes.close();
    }

    /**
     * {@return a component of type byte}
     *
     * @param path name, after the names of enclosing components as in {@code "position.x"}
     */
    public final RecordField<SymmetricBytes> bytes(String path) {
        return field(path, ValueLayout.JAVA_BYTE, () -> slots.bytes);
    }

    /**
     * {@return a component of type short}
     *
     * @param path name, after the names of enclosing components as in {@code "position.x"}
     */
    public final RecordField<SymmetricShorts> shorts(String path) {
        return field(path, ValueLayout.JAVA_SHORT, slots.bytes::asShorts);
    }

    /**
     * {@return a component of type int}
     *
     * @param path name, after the names of enclosing components as in {@code "position.x"}
     */
    public final RecordField<SymmetricInts> ints(String path) {
        return field(path, ValueLayout.JAVA_INT, slots.bytes::asInts);
    }

    /**
     * {@return a component of type long}
     *
     * @param path name, after the names of enclosing components as in {@code "position.x"}
     */
    public final RecordField<SymmetricLongs> longs(String path) {
        return field(path, ValueLayout.JAVA_LONG, slots.bytes::asLongs);
    }

    /**
     * {@return a component of type float}
     *
     * @param path name, after the names of enclosing components as in {@code "position.x"}
     */
    public final RecordField<SymmetricFloats> floats(String path) {
        return field(path, ValueLayout.JAVA_FLOAT, slots.bytes::asFloats);
    }

    /**
     * {@return a component of type double}
     *
     * @param path name, after the names of enclosing components as in {@code "position.x"}
     */
    public final RecordField<SymmetricDoubles> doubles(String path) {
        return field(path, ValueLayout.JAVA_DOUBLE, slots.bytes::asDoubles);
    }

    private <A extends Symmetric> RecordField<A> field(String path, ValueLayout kind, Supplier<A> array) {
        ValueLayout found = RecordShape.select(layout, Fault.required(path, "path"));
        if (found == null || found.carrier() != kind.carrier()) {
            throw new IllegalArgumentException(Fault.where() + ": " + slots + " has "
                + (found == null ? "no component " + path : "a component " + path + " of type " + found.carrier()));
        }
        long offset = RecordShape.offset(layout, path);
        if ((offset | slots.size) % kind.byteSize() != 0) {
            throw new IllegalArgumentException(Fault.where() + ": the component " + path + " of " + slots
                + " begins at byte " + offset + " of " + slots.size + ", and only at multiples of " + kind.byteSize()
                + " it can be reached as an array");
        }
        return new RecordField<>(slots, array.get(), offset);
    }

    @Override
    public final String toString() {
        return slots.toString();
    }
}
