// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.data;

import io.shmem4j.Context;
import io.shmem4j.Shmem;
import io.shmem4j.engine.Fault;
import io.shmem4j.engine.Library;
import io.shmem4j.error.SymmetricIndexException;
import java.lang.foreign.AddressLayout;
import java.lang.foreign.MemoryLayout;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.PaddingLayout;
import java.lang.foreign.SequenceLayout;
import java.lang.foreign.StructLayout;
import java.lang.foreign.ValueLayout;
import java.nio.ByteOrder;

/**
 * A symmetric array of structs with a {@link StructLayout}, for data that is shared with C or accessed in place. Their
 * components are primitives, structs of such components, or arrays of primitives.
 *
 * <pre>{@code
 * StructLayout cell = MemoryLayout.structLayout(JAVA_DOUBLE.withName("x"), JAVA_LONG.withName("visits"));
 * VarHandle x = cell.varHandle(PathElement.groupElement("x"));
 * SymmetricStructs cells = SymmetricStructs.allocate(shmem, cell, 100);
 * x.set(cells.local(3), 0L, 1.5);
 * cells.put(3, cells.local(3), 0, 1, pe);
 * }</pre>
 *
 * <p>Structs are segments, not Java objects. A put or get is not atomic; {@link RecordField} gives access to single
 * components, for atomics. {@link #on} selects the context of puts and gets; otherwise it is the default context.
 */
public final class SymmetricStructs extends SymmetricElements {
    private SymmetricStructs(Slots slots, StructLayout layout) {
        super(slots, layout);
    }

    /**
     * {@return a new symmetric array of structs, all of whose bytes are 0} Collective, ends with a barrier.
     *
     * @param shmem  the library
     * @param layout the struct's layout, padded at the end as in C, so its size is a multiple of its alignment
     * @param length number of structs
     */
    public static SymmetricStructs allocate(Shmem shmem, StructLayout layout, long length) {
        StructShape.require(Fault.required(layout, "layout"));
        return Library.whole(
            () -> new SymmetricStructs(new Slots(shmem, "SymmetricStructs", length, layout, false), layout));
    }

    /**
     * {@return the same memory, accessed through a context} Puts and gets use the PE numbers of the context's team, and
     * the context's fence and quiet order and complete them.
     *
     * @param context the context
     */
    public SymmetricStructs on(Context context) {
        return new SymmetricStructs(slots.on(context), layout());
    }

    /**
     * Names the allocation for reports.
     *
     * @param name the name
     * @return this
     */
    public SymmetricStructs named(String name) {
        slots.bytes.named(name);
        return this;
    }

    /**
     * {@return a struct of this PE's own copy, to read and write in place}
     *
     * @param index its index
     */
    public MemorySegment local(long index) {
        long at = slots.at(index, 1);
        return slots.bytes.local().asSlice(at, slots.size);
    }

    /**
     * {@return a struct of a PE for loads and stores, as by {@code Team.ptr}; null if the backend can't map it}
     *
     * @param index its index
     * @param pe    the PE
     */
    public MemorySegment view(long index, int pe) {
        long at = slots.at(index, 1);
        MemorySegment copy = slots.context.team().ptr(slots.bytes, pe);
        return copy == null ? null : copy.asSlice(at, slots.size);
    }

    /**
     * Copies structs of a segment to a PE, in one put.
     *
     * @param index       first struct there
     * @param source      the segment, an array of structs
     * @param sourceIndex first struct to copy
     * @param count       number of structs
     * @param pe          the target
     */
    public void put(long index, MemorySegment source, long sourceIndex, long count, int pe) {
        long to = slots.at(index, count);
        slots.context.putmem(slots.bytes, to, source, byteOf(source, sourceIndex, count), count * slots.size, pe);
    }

    /**
     * Copies structs of this PE's own copy of an array of the same layout to a PE.
     *
     * @param index       first struct there
     * @param source      the array
     * @param sourceIndex its first struct
     * @param count       number of structs
     * @param pe          the target
     */
    public void put(long index, SymmetricStructs source, long sourceIndex, long count, int pe) {
        if (!Fault.required(source, "source").layout().equals(layout())) {
            throw new IllegalArgumentException(Fault.where() + ": " + source + " has structs of another layout than "
                + this);
        }
        long to = slots.at(index, count);
        long from = source.slots.at(sourceIndex, count);
        slots.context.put(slots.bytes, to, source.slots.bytes, from, count * slots.size, pe);
    }

    /**
     * Copies structs from a PE to a segment, in one get.
     *
     * @param dest      the segment
     * @param destIndex first struct to write
     * @param index     first struct there
     * @param count     number of structs
     * @param pe        the other PE
     */
    public void get(MemorySegment dest, long destIndex, long index, long count, int pe) {
        long from = slots.at(index, count);
        slots.context.getmem(dest, byteOf(dest, destIndex, count), slots.bytes, from, count * slots.size, pe);
    }

    /** {@return the byte offset of structs in a segment} */
    private long byteOf(MemorySegment segment, long index, long count) {
        if (segment == null) {
            return Fault.nothing("segment", count);
        }
        if ((index | count) < 0 || index > slots.most - count || (index + count) * slots.size > segment.byteSize()) {
            throw new SymmetricIndexException(Fault.where() + ": " + Fault.outOfBounds("struct", index, count,
                "the segment of " + segment.byteSize() + " bytes", segment.byteSize() / slots.size));
        }
        return index * slots.size;
    }

    /** Layouts of structs that symmetric memory can store contiguously. */
    private static final class StructShape {
        private StructShape() {
        }

        static void require(StructLayout layout) {
            if (layout.byteSize() == 0) {
                throw refused("the layout has no components");
            }
            if (layout.byteSize() % layout.byteAlignment() != 0) {
                throw refused("the layout has " + layout.byteSize() + " bytes, which is no multiple of its alignment"
                    + " of " + layout.byteAlignment() + "; end it with MemoryLayout.paddingLayout("
                    + (-layout.byteSize() & layout.byteAlignment() - 1) + ")");
            }
            members(layout);
        }

        private static void members(StructLayout layout) {
            for (MemoryLayout member : layout.memberLayouts()) {
                switch (member) {
                    case PaddingLayout _ -> { }
                    case StructLayout struct -> members(struct);
                    case SequenceLayout array when array.elementLayout() instanceof ValueLayout each ->
                        value(array, each);
                    case ValueLayout value -> value(member, value);
                    default -> throw refused("the component " + name(member) + " is " + member
                        + "; components are primitive, structs of such, or arrays of a primitive type");
                }
            }
        }

        private static void value(MemoryLayout member, ValueLayout value) {
            if (value instanceof AddressLayout) {
                throw refused("the component " + name(member) + " is an address, which means nothing to another PE");
            }
            if (value.byteSize() > 1 && value.order() != ByteOrder.nativeOrder()) {
                throw refused("the component " + name(member) + " has the byte order " + value.order()
                    + ", and symmetric memory that of the machine");
            }
        }

        private static String name(MemoryLayout member) {
            return member.name().orElse("without a name");
        }

        private static IllegalArgumentException refused(String why) {
            return new IllegalArgumentException(Fault.where() + ": " + why);
        }
    }
}
