// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.spi;

import java.io.Serializable;
import java.util.Comparator;
import java.util.List;

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
