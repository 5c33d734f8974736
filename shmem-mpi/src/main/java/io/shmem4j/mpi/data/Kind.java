// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.mpi.data;

import java.lang.foreign.ValueLayout;

/** Kinds of basic elements. */
public enum Kind {
    BYTE(1, ValueLayout.JAVA_BYTE, byte[].class),
    BOOLEAN(1, null, boolean[].class),
    CHAR(2, ValueLayout.JAVA_CHAR_UNALIGNED, char[].class),
    SHORT(2, ValueLayout.JAVA_SHORT_UNALIGNED, short[].class),
    INT(4, ValueLayout.JAVA_INT_UNALIGNED, int[].class),
    LONG(8, ValueLayout.JAVA_LONG_UNALIGNED, long[].class),
    FLOAT(4, ValueLayout.JAVA_FLOAT_UNALIGNED, float[].class),
    DOUBLE(8, ValueLayout.JAVA_DOUBLE_UNALIGNED, double[].class),
    /** Serialized objects; an index of an array counts as a byte. */
    OBJECT(1, null, Object[].class),
    /** Bytes of several kinds. */
    MIXED(1, ValueLayout.JAVA_BYTE, byte[].class);

    /** Bytes of an element. */
    public final int bytes;
    final ValueLayout layout;
    /** Class of the arrays. */
    public final Class<?> array;

    Kind(int bytes, ValueLayout layout, Class<?> array) {
        this.bytes = bytes;
        this.layout = layout;
        this.array = array;
    }

    /** {@return whether a buffer may hold elements of this kind: its array, or bytes for any basic kind} */
    public boolean fits(Object buffer) {
        Class<?> type = buffer.getClass();
        return type == array || (this == OBJECT ? buffer instanceof Object[]
            : type == byte[].class || buffer instanceof java.nio.Buffer);
    }
}
