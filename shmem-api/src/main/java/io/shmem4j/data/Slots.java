// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.data;

import io.shmem4j.Shmem;
import io.shmem4j.SymmetricBytes;
import io.shmem4j.engine.Fault;
import io.shmem4j.error.SymmetricIndexException;

/** Symmetric memory for elements of a size that is no power of two, with checks as symmetric arrays have them. */
final class Slots {
    final Shmem shmem;
    final SymmetricBytes bytes;
    final long length;
    final long size;
    private final String site;

    Slots(Shmem shmem, String type, long length, long size) {
        this.shmem = Fault.required(shmem, "shmem");
        if (length < 0 || length > Long.MAX_VALUE / size) {
            throw new IllegalArgumentException(Fault.where() + ": the length is " + length + "; lengths are 0 to "
                + Long.MAX_VALUE / size);
        }
        this.bytes = shmem.allocateBytes(length * size);
        this.length = length;
        this.size = size;
        this.site = Fault.callSite();
        bytes.named(bytes.name().replace("SymmetricBytes", type));
    }

    /** {@return the first byte of some elements} */
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
