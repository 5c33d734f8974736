// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.data;

import io.shmem4j.Symmetric;
//#types
import io.shmem4j.SymmetricLongs;
//#done
import io.shmem4j.engine.Fault;
import java.lang.foreign.StructLayout;
import java.lang.foreign.ValueLayout;
import java.util.function.Supplier;

/**
 * A symmetric array of records or structs. {@link RecordField} accesses one component of all elements as a symmetric
 * array of the component's type.
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

    /** {@return the elements' memory, for operations that this class lacks, such as non-blocking copies} */
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

//#types
    /**
     * {@return a component of type long}
     *
     * @param path the component's name, after those of enclosing components: {@code "position.x"}
     */
    public final RecordField<SymmetricLongs> longs(String path) {
//#if byte
        return field(path, ValueLayout.JAVA_BYTE, () -> slots.bytes);
//#else
        return field(path, ValueLayout.JAVA_LONG, slots.bytes::asLongs);
//#end
    }

//#done
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
