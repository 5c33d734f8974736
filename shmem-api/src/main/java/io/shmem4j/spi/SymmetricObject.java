// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.spi;

import static java.lang.foreign.ValueLayout.JAVA_BYTE;
import static java.lang.foreign.ValueLayout.JAVA_DOUBLE_UNALIGNED;
import static java.lang.foreign.ValueLayout.JAVA_FLOAT_UNALIGNED;
import static java.lang.foreign.ValueLayout.JAVA_INT_UNALIGNED;
import static java.lang.foreign.ValueLayout.JAVA_LONG_UNALIGNED;
import static java.lang.foreign.ValueLayout.JAVA_SHORT_UNALIGNED;

import java.io.Serializable;
import java.lang.foreign.MemorySegment;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;

/**
 * A symmetric object from the point of view of other processes: its class, such as SymmetricLongs, its name in the
 * program or its type with a number, the offset of its first byte in a PE's region, and the call site of its
 * allocation.
 */
public record SymmetricObject(String type, String name, long offset, long bytes, String site) implements Serializable {
    public int elementBytes() {
        return switch (type) {
            case "SymmetricBytes" -> Byte.BYTES;
            case "SymmetricShorts" -> Short.BYTES;
            case "SymmetricInts", "SymmetricFloats" -> Integer.BYTES;
            default -> Long.BYTES;
        };
    }

    /** {@return the same object, with an offset from another origin} */
    public SymmetricObject movedBy(long bytes) {
        return new SymmetricObject(type, name, offset + bytes, this.bytes, site);
    }

    public long length() {
        return bytes / elementBytes();
    }

    /** {@return bytes of an element; plain bytes may be a view with elements of the access's size, if that is not 0} */
    public int elementBytes(int access) {
        return elementBytes() == Byte.BYTES && access > 0 ? access : elementBytes();
    }

    /** {@return the element at an offset in a PE's region, for an access of some bytes or 0: {@code "arrived"[1]}} */
    public String element(long at, int access) {
        return "\"" + name + "\"" + (length() == 1 ? "" : "[" + (at - offset) / elementBytes(access) + "]");
    }

    /** {@return a description such as {@code SymmetricLongs[2] allocated at Heat.run(Heat.java:76)}} */
    public String describe() {
        return type + "[" + length() + "] allocated at " + site;
    }

    /** {@return an element in an object of a type, as text} */
    public static String value(String type, MemorySegment bytes, long at) {
        return switch (type) {
            case "SymmetricBytes" -> Byte.toString(bytes.get(JAVA_BYTE, at));
            case "SymmetricShorts" -> Short.toString(bytes.get(JAVA_SHORT_UNALIGNED, at));
            case "SymmetricInts" -> Integer.toString(bytes.get(JAVA_INT_UNALIGNED, at));
            case "SymmetricFloats" -> Float.toString(bytes.get(JAVA_FLOAT_UNALIGNED, at));
            case "SymmetricDoubles" -> Double.toString(bytes.get(JAVA_DOUBLE_UNALIGNED, at));
            case "Signal" -> Long.toUnsignedString(bytes.get(JAVA_LONG_UNALIGNED, at));
            case "ShmemLock" -> String.format(Locale.ROOT, "0x%016x", bytes.get(JAVA_LONG_UNALIGNED, at));
            default -> Long.toString(bytes.get(JAVA_LONG_UNALIGNED, at));
        };
    }

    /** {@return the object that contains an offset, or null} */
    public static SymmetricObject at(List<SymmetricObject> objects, long at) {
        for (SymmetricObject object : objects) {
            if (at >= object.offset && at < object.offset + object.bytes) {
                return object;
            }
        }
        return null;
    }

    public static Comparator<SymmetricObject> byOffset() {
        return Comparator.comparingLong(SymmetricObject::offset);
    }
}
