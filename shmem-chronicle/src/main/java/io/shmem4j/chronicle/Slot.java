// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.chronicle;

import java.nio.BufferOverflowException;
import net.openhft.chronicle.bytes.Bytes;
import net.openhft.chronicle.bytes.BytesMarshallable;

/** Buffer for a marshalled object: its length plus 1, so that 0 means no object, followed by its bytes. */
final class Slot {
    private static final int HEAD = Integer.BYTES;

    final byte[] array;
    private final Bytes<byte[]> bytes;

    Slot(int size) {
        BytesViews.requireFlags();
        if (size < HEAD) {
            throw new IllegalArgumentException("the size of an object is between 0 and " + (Integer.MAX_VALUE - HEAD)
                + " bytes, not " + (size - HEAD));
        }
        this.array = new byte[size];
        this.bytes = Bytes.wrapForWrite(array);
    }

    /** Marshals an object, and {@return number of bytes of the array that are used} */
    int write(BytesMarshallable object) {
        try {
            bytes.clear();
            bytes.writeInt(0);
            object.writeMarshallable(bytes);
        } catch (BufferOverflowException e) {
            throw new IllegalArgumentException("an object of " + object.getClass().getName() + " is larger than the "
                + (array.length - HEAD) + " bytes of a slot", e);
        }
        int length = (int) bytes.writePosition();
        bytes.writeInt(0L, length - HEAD + 1);
        return length;
    }

    /** Unmarshals an object, and {@return whether there was one}; otherwise leaves it unchanged */
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
