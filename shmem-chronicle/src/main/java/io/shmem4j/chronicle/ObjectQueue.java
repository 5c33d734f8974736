// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.chronicle;

import io.shmem4j.Cmp;
import io.shmem4j.Shmem;
import io.shmem4j.SymmetricBytes;
import io.shmem4j.SymmetricLongs;
import net.openhft.chronicle.bytes.BytesMarshallable;

/**
 * A queue of objects on each PE, into which every PE puts and from which its owner takes; no garbage is made on the
 * way. Made of the library's own puts and atomics, so it works on all backends.
 *
 * <p>Why it is right: each place has a turn. It is {@code t} when the sender of ticket {@code t} may fill it, and
 * {@code t + 1} when the owner may empty it; the owner then makes it {@code t + capacity}. A sender gets its ticket by
 * a compare-and-swap of the tail, so no two fill one place. Its put is complete, by a fence, before the turn is set
 * atomically; the owner reads the turn with acquire before the bytes.
 *
 * <p>A turn is stored less the number of its place, so zeros are an empty queue, and a later life of the owner goes on
 * with the oldest object that is there. The one that was being taken at a death comes again. A sender that is killed in
 * {@code offer} may leave a place that is never filled, where the queue ends; {@code GlobalQueue} has no such moment.
 */
public final class ObjectQueue implements AutoCloseable {
    private static final int HEAD = Integer.BYTES;
    private static final int ALIGNMENT = 8;

    private final Shmem shmem;
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
     * @param capacity objects of each queue
     * @param bytes    most bytes that an object writes
     * @return a queue for each PE
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
        this.places = shmem.allocateBytes((long) capacity * size).named("queue");
        this.turns = shmem.allocateLongs(capacity).named("turns of queue");
        this.tail = shmem.allocateLongs(1).named("tail of queue");
        this.head = oldest();
    }

    /** {@return the first ticket whose object this PE has not taken, in an earlier life either} */
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
     * Puts an object into a PE's queue.
     *
     * @param object the object
     * @param pe     whose
     * @return whether there was room
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
     * Takes the next object out of this PE's queue.
     *
     * @param into what takes up the contents
     * @return whether there was one
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
     * Waits for the next object of this PE's queue and takes it out.
     *
     * @param into what takes up the contents
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

    /** Frees the queues; collective. */
    public void free() {
        tail.free();
        turns.free();
        places.free();
    }

    /** Gives the memory back without waiting; the next allocation or free of all PEs frees it. */
    @Override
    public void close() {
        tail.close();
        turns.close();
        places.close();
    }
}
