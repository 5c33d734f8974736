// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.chronicle;

import io.shmem4j.Shmem;
import io.shmem4j.SymmetricBytes;
import net.openhft.chronicle.bytes.BytesMarshallable;

/**
 * Places for objects on each PE, which any PE puts and gets. An object marshals itself into the place and out of it; no
 * garbage is made on the way. Puts and gets are those of the library: complete after a fence, quiet, barrier or signal,
 * and not atomic. A later life of a PE finds its objects as they were.
 *
 * <p>One thread of a PE uses it at a time.
 */
public final class SymmetricObjects implements AutoCloseable {
    private static final int HEAD = Integer.BYTES;
    private static final int ALIGNMENT = 8;

    private final Shmem shmem;
    private final SymmetricBytes memory;
    private final int size;
    private final Slot slot;

    /**
     * Makes the places of all PEs; collective.
     *
     * @param shmem the library
     * @param count places of each PE
     * @param bytes most bytes that an object writes
     * @return objects on each PE
     */
    public static SymmetricObjects allocate(Shmem shmem, int count, int bytes) {
        return new SymmetricObjects(shmem, count, bytes);
    }

    private SymmetricObjects(Shmem shmem, int count, int bytes) {
        this.shmem = shmem;
        this.size = Math.ceilDiv(HEAD + bytes, ALIGNMENT) * ALIGNMENT;
        this.slot = new Slot(HEAD + bytes);
        this.memory = shmem.allocateBytes((long) count * size).named("objects");
    }

    /**
     * Puts an object.
     *
     * @param object the object
     * @param index  of the place
     * @param pe     whose
     */
    public void put(BytesMarshallable object, int index, int pe) {
        shmem.put(memory, (long) index * size, slot.array, 0, slot.write(object), pe);
    }

    /**
     * Gets an object.
     *
     * @param into  what takes up the contents
     * @param index of the place
     * @param pe    whose
     * @return whether there is one; if not, {@code into} stays as it is
     */
    public boolean get(BytesMarshallable into, int index, int pe) {
        shmem.get(slot.array, 0, memory, (long) index * size, slot.array.length, pe);
        return slot.read(into);
    }

    /** Frees the places; collective. */
    public void free() {
        memory.free();
    }

    /** Gives the memory back without waiting; the next allocation or free of all PEs frees it. */
    @Override
    public void close() {
        memory.close();
    }
}
