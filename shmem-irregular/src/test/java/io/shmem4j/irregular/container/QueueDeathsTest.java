// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.irregular.container;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.shmem4j.Shmem;
import io.shmem4j.irregular.container.GlobalQueue.Ring;
import io.shmem4j.irregular.container.MortalPes.Death;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.Test;

/** A queue whose PEs die before each store of each operation. */
class QueueDeathsTest {
    private static final int CAPACITY = 4;

    private static Ring ring(MortalPes pes, int me) {
        Ring ring = new Ring(pes.region(me, 0), pes.region(me, 1), me, pes.count(), pes::lives, CAPACITY,
            0);
        ring.last();
        return ring;
    }

    private static List<Long> rest(Ring ring) {
        List<Long> rest = new ArrayList<>();
        long[] one = new long[1];
        while (ring.poll(one, 1) == 1) {
            rest.add(one[0]);
        }
        return rest;
    }

    /** Runs an operation of a PE that dies before a store, if it has so many; whether it does. */
    private static boolean dies(MortalPes pes, int pe, int store, Runnable operation) {
        pes.dieBefore(pe, store);
        try {
            operation.run();
            pes.live(pe);
            return false;
        } catch (Death e) {
            return true;
        }
    }

    @Test
    void offersAndPollsHappenWholeOrNotAtAll() {
        for (boolean offer : new boolean[] {true, false}) {
            boolean died = true;
            for (int first = 1; died; first++) {
                boolean again = true;
                for (int second = 1; again; second++) {
                    MortalPes pes = new MortalPes(3, Ring.ELEMENTS + CAPACITY, Slots.WORDS);
                    Ring third = ring(pes, 2);
                    List<Long> expected = new ArrayList<>(List.of(1L, 2L, 3L));
                    expected.forEach(third::offer);
                    Ring own = ring(pes, 0);
                    Ring other = ring(pes, 1);
                    died = dies(pes, 0, first, () -> {
                        if (offer) {
                            own.offer(4);
                        } else {
                            own.poll(new long[2], 2);
                        }
                    });
                    again = dies(pes, 1, second, () -> other.poll(new long[1], 1));
                    String what = (offer ? "offer" : "poll") + ", deaths before stores " + first + " and " + second;
                    if (first % 2 == 0) {
                        assertTrue(third.size() < CAPACITY == third.offer(9), what);
                        expected.add(9L);
                    }
                    pes.live(0);
                    boolean happened = ring(pes, 0).last().happened();
                    pes.live(1);
                    boolean polled = ring(pes, 1).last().happened();
                    assertTrue(died || happened, what);
                    assertTrue(again || polled, what);
                    if (happened && offer) {
                        expected.add(3, 4L);
                    } else if (happened) {
                        expected.subList(0, 2).clear();
                    }
                    if (polled) {
                        expected.removeFirst();
                    }
                    List<Long> found = rest(third);
                    if (first % 2 == 0 && expected.size() > found.size()) {
                        // There was no room for the third PE's.
                        expected.remove(9L);
                    }
                    assertEquals(expected, found, what);
                    assertFalse(pes.locked(0, 0), what);
                }
            }
        }
    }

    /** The PE lives on; its handler of the Error may fail, too, and then its thread that mends repairs. */
    @Test
    void anErrorBeforeAnyStoreLeavesNoLock() {
        for (int failures : new int[] {1, 2, 1000}) {
            boolean fails = true;
            for (int store = 1; fails; store++) {
                MortalPes pes = new MortalPes(2, Ring.ELEMENTS + CAPACITY, Slots.WORDS);
                Ring own = ring(pes, 0);
                Ring other = ring(pes, 1);
                other.offer(1);
                pes.failBefore(0, store, failures);
                fails = fails(() -> own.offer(2));
                String what = "an Error before store " + store + ", and in " + failures + " in all";
                pes.live(0);
                if (failures > 1) {
                    own.mend();
                }
                assertTrue(other.offer(3), what);
                boolean happened = own.last().happened();
                assertTrue(fails || happened, what);
                assertEquals(happened ? List.of(1L, 2L, 3L) : List.of(1L, 3L), rest(other), what);
                assertFalse(pes.locked(0, 0), what);
            }
        }
    }

    private static boolean fails(Runnable operation) {
        try {
            operation.run();
            return false;
        } catch (StackOverflowError e) {
            return true;
        }
    }

    /** An operation that is under way when the session ends is whole before others may take its lock over. */
    @Test
    void theEndOfASessionWaitsForTheThreadInside() throws InterruptedException {
        MortalPes pes = new MortalPes(1, Ring.ELEMENTS + CAPACITY, Slots.WORDS);
        CountDownLatch storing = new CountDownLatch(1);
        CountDownLatch stored = new CountDownLatch(1);
        Region slow = new Region(null, null) {
            private final Region region = pes.region(0, 0);

            @Override
            long get(long at, int pe) {
                return region.get(at, pe);
            }

            @Override
            void set(long at, long value, int pe) {
                storing.countDown();
                try {
                    stored.await();
                } catch (InterruptedException e) {
                    throw new AssertionError(e);
                }
                region.set(at, value, pe);
            }

            @Override
            boolean compareAndSet(long at, long expected, long value, int pe) {
                return region.compareAndSet(at, expected, value, pe);
            }

            @Override
            void complete() {
                region.complete();
            }

            @Override
            void pause(int round) {
                region.pause(round);
            }
        };
        Ring ring = new Ring(slow, pes.region(0, 1), 0, 1, pes::lives, CAPACITY, 0);
        boolean[] offered = new boolean[1];
        Thread offers = Thread.ofPlatform().start(() -> offered[0] = ring.offer(7));
        storing.await();
        Thread closes = Thread.ofPlatform().start(ring::shut);
        while (closes.getState() != Thread.State.TIMED_WAITING && closes.isAlive()) {
            Thread.onSpinWait();
        }
        assertTrue(closes.isAlive(), "whether the end waits");
        stored.countDown();
        closes.join();
        assertEquals(1, ring.size());
        assertThrows(IllegalStateException.class, () -> ring.offer(8));
        // The refusal has not made this JVM a job of its own.
        Shmem.run(1, () -> { });
        offers.join();
        assertTrue(offered[0]);
        assertFalse(pes.locked(0, 0));
    }

    @Test
    void takesManyAtOnce() {
        MortalPes pes = new MortalPes(1, Ring.ELEMENTS + CAPACITY, Slots.WORDS);
        Ring ring = ring(pes, 0);
        long[] elements = new long[5];
        for (long i = 0; i < 100; i++) {
            assertTrue(ring.offer(i) && ring.offer(-i) && ring.offer(2 * i) && ring.offer(7) && !ring.offer(8));
            assertEquals(3, ring.poll(elements, 3));
            assertArrayEquals(new long[] {i, -i, 2 * i}, Arrays.copyOf(elements, 3));
            assertEquals(1, ring.poll(elements, 5));
            assertEquals(7, elements[0]);
            assertEquals(0, ring.poll(elements, 5));
        }
        assertEquals(600, ring.last().number());
    }
}
