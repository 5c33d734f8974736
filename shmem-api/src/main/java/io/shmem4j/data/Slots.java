// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.data;

import io.shmem4j.Context;
import io.shmem4j.Shmem;
import io.shmem4j.SymmetricBytes;
import io.shmem4j.SymmetricLongs;
import io.shmem4j.engine.Fault;
import io.shmem4j.engine.Library;
import io.shmem4j.error.SymmetricIndexException;
import java.lang.foreign.StructLayout;

/**
 * Symmetric memory for elements of any size, with the bounds checks of symmetric arrays and a context for transfers.
 */
final class Slots {
    final Context context;
    final SymmetricBytes bytes;
    final long length;
    final long size;
    /** The largest number of elements whose bytes a long can count. */
    final long most;
    /** The memory in words, or null if elements have no versions. */
    final SymmetricLongs versions;
    /** Index of the first element's version. */
    final long versionsAt;
    /** Whether elements of the own copy are loaded and stored by calls, since something observes them. */
    final boolean watched = Library.watchesAccesses();
    private final String site;

    /** Makes strings: a length and bytes. */
    Slots(Shmem shmem, String type, long length, long size) {
        this(shmem, type, length, size, Long.BYTES, false);
        shape(":bytes 0 i;utf8 4 " + (size - Integer.BYTES) + "b");
    }

    /** Makes slots for elements, and a version of each behind the last of them if that is wanted. */
    Slots(Shmem shmem, String type, long length, StructLayout element, boolean versioned) {
        this(shmem, type, length, element.byteSize(), element.byteAlignment(), versioned);
        shape(RecordShape.text(element));
    }

    private Slots(Shmem shmem, String type, long length, long size, long alignment, boolean versioned) {
        this.context = Fault.required(shmem, "shmem");
        this.most = versioned ? (Long.MAX_VALUE - Long.BYTES) / (size + Long.BYTES) : Long.MAX_VALUE / size;
        if (length < 0 || length > most) {
            throw new IllegalArgumentException(Fault.where() + ": the length is " + length + "; lengths are 0 to "
                + most);
        }
        this.versionsAt = Math.ceilDiv(length * size, Long.BYTES);
        long all = versioned ? (versionsAt + length) * Long.BYTES : length * size;
        this.bytes = shmem.allocateBytes(all, Math.max(Long.BYTES, alignment));
        this.versions = versioned ? bytes.relaxed().asLongs() : null;
        this.length = length;
        this.size = size;
        this.site = Fault.callSite();
        bytes.named(bytes.name().replace("SymmetricBytes", type));
    }

    private Slots(Slots other, Context context) {
        this.context = Fault.required(context, "context");
        this.bytes = other.bytes;
        this.length = other.length;
        this.size = other.size;
        this.most = other.most;
        this.versions = other.versions;
        this.versionsAt = other.versionsAt;
        this.site = other.site;
    }

    /** Describes the fields of an element to other languages. */
    private void shape(String fields) {
        if (length > 0) {
            Library.shape(size + "," + length + fields);
        }
    }

    /** {@return the same memory, accessed through another context} */
    Slots on(Context other) {
        return new Slots(this, other);
    }

    /** {@return the offset in bytes of the first of some elements} */
    long at(long index, long count) {
        if ((index | count) < 0 || index > length - count) {
            throw new SymmetricIndexException(Fault.where() + ": " + Fault.outOfBounds("element", index, count,
                bytes.name() + " (allocated at " + site + ")", length));
        }
        return index * size;
    }

    @Override
    public String toString() {
        return bytes.name() + "[" + length + "]";
    }
}
