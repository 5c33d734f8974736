// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.data;

import java.lang.foreign.MemoryLayout;
import java.lang.foreign.SequenceLayout;
import java.lang.foreign.StructLayout;
import java.lang.foreign.ValueLayout;
import java.lang.reflect.RecordComponent;
import java.util.ArrayList;
import java.util.List;

/** The layout of a record: its components in order, each aligned to its size, as a C compiler lays out a struct. */
final class RecordShape {
    private static final List<ValueLayout> LAYOUTS = List.of(ValueLayout.JAVA_BYTE, ValueLayout.JAVA_SHORT,
        ValueLayout.JAVA_INT, ValueLayout.JAVA_LONG, ValueLayout.JAVA_FLOAT, ValueLayout.JAVA_DOUBLE,
        ValueLayout.JAVA_CHAR, ValueLayout.JAVA_BOOLEAN);
    private static final String CODES = "bhiqfdH?";

    private RecordShape() {
    }

    static StructLayout of(Class<?> type) {
        if (!type.isRecord() || type.getRecordComponents().length == 0) {
            throw new IllegalArgumentException(type.getName() + " is not a record with components");
        }
        List<MemoryLayout> members = new ArrayList<>();
        long at = 0;
        long alignment = 1;
        for (RecordComponent component : type.getRecordComponents()) {
            MemoryLayout member = member(type, component).withName(component.getName());
            at = pad(members, at, member.byteAlignment()) + member.byteSize();
            alignment = Math.max(alignment, member.byteAlignment());
            members.add(member);
        }
        pad(members, at, alignment);
        return MemoryLayout.structLayout(members.toArray(MemoryLayout[]::new));
    }

    private static long pad(List<MemoryLayout> members, long at, long alignment) {
        long gap = -at & alignment - 1;
        if (gap > 0) {
            members.add(MemoryLayout.paddingLayout(gap));
        }
        return at + gap;
    }

    private static MemoryLayout member(Class<?> type, RecordComponent component) {
        Class<?> kind = component.getType();
        Length length = component.getAnnotation(Length.class);
        if (kind.isRecord()) {
            return of(kind);
        }
        if (kind.isPrimitive()) {
            return value(kind);
        }
        if (kind.isArray() && kind.getComponentType().isPrimitive() && length != null && length.value() > 0) {
            return MemoryLayout.sequenceLayout(length.value(), value(kind.getComponentType()));
        }
        throw new IllegalArgumentException(type.getSimpleName() + "." + component.getName() + " is of type "
            + kind.getSimpleName() + "; components are primitive, records of such, or arrays of a primitive type with"
            + " @Length(n)");
    }

    private static ValueLayout value(Class<?> kind) {
        return LAYOUTS.stream().filter(layout -> layout.carrier() == kind).findFirst().orElseThrow();
    }

    /**
     * {@return the layout at a path such as "position.x"; for an array, that of its elements; null if there is none}
     */
    static ValueLayout select(StructLayout layout, String path) {
        MemoryLayout at = layout;
        for (String name : path.split("\\.")) {
            at = at instanceof StructLayout struct ? struct.memberLayouts().stream()
                .filter(member -> member.name().filter(name::equals).isPresent()).findFirst().orElse(null) : null;
        }
        return at instanceof SequenceLayout array ? (ValueLayout) array.elementLayout()
            : at instanceof ValueLayout value ? value : null;
    }

    /** {@return the components for other languages, as {@code ObjectTable.shape} describes them after the size} */
    static String text(StructLayout layout) {
        StringBuilder text = new StringBuilder();
        append(text, layout, "", 0);
        return text.toString();
    }

    private static void append(StringBuilder text, StructLayout layout, String prefix, long start) {
        long at = start;
        for (MemoryLayout member : layout.memberLayouts()) {
            String name = prefix + member.name().orElse("").replaceAll("[ ;:]", "_");
            MemoryLayout element = member instanceof SequenceLayout array ? array.elementLayout() : member;
            if (element instanceof StructLayout struct) {
                append(text, struct, name + ".", at);
            } else if (element instanceof ValueLayout value) {
                text.append(text.isEmpty() ? ':' : ';').append(name).append(' ').append(at).append(' ')
                    .append(member == element ? "" : member.byteSize() / element.byteSize())
                    .append(CODES.charAt(LAYOUTS.indexOf(value(value.carrier()))));
            }
            at += member.byteSize();
        }
    }

    /** {@return the offset in bytes of the component at a path} */
    static long offset(StructLayout layout, String path) {
        String[] names = path.split("\\.");
        MemoryLayout.PathElement[] elements = new MemoryLayout.PathElement[names.length];
        for (int i = 0; i < names.length; i++) {
            elements[i] = MemoryLayout.PathElement.groupElement(names[i]);
        }
        return layout.byteOffset(elements);
    }
}
