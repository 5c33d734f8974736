// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.irregular.container;

import io.shmem4j.Shmem;
import io.shmem4j.SymmetricLongs;
import io.shmem4j.engine.Fault;
import java.util.Objects;

/**
 * A bounded queue of longs in the memory of one PE, which all PEs and their threads may fill and empty. It is
 * linearizable: each operation happens at one moment between its call and its return, for all PEs, and elements leave
 * in the order in which they came.
 *
 * <p>Why it is right: a ring of places, each with an element and a turn. Whoever puts an element draws a number by a
 * compare-and-swap of {@code tail}, waits for the turn 2r of its place in round r, which it has when the element of the
 * round before has left, stores the element, and sets the turn to 2r + 1. Whoever takes one does the same with {@code
 * head} and the turn 2r + 1, and sets 2r + 2. So a place has one user at a time. An operation happens when it draws its
 * number. One that finds the queue full or empty happens when it loads the second of the two numbers: of those the one
 * that was loaded first is loaded again, and had not changed.
 */
public final class GlobalQueue {
    /** What {@link #poll} returns where there is nothing; no element of the queue. */
    public static final long EMPTY = Long.MIN_VALUE;

    private static final int WORDS = 2;
    private static final int HEAD = 0;
    /** In another cache line than the head. */
    private static final int TAIL = 16;
    private static final int COUNTERS = 32;

    private final Shmem shmem;
    private final int home;
    private final long capacity;
    private final int shift;
    private final SymmetricLongs counters;
    private final SymmetricLongs places;

    /**
     * Makes an empty queue; collective.
     *
     * @param shmem    the library
     * @param capacity the most elements, a power of two
     * @param home     the PE that has them
     */
    public GlobalQueue(Shmem shmem, int capacity, int home) {
        if (Integer.bitCount(capacity) != 1 || capacity < 1 || home < 0 || home >= shmem.nPes()) {
            throw new IllegalArgumentException(Fault.where() + ": a queue has a power of two of places on one of"
                + " the PEs 0 to " + (shmem.nPes() - 1) + ", not " + capacity + " on " + home);
        }
        this.shmem = shmem;
        this.home = home;
        this.capacity = capacity;
        this.shift = Integer.numberOfTrailingZeros(capacity);
        this.counters = shmem.allocateSignals(COUNTERS).named("GlobalQueue");
        this.places = shmem.allocateLongs((long) WORDS * capacity).named("places of GlobalQueue");
    }

    /**
     * Puts an element behind all others.
     *
     * @param element the element
     * @return whether there was room
     * @throws IllegalArgumentException if it is {@code Long.MIN_VALUE}
     */
    public boolean offer(long element) {
        if (element == EMPTY) {
            throw new IllegalArgumentException(Fault.where() + ": Long.MIN_VALUE is no element of a"
                + " GlobalQueue");
        }
        while (true) {
            long tail = shmem.atomicFetch(counters, TAIL, home);
            long head = shmem.atomicFetch(counters, HEAD, home);
            if (tail - head >= capacity) {
                if (shmem.atomicFetch(counters, TAIL, home) == tail) {
                    return false;
                }
            } else if (shmem.compareSwap(counters, TAIL, tail, tail + 1, home) == tail) {
                long place = WORDS * (tail & capacity - 1);
                long turn = 2 * (tail >> shift);
                awaitTurn(place, turn);
                shmem.p(places, place, element, home);
                shmem.fence();
                shmem.atomicSet(places, place + 1, turn + 1, home);
                return true;
            }
        }
    }

    /** {@return the first element, which leaves the queue, or {@link #EMPTY}} */
    public long poll() {
        long[] one = new long[1];
        return poll(one, 1) == 0 ? EMPTY : one[0];
    }

    /**
     * Takes the first elements out of the queue, all of them at one moment, by a single compare-and-swap.
     *
     * @param elements gets them in their order, at the first places
     * @param most     how many to take at most
     * @return how many there were
     * @throws IndexOutOfBoundsException if the array has no room for so many
     */
    public int poll(long[] elements, int most) {
        Objects.checkFromIndexSize(0, most, elements.length);
        while (true) {
            long head = shmem.atomicFetch(counters, HEAD, home);
            long tail = shmem.atomicFetch(counters, TAIL, home);
            int count = (int) Math.min(most, tail - head);
            if (count == 0) {
                if (shmem.atomicFetch(counters, HEAD, home) == head) {
                    return 0;
                }
            } else if (count > 0 && shmem.compareSwap(counters, HEAD, head, head + count, home) == head) {
                for (int i = 0; i < count; i++) {
                    elements[i] = take(head + i);
                }
                return count;
            }
        }
    }

    /** Takes the element with a number that this PE has drawn. */
    private long take(long number) {
        long place = WORDS * (number & capacity - 1);
        long turn = 2 * (number >> shift) + 1;
        awaitTurn(place, turn);
        long element = shmem.g(places, place, home);
        shmem.atomicSet(places, place + 1, turn + 1, home);
        return element;
    }

    /** The caller whose turn it is has drawn its number already, so this is short unless its PE has no core. */
    private void awaitTurn(long place, long turn) {
        for (int round = 0; shmem.atomicFetch(places, place + 1, home) != turn; round++) {
            shmem.pause(round);
        }
    }

    /** {@return number of elements, as it was at one moment while no other PE used the queue, else about so many} */
    public long size() {
        return shmem.atomicFetch(counters, TAIL, home) - shmem.atomicFetch(counters, HEAD, home);
    }

    /** Frees the memory; collective. */
    public void free() {
        shmem.free(places);
        shmem.free(counters);
    }
}
