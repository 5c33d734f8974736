// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.chronicle;

import io.shmem4j.Cmp;
import io.shmem4j.Shmem;
import io.shmem4j.SymmetricBytes;
import io.shmem4j.SymmetricLongs;
import net.openhft.chronicle.bytes.BytesMarshallable;

/**
 * A queue of objects on each PE: all PEs add objects, and the owner removes them, without garbage. It uses the
 * library's puts and atomics, so it works on all backends.
 *
 * <p>Correctness: each slot has a turn. A turn of {@code t} lets the sender with ticket {@code t} fill the slot, and
 * {@code t + 1} lets the owner empty it; the owner then sets {@code t + capacity}. A sender draws its ticket by a
 * compare-and-swap of the tail, so no two senders fill the same slot. A fence completes the sender's put before it sets
 * the turn atomically; the owner reads the turn with acquire before it reads the bytes.
 *
 * <p>The stored turn is reduced by the slot's index, so zeros are an empty queue. A new incarnation of the owner
 * continues with the oldest object, and removes the one again that the dead one was removing. A sender that is killed
 * in {@code offer} may leave a slot that is never filled, which stops the queue; {@code GlobalQueue} avoids that.
 */
public final class ObjectQueue implements AutoCloseable {
    private static final int HEAD = Integer.BYTES;
    private static final int ALIGNMENT = 8;

    private final Shmem shmem;
    private final SymmetricBytes all;
    private final SymmetricBytes places;
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
        return new ObjectQueue(shmem, capacity, bytes);
    }

    private ObjectQueue(Shmem shmem, int capacity, int bytes) {
        if (capacity < 2) {
            throw new IllegalArgumentException("PE " + shmem.myPe() + ": a queue has room for 2 objects or more, not "
                + capacity);
        }
        this.shmem = shmem;
        this.capacity = capacity;
        this.size = Math.ceilDiv(HEAD + bytes, ALIGNMENT) * ALIGNMENT;
        this.slot = new Slot(HEAD + bytes);
        // One allocation: a death can't leave a part of it.
        long bytesOfTurns = (long) capacity * Long.BYTES;
        long bytesOfPlaces = (long) capacity * size;
        this.all = shmem.allocateBytes(bytesOfPlaces + bytesOfTurns + Long.BYTES).named("queue");
        this.places = all.slice(0, bytesOfPlaces);
        this.turns = all.slice(bytesOfPlaces, bytesOfTurns).asLongs();
        this.tail = all.slice(bytesOfPlaces + bytesOfTurns).asLongs();
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

    private long turn(int place) {
        return turns.getAcquire(place) + place;
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
            long place = ticket % capacity;
            long turn = shmem.atomicFetch(turns, place, pe) + place;
            if (turn < ticket) {
                return false;
            }
            long seen = turn == ticket ? shmem.compareSwap(tail, 0, ticket, ticket + 1, pe)
                : shmem.atomicFetch(tail, 0, pe);
            if (turn == ticket && seen == ticket) {
                shmem.put(places, place * size, slot.array, 0, length, pe);
                shmem.fence();
                shmem.atomicSet(turns, place, ticket + 1 - place, pe);
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
        int place = (int) (head % capacity);
        if (turn(place) != head + 1) {
            return false;
        }
        take(place, into);
        return true;
    }

    /**
     * Waits for the next object of this PE's queue and removes it. The death of a sender does not end the wait.
     *
     * @param into the object that reads the contents
     */
    public void take(BytesMarshallable into) {
        int place = (int) (head % capacity);
        turns.waitUntil(place, Cmp.EQ, head + 1 - place);
        take(place, into);
    }

    private void take(int place, BytesMarshallable into) {
        shmem.get(slot.array, 0, places, (long) place * size, slot.array.length, shmem.myPe());
        slot.read(into);
        shmem.atomicSet(turns, place, head + capacity - place, shmem.myPe());
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
