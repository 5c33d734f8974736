// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.spi;

import java.io.Serializable;
import java.util.Comparator;
import java.util.List;

/**
 * A symmetric object as other processes see it: its class, such as SymmetricLongs, the name that the program has given
 * it or its type with a number, the offset of its first byte in a PE's region, and where in the program it was
 * allocated.
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

    /** {@return the same object, with an offset that counts from elsewhere} */
    public SymmetricObject movedBy(long bytes) {
        return new SymmetricObject(type, name, offset + bytes, this.bytes, site);
    }

    public long length() {
        return bytes / elementBytes();
    }

    /** {@return the bytes of an element, where an access of some bytes, or 0, may be one of a view of plain bytes} */
    public int elementBytes(int access) {
        return elementBytes() == Byte.BYTES && access > 0 ? access : elementBytes();
    }

    /** {@return the element at an offset in a PE's region, for an access of some bytes or 0: {@code "arrived"[1]}} */
    public String element(long at, int access) {
        return "\"" + name + "\"" + (length() == 1 ? "" : "[" + (at - offset) / elementBytes(access) + "]");
    }

    /** {@return a text such as {@code SymmetricLongs[2] allocated at Heat.run(Heat.java:76)}} */
    public String describe() {
        return type + "[" + length() + "] allocated at " + site;
    }

    /** {@return the object at a place, or null} */
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
