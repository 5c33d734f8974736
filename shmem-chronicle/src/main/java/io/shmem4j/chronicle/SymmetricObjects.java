// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.chronicle;

import io.shmem4j.Shmem;
import io.shmem4j.SymmetricBytes;
import io.shmem4j.engine.Library;
import net.openhft.chronicle.bytes.BytesMarshallable;

/**
 * An array of objects on each PE, for puts and gets of all PEs. Objects marshal themselves to and from the array's
 * memory, without garbage. Puts and gets are those of the library: fence, quiet, barriers and signals order them, and
 * they are not atomic. A new incarnation of a PE finds its objects unchanged.
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
     * Makes the arrays of all PEs; collective.
     *
     * @param shmem the library
     * @param count number of objects on each PE
     * @param bytes maximum size of a marshalled object
     * @return the arrays
     */
    public static SymmetricObjects allocate(Shmem shmem, int count, int bytes) {
        return Library.whole(() -> new SymmetricObjects(shmem, count, bytes));
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
     * @param index  its index
     * @param pe     the target
     */
    public void put(BytesMarshallable object, int index, int pe) {
        shmem.put(memory, (long) index * size, slot.array, 0, slot.write(object), pe);
    }

    /**
     * Gets an object.
     *
     * @param into  the object that reads the contents
     * @param index the index
     * @param pe    the source
     * @return whether an object was put there; if not, {@code into} is unchanged
     */
    public boolean get(BytesMarshallable into, int index, int pe) {
        shmem.get(slot.array, 0, memory, (long) index * size, slot.array.length, pe);
        return slot.read(into);
    }

    /** Frees the arrays; collective over all PEs. */
    public void free() {
        memory.free();
    }

    /** Frees the memory without waiting; all PEs close in the same order, see {@link io.shmem4j.Symmetric#close}. */
    @Override
    public void close() {
        memory.close();
    }
}
