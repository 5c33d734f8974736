// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.data;

import io.shmem4j.engine.Fault;
import java.lang.foreign.AddressLayout;
import java.lang.foreign.MemoryLayout;
import java.lang.foreign.PaddingLayout;
import java.lang.foreign.SequenceLayout;
import java.lang.foreign.StructLayout;
import java.lang.foreign.ValueLayout;
import java.nio.ByteOrder;

/** Layouts of structs that can lie in symmetric memory one after the other. */
final class StructShape {
    private StructShape() {
    }

    static void require(StructLayout layout) {
        if (layout.byteSize() == 0) {
            throw refused("the layout has no components");
        }
        if (layout.byteSize() % layout.byteAlignment() != 0) {
            throw refused("the layout has " + layout.byteSize() + " bytes, which is no multiple of its alignment of "
                + layout.byteAlignment() + "; end it with MemoryLayout.paddingLayout("
                + (-layout.byteSize() & layout.byteAlignment() - 1) + ")");
        }
        members(layout);
    }

    private static void members(StructLayout layout) {
        for (MemoryLayout member : layout.memberLayouts()) {
            switch (member) {
                case PaddingLayout _ -> { }
                case StructLayout struct -> members(struct);
                case SequenceLayout array when array.elementLayout() instanceof ValueLayout each -> value(array, each);
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
