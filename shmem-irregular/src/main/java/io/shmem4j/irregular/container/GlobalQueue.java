// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.irregular.container;

import io.shmem4j.Shmem;
import io.shmem4j.SymmetricLongs;
import io.shmem4j.engine.Fault;
import io.shmem4j.engine.Library;
import io.shmem4j.progress.Progress;
import io.shmem4j.spi.Observer.LongQueue;
import java.util.Objects;
import java.util.function.IntPredicate;

/**
 * A bounded queue of longs in the memory of one PE, for all PEs and their threads. It is linearizable and first in,
 * first out. If a PE dies, its operation has taken effect completely or not at all; its next incarnation learns which
 * from {@link #last}.
 *
 * <p>Correctness: two words count the elements added and removed. A PE changes them under the queue's lock, and an
 * operation takes effect when it stores its count, see {@link Slots}; an element is stored before the count that
 * includes it. An operation that finds the queue full or empty takes effect when it loads the second count, because a
 * second load of the first count shows that it has not changed.
 */
public final class GlobalQueue implements AutoCloseable {
    /** Result of {@link #poll} if the queue is empty; it can't be an element. */
    public static final long EMPTY = Long.MIN_VALUE;

    private final SymmetricLongs words;
    private final Ring ring;
    private final LongQueue queue;

    /**
     * Makes an empty queue; collective.
     *
     * @param shmem    the library
     * @param capacity maximum number of elements, a power of two
     * @param home     the PE whose memory holds the queue
     * @return the queue
     */
    public static GlobalQueue allocate(Shmem shmem, int capacity, int home) {
        return Library.whole(() -> new GlobalQueue(shmem, capacity, home));
    }

    private GlobalQueue(Shmem shmem, int capacity, int home) {
        if (Integer.bitCount(capacity) != 1 || capacity < 1 || home < 0 || home >= shmem.nPes()) {
            throw new IllegalArgumentException(Fault.where() + ": a queue needs a power of two as capacity and a home"
                + " from PE 0 to " + (shmem.nPes() - 1) + ", not capacity " + capacity + " and home " + home);
        }
        long count = Ring.ELEMENTS + (long) capacity;
        this.words = shmem.allocateLongs(count + Slots.WORDS).named("GlobalQueue");
        this.ring = new Ring(new Region(shmem, words.slice(0, count)), new Region(shmem, words.slice(count,
            Slots.WORDS)), shmem.myPe(), shmem.nPes(), shmem::isAlive, capacity, home);
        Progress.of(Library.currentBackend()).repair(ring);
        this.queue = Library.currentBackend().observer().record(ring, capacity, ring.region.name());
    }

    /**
     * Adds an element at the tail.
     *
     * @param element the element
     * @return whether the queue had room
     * @throws IllegalArgumentException if the element is {@code Long.MIN_VALUE}
     * @throws IllegalStateException if the file system with the queue's memory is full
     */
    public boolean offer(long element) {
        if (element == EMPTY) {
            throw new IllegalArgumentException(Fault.where() + ": Long.MIN_VALUE can't be an element of a GlobalQueue");
        }
        return queue.offer(element);
    }

    /** {@return the element at the head, which it removes, or {@link #EMPTY}} */
    public long poll() {
        long[] one = new long[1];
        return poll(one, 1) == 0 ? EMPTY : one[0];
    }

    /**
     * Removes elements at the head in one atomic operation, which costs as much as removing one.
     *
     * @param elements receives the elements, from index 0
     * @param most     maximum number of elements
     * @return number of elements
     * @throws IndexOutOfBoundsException if the array is shorter than {@code most}
     */
    public int poll(long[] elements, int most) {
        Objects.checkFromIndexSize(0, most, elements.length);
        return queue.poll(elements, most);
    }

    /** {@return number of elements; approximate while other PEs use the queue} */
    public long size() {
        return ring.size();
    }

    /** {@return the outcome of this PE's last change} */
    public LastOperation last() {
        return ring.last();
    }

    /** Frees the memory; collective. */
    public void free() {
        words.free();
    }

    /** Frees the memory without waiting; all PEs close in the same order, see {@link io.shmem4j.Symmetric#close}. */
    @Override
    public void close() {
        words.close();
    }

    /** The ring of elements. Each count has a cache line of its own. */
    static final class Ring extends AllOrNothing implements LongQueue {
        static final int ELEMENTS = 48;

        private static final int LOCK = 0;
        private static final int REMOVED = 16;
        private static final int ADDED = 32;

        private final int capacity;
        private final int home;

        Ring(Region region, Region slots, int me, int n, IntPredicate alive, int capacity, int home) {
            super(region, slots, me, n, alive);
            this.capacity = capacity;
            this.home = home;
        }

        @Override
        public boolean offer(long element) {
            while (true) {
                long added = region.get(ADDED, home);
                if (added - region.get(REMOVED, home) >= capacity) {
                    if (region.get(ADDED, home) == added) {
                        return false;
                    }
                } else if (tryOffer(element)) {
                    return true;
                }
            }
        }

        private boolean tryOffer(long element) {
            enter();
            try {
                begin(home, LOCK);
                long added = region.get(ADDED, home);
                boolean room = added - region.get(REMOVED, home) < capacity;
                if (room) {
                    long at = ELEMENTS + (added & capacity - 1);
                    region.require(at, 1, home);
                    region.set(at, element, home);
                    commit(ADDED, added + 1, home);
                }
                end(room, home, LOCK);
                return room;
            } catch (RuntimeException | Error e) {
                abandon();
                throw e;
            } finally {
                inside = null;
            }
        }

        @Override
        public int poll(long[] elements, int most) {
            while (most > 0) {
                long removed = region.get(REMOVED, home);
                if (region.get(ADDED, home) == removed) {
                    if (region.get(REMOVED, home) == removed) {
                        return 0;
                    }
                } else {
                    int count = tryPoll(elements, most);
                    if (count > 0) {
                        return count;
                    }
                }
            }
            return 0;
        }

        private int tryPoll(long[] elements, int most) {
            enter();
            try {
                begin(home, LOCK);
                long removed = region.get(REMOVED, home);
                int count = (int) Math.min(most, region.get(ADDED, home) - removed);
                for (int i = 0; i < count; i++) {
                    elements[i] = region.get(ELEMENTS + (removed + i & capacity - 1), home);
                }
                if (count > 0) {
                    commit(REMOVED, removed + count, home);
                }
                end(count > 0, home, LOCK);
                return count;
            } catch (RuntimeException | Error e) {
                abandon();
                throw e;
            } finally {
                inside = null;
            }
        }

        long size() {
            return region.get(ADDED, home) - region.get(REMOVED, home);
        }

        @Override
        void repair(int pe, long lock) {
            // No word derives from the counts.
        }
    }
}
