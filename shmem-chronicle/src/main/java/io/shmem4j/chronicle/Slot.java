// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.chronicle;

import java.nio.BufferOverflowException;
import net.openhft.chronicle.bytes.Bytes;
import net.openhft.chronicle.bytes.BytesMarshallable;

/**
 * The bytes of one object on their way between it and symmetric memory: a length and one more, so that 0 means no
 * object, then what the object writes.
 */
final class Slot {
    private static final int HEAD = Integer.BYTES;

    /** The bytes themselves. */
    final byte[] array;
    private final Bytes<byte[]> bytes;

    Slot(int size) {
        BytesViews.requireFlags();
        if (size < HEAD) {
            throw new IllegalArgumentException("an object has 0 bytes or more, and " + (Integer.MAX_VALUE - HEAD)
                + " at most, not " + (size - HEAD));
        }
        this.array = new byte[size];
        this.bytes = Bytes.wrapForWrite(array);
    }

    /** {@return how many bytes of the array an object takes} */
    int write(BytesMarshallable object) {
        try {
            bytes.clear();
            bytes.writeInt(0);
            object.writeMarshallable(bytes);
        } catch (BufferOverflowException e) {
            throw new IllegalArgumentException("an object of " + object.getClass().getName() + " takes more than the "
                + (array.length - HEAD) + " bytes that each has here", e);
        }
        int length = (int) bytes.writePosition();
        bytes.writeInt(0L, length - HEAD + 1);
        return length;
    }

    /** Fills an object from the array, or leaves it as it is if no PE has written one yet. */
    boolean read(BytesMarshallable into) {
        bytes.clear();
        bytes.writePosition(HEAD);
        int length = bytes.readInt(0L) - 1;
        if (length < 0 || length > array.length - HEAD) {
            return false;
        }
        bytes.writePosition(HEAD + (long) length);
        bytes.readPosition(HEAD);
        into.readMarshallable(bytes);
        return true;
    }
}
