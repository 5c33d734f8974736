// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.chronicle;

import io.shmem4j.Cmp;
import io.shmem4j.Shmem;
import io.shmem4j.SymmetricBytes;
import io.shmem4j.SymmetricLongs;
import io.shmem4j.engine.Library;
import net.openhft.chronicle.bytes.BytesMarshallable;

/**
 * A queue of objects on each PE. All PEs add objects, and the owner removes them, without garbage. It uses only puts
 * and atomics of the library, so it works on all backends.
 *
 * <p>Correctness: each slot has a turn. The sender with ticket {@code t} may fill the slot at turn {@code t}, and the
 * owner may empty it at turn {@code t + 1}, which it then raises to {@code t + capacity}. A sender draws its ticket by
 * a compare-and-swap of the tail, so no two senders fill the same slot. A fence orders the sender's put before its
 * atomic store of the turn. The owner reads the turn with acquire before it reads the bytes.
 *
 * <p>The stored turn is reduced by the slot's index, so zeros are an empty queue. A new incarnation of the owner
 * continues with the oldest object, and again removes an object whose removal the death interrupted. A sender that is
 * killed in {@code offer}, or whose {@code offer} an error of the JVM ends, may leave a slot that is never filled,
 * which blocks the queue. A {@code GlobalQueue} survives that.
 */
public final class ObjectQueue implements AutoCloseable {
    private static final int HEAD = Integer.BYTES;
    private static final int ALIGNMENT = 8;

    private final Shmem shmem;
    private final SymmetricBytes all;
    private final SymmetricBytes slots;
    private final SymmetricLongs turns;
    private final SymmetricLongs tail;
    private final int capacity;
    private final int size;
    private final Slot slot;
    private long head;

    /**
     * Makes the queues of all PEs; collective.
     *
     * @param shmem    the library
     * @param capacity maximum number of objects in each queue
     * @param bytes    maximum size of a marshalled object
     * @return the queues
     */
    public static ObjectQueue allocate(Shmem shmem, int capacity, int bytes) {
        return Library.whole(() -> new ObjectQueue(shmem, capacity, bytes));
    }

    private ObjectQueue(Shmem shmem, int capacity, int bytes) {
        if (capacity < 2) {
            throw new IllegalArgumentException("PE " + shmem.myPe() + ": the capacity of a queue is at least 2, not "
                + capacity);
        }
        this.shmem = shmem;
        this.capacity = capacity;
        this.size = Math.ceilDiv(HEAD + bytes, ALIGNMENT) * ALIGNMENT;
        this.slot = new Slot(HEAD + bytes);
        // A single allocation can't be left incomplete by a death.
        long bytesOfTurns = (long) capacity * Long.BYTES;
        long bytesOfSlots = (long) capacity * size;
        this.all = shmem.allocateBytes(bytesOfSlots + bytesOfTurns + Long.BYTES).named("queue");
        this.slots = all.slice(0, bytesOfSlots);
        this.turns = all.slice(bytesOfSlots, bytesOfTurns).asLongs();
        this.tail = all.slice(bytesOfSlots + bytesOfTurns).asLongs();
        this.head = oldest();
    }

    /** {@return the first ticket whose object no incarnation of this PE has removed} */
    private long oldest() {
        long ticket = Math.max(0, tail.getAcquire(0) - capacity);
        while (turn((int) (ticket % capacity)) >= ticket + capacity) {
            ticket++;
        }
        return ticket;
    }

    private long turn(int index) {
        return turns.getAcquire(index) + index;
    }

    /**
     * Adds an object to a PE's queue.
     *
     * @param object the object
     * @param pe     the receiver
     * @return whether the queue had room
     */
    public boolean offer(BytesMarshallable object, int pe) {
        int length = slot.write(object);
        long ticket = shmem.atomicFetch(tail, 0, pe);
        while (true) {
            long at = ticket % capacity;
            long turn = shmem.atomicFetch(turns, at, pe) + at;
            if (turn < ticket) {
                return false;
            }
            long seen = turn == ticket ? shmem.compareSwap(tail, 0, ticket, ticket + 1, pe)
                : shmem.atomicFetch(tail, 0, pe);
            if (turn == ticket && seen == ticket) {
                shmem.put(slots, at * size, slot.array, 0, length, pe);
                shmem.fence();
                shmem.atomicSet(turns, at, ticket + 1 - at, pe);
                return true;
            }
            ticket = seen;
        }
    }

    /**
     * Removes the next object from this PE's queue.
     *
     * @param into the object that reads the contents
     * @return whether the queue had an object
     */
    public boolean poll(BytesMarshallable into) {
        int at = (int) (head % capacity);
        if (turn(at) != head + 1) {
            return false;
        }
        take(at, into);
        return true;
    }

    /**
     * Waits for the next object of this PE's queue and removes it. The death of a sender does not end the wait.
     *
     * @param into the object that reads the contents
     */
    public void take(BytesMarshallable into) {
        int at = (int) (head % capacity);
        turns.waitUntil(at, Cmp.EQ, head + 1 - at);
        take(at, into);
    }

    private void take(int at, BytesMarshallable into) {
        shmem.get(slot.array, 0, slots, (long) at * size, slot.array.length, shmem.myPe());
        slot.read(into);
        shmem.atomicSet(turns, at, head + capacity - at, shmem.myPe());
        head++;
    }

    /** Frees the queues; collective over all PEs. */
    public void free() {
        all.free();
    }

    /** Frees the memory without waiting; all PEs close in the same order, see {@link io.shmem4j.Symmetric#close}. */
    @Override
    public void close() {
        all.close();
    }
}
