// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.mpi;

import java.lang.foreign.MemorySegment;
import java.lang.reflect.Array;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.ConcurrentHashMap;
import mpi.Datatype;
import mpi.MPI;

/** Arrays of each type with known values. */
record Values(String name, Datatype type, Class<?> element) {
    /** A record that travels as an object. */
    record Point(int x, String name) implements java.io.Serializable {
    }

    static final List<Values> BASIC = List.of(new Values("byte", MPI.BYTE, byte.class),
        new Values("boolean", MPI.BOOLEAN, boolean.class), new Values("char", MPI.CHAR, char.class),
        new Values("short", MPI.SHORT, short.class), new Values("int", MPI.INT, int.class),
        new Values("long", MPI.LONG, long.class), new Values("float", MPI.FLOAT, float.class),
        new Values("double", MPI.DOUBLE, double.class));
    private static final int PERIOD = 7001;
    private static final Map<Class<?>, Object> PERIODS = new ConcurrentHashMap<>();
    static final Values OBJECTS = new Values("object", MPI.OBJECT, Object.class);

    private static Object value(Class<?> type, long number) {
        return switch (type.getName()) {
            case "byte" -> (byte) number;
            case "boolean" -> (number * 0x9E3779B97F4A7C15L) < 0;
            case "char" -> (char) number;
            case "short" -> (short) number;
            case "int" -> (int) (number * 31);
            case "long" -> number * 0x9E3779B97F4A7C15L;
            case "float" -> number / 4f;
            case "double" -> number / 8.0;
            default -> number % 3 == 0 ? null : number % 3 == 1 ? "text " + number : new Point((int) number, "p");
        };
    }

    /** {@return an array of empty elements} */
    Object empty(int length) {
        return Array.newInstance(element, length);
    }

    /** {@return an array whose values a number decides} */
    Object filled(int length, long seed) {
        Object all = PERIODS.computeIfAbsent(element, type -> {
            Object period = Array.newInstance(type, PERIOD);
            for (int i = 0; i < PERIOD; i++) {
                Array.set(period, i, value(type, i));
            }
            return period;
        });
        Object array = empty(length);
        int from = (int) (seed % PERIOD);
        for (int at = 0; at < length; from = 0) {
            int part = Math.min(length - at, PERIOD - from);
            System.arraycopy(all, from, array, at, part);
            at += part;
        }
        return array;
    }

    /** Checks elements, of which those outside of a range are empty. */
    void check(Object array, int from, int count, long seed, String what) {
        Object expected = empty(Array.getLength(array));
        System.arraycopy(filled(count, seed), 0, expected, from, count);
        if (Arrays.deepEquals(new Object[] {expected}, new Object[] {array})) {
            return;
        }
        int at = 0;
        while (Objects.equals(Array.get(expected, at), Array.get(array, at))) {
            at++;
        }
        throw new AssertionError(what + ", " + name + " " + at + " of " + Array.getLength(array) + " is "
            + Array.get(array, at) + ", not " + Array.get(expected, at) + ", on rank " + MPI.COMM_WORLD.Rank());
    }

    /** {@return a direct buffer with the bytes of an array; null for types without one} */
    static ByteBuffer direct(Object array) {
        MemorySegment memory = io.shmem4j.mpi.data.Data.segment(array);
        ByteBuffer buffer = ByteBuffer.allocateDirect((int) memory.byteSize()).order(ByteOrder.nativeOrder());
        MemorySegment.ofBuffer(buffer).copyFrom(memory);
        return buffer;
    }

    static void copyBack(ByteBuffer buffer, Object array) {
        io.shmem4j.mpi.data.Data.segment(array).copyFrom(MemorySegment.ofBuffer(buffer.duplicate().clear()));
    }
}
