// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.irregular.container;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.shmem4j.irregular.container.MortalPes.Death;
import java.util.Arrays;
import java.util.HashMap;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A map whose PEs die before each store of each operation, one, or one and the one that repairs after it. */
class ShardsTest {
    private static final long WORDS = Shards.LEAST_WORDS;

    /** Operation on a key by a PE that may die in it. */
    private record Operation(String name, boolean effect, long key, UnaryOperator<long[]> change) { }

    private static long[] words(long... words) {
        return words;
    }

    private static long[] sized(long first, int count) {
        long[] words = new long[count];
        Arrays.fill(words, first);
        return words;
    }

    private static Shards shards(MortalPes pes, int me, boolean evicts) {
        Shards shards = new Shards(pes.region(me, 0), pes.region(me, 1), me, pes.count(), pes::lives,
            WORDS, evicts);
        shards.last();
        return shards;
    }

    private static MortalPes pes(int count) {
        return new MortalPes(count, WORDS, Slots.WORDS);
    }

    /** Keys that make the index grow with the next one, and blocks of several sizes, some of them free again. */
    private static Map<Long, long[]> fill(Shards shards, int keys) {
        Map<Long, long[]> expected = new HashMap<>();
        for (long key = 0; key < keys + 3; key++) {
            shards.change(words(key), before -> sized(7, 3));
        }
        for (long key = 0; key < keys; key++) {
            long[] value = sized(key, 1 + (int) key % 9);
            shards.change(words(key), before -> value);
            expected.put(key, value);
        }
        for (long key = keys; key < keys + 3; key++) {
            shards.change(words(key), before -> null);
        }
        return expected;
    }

    private static void assertHolds(Map<Long, long[]> expected, Shards shards, String what) {
        assertEquals(expected.size(), shards.size(), what);
        expected.forEach((key, value) -> assertArrayEquals(value, shards.get(words(key), long[]::new), what));
        int[] count = new int[1];
        shards.forEach((key, value) -> {
            assertArrayEquals(expected.get(key[0]), value, what);
            count[0]++;
        });
        assertEquals(expected.size(), count[0], what);
    }

    private static final Operation[] OPERATIONS = {
        new Operation("a new key", true, 1000, before -> sized(5, 6)),
        new Operation("a larger value", true, 3, before -> sized(5, 20)),
        new Operation("a value of the same size", true, 3, before -> sized(5, 4)),
        new Operation("removal", true, 4, before -> null),
        new Operation("no change", false, 4, before -> before),
        new Operation("a key that is not there", false, 2000, before -> null),
    };

    /** Dies before the given store of the operation, and returns false if that has fewer. */
    private static boolean dies(MortalPes pes, int pe, int store, Operation operation) {
        Shards own = shards(pes, pe, false);
        pes.dieBefore(pe, store);
        try {
            own.change(words(operation.key), operation.change);
            pes.live(pe);
            return false;
        } catch (Death e) {
            return true;
        }
    }

    @Test
    void eachOperationHappensWholeOrNotAtAll() {
        int deaths = 0;
        for (int keys : new int[] {6, 8, 16}) {
            for (Operation operation : OPERATIONS) {
                boolean happenedOnce = false;
                for (int store = 1;; store++) {
                    MortalPes pes = pes(2);
                    Shards other = shards(pes, 0, false);
                    Map<Long, long[]> expected = fill(other, keys);
                    boolean died = dies(pes, 1, store, operation);
                    String what = operation.name + " with " + keys + " keys, death before store " + store;
                    // The other one first: it takes over. Then a later life asks.
                    if (store % 2 == 0) {
                        other.change(words(operation.key), before -> before);
                        other.get(words(operation.key), long[]::new);
                    }
                    pes.live(1);
                    Shards later = shards(pes, 1, false);
                    long[] before = expected.get(operation.key);
                    long[] after = operation.change.apply(before);
                    LastOperation last = later.last();
                    if (last.happened()) {
                        happenedOnce = true;
                        expected.remove(operation.key);
                        if (after != null) {
                            expected.put(operation.key, after);
                        }
                    }
                    assertTrue(died || last.number() == 1 && last.happened() == (before != after), what);
                    assertHolds(expected, later, what);
                    assertHolds(expected, other, what);
                    assertFalse(pes.locked(0, 0), what);
                    if (!died) {
                        break;
                    }
                    deaths++;
                }
                assertEquals(operation.effect, happenedOnce, operation.name);
            }
        }
        assertTrue(deaths > 300, deaths + " deaths");
    }

    /** The PE that takes over dies, too; a third one makes it right. */
    @Test
    void pairsOfDeathsLoseNothing() {
        for (Operation operation : OPERATIONS) {
            boolean more = true;
            for (int first = 1; more; first += 2) {
                for (int second = 1 + first / 2 % 3;; second += 3) {
                    MortalPes pes = pes(3);
                    Shards third = shards(pes, 0, false);
                    Map<Long, long[]> expected = fill(third, 7);
                    more = dies(pes, 1, first, operation);
                    boolean again = dies(pes, 2, second, new Operation("", false,
                        operation.key, before -> before));
                    String what = operation.name + ", deaths before stores " + first + " and " + second;
                    long[] after = operation.change.apply(expected.get(operation.key));
                    third.change(words(77), before -> words(1));
                    expected.put(77L, words(1));
                    pes.live(1);
                    if (shards(pes, 1, false).last().happened()) {
                        expected.remove(operation.key);
                        if (after != null) {
                            expected.put(operation.key, after);
                        }
                    }
                    pes.live(2);
                    assertFalse(shards(pes, 2, false).last().happened(), what);
                    assertHolds(expected, third, what);
                    if (!again) {
                        break;
                    }
                }
            }
        }
    }

    @Test
    void aPeThatDiesWhileItEvictsLeavesWholeEntries() {
        for (int store = 1;; store++) {
            MortalPes pes = pes(2);
            Shards other = shards(pes, 0, true);
            for (long key = 0; key < 200; key++) {
                long[] value = sized(key, 30);
                other.change(words(key), before -> value);
            }
            assertTrue(other.size() < 200, "whether it has evicted");
            Shards own = shards(pes, 1, true);
            pes.dieBefore(1, store);
            boolean died = false;
            try {
                own.change(words(1000), before -> sized(1000, 60));
            } catch (Death e) {
                died = true;
            }
            other.change(words(2000), before -> sized(2000, 10));
            other.forEach((key, value) -> assertEquals(key[0], value[0], "an entry"));
            long[] count = new long[1];
            other.forEach((key, value) -> count[0]++);
            assertEquals(other.size(), count[0], "entries");
            pes.live(1);
            assertEquals(shards(pes, 1, true).last().happened(), other.get(words(1000), long[]::new) != null);
            if (!died) {
                return;
            }
        }
    }

    /** Against a map of Java, with values of all sizes, until memory is full again and again. */
    @Test
    void behavesLikeAMap() {
        SplittableRandom random = new SplittableRandom(5);
        MortalPes pes = new MortalPes(2, 4 * WORDS, Slots.WORDS);
        Shards[] own = new Shards[2];
        for (int pe = 0; pe < 2; pe++) {
            own[pe] = new Shards(pes.region(pe, 0), pes.region(pe, 1), pe, 2, pes::lives, 4 * WORDS, false);
        }
        Map<Long, long[]> expected = new HashMap<>();
        int full = 0;
        for (int i = 0; i < 60_000; i++) {
            Shards shards = own[random.nextInt(2)];
            long key = random.nextInt(700);
            long[] value = random.nextInt(3) == 0 ? null : sized(i, random.nextInt(random.nextInt(20) == 0 ? 300 : 60));
            try {
                assertArrayEquals(expected.get(key), shards.change(words(key, key), before -> value));
                if (value == null) {
                    expected.remove(key);
                } else {
                    expected.put(key, value);
                }
            } catch (IllegalStateException e) {
                full++;
            }
            assertArrayEquals(expected.get(key), shards.get(words(key, key), long[]::new));
        }
        assertTrue(full > 10 && expected.size() > 100, full + " times full, " + expected.size() + " entries");
        assertEquals(expected.size(), own[0].size());
        expected.keySet().forEach(key -> own[1].change(words(key, key), before -> null));
        assertEquals(0, own[0].size());
        assertNull(own[0].get(words(1, 1), long[]::new));
    }

    /** A PE that has come back, and has not used the map yet, keeps nobody waiting, neither readers nor itself. */
    @Test
    void whatALaterLifeHasNotReleasedIsTakenOver() {
        for (int reader = 0; reader < 2; reader++) {
            for (int store = 1; dies(pes(2), 1, store, OPERATIONS[0]); store++) {
                MortalPes pes = pes(2);
                Shards other = shards(pes, 0, false);
                other.change(words(1000), before -> words(3));
                dies(pes, 1, store, OPERATIONS[0]);
                pes.live(1);
                Shards later = new Shards(pes.region(1, 0), pes.region(1, 1), 1, 2, pes::lives, WORDS,
                    false);
                long[] found = (reader == 0 ? other : later).get(words(1000), long[]::new);
                assertEquals(later.last().happened() ? 5 : 3, found[0]);
            }
        }
    }

    @Test
    void refusesWhatCanNeverFit() {
        Shards shards = shards(pes(1), 0, true);
        shards.change(words(1), before -> words(2));
        assertThrows(IllegalStateException.class, () -> shards.change(words(2), before -> new long[5000]));
        assertThrows(IllegalArgumentException.class, () -> shards.change(new long[5000], before -> words(1)));
        assertArrayEquals(words(2), shards.get(words(1), long[]::new));
        assertFalse(shards.last().happened());
    }

    /** A free block that is large enough lies behind a smaller one in the list of both. */
    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void everyFreeBlockIsFound(boolean evicts) {
        MortalPes pes = pes(1);
        Shards filled = shards(pes, 0, false);
        filled.change(words(1), before -> sized(1, 237));
        filled.change(words(2), before -> words(2));
        filled.change(words(3), before -> sized(3, 157));
        int most = 10;
        for (int count : new int[] {77, 1}) {
            try {
                for (long key = most; ; key++, most++) {
                    long[] value = sized(key, count);
                    filled.change(words(key), before -> value);
                }
            } catch (IllegalStateException e) {
                assertTrue(e.getMessage().contains("has no room"), e.getMessage());
            }
        }
        filled.change(words(1), before -> null);
        filled.change(words(3), before -> null);
        long entries = filled.size();
        Shards shards = shards(pes, 0, evicts);
        shards.change(words(4), before -> sized(4, 189));
        assertEquals(entries + 1, shards.size());
        // The rest of it serves, too.
        shards.change(words(5), before -> sized(5, 45));
        assertEquals(entries + 2, shards.size());
        assertArrayEquals(sized(4, 189), shards.get(words(4), long[]::new));
        shards.change(words(6), before -> sized(6, 157));
        assertEquals(entries + 3, shards.size());
    }

    @Test
    void aCopyThatJavaHasNoRoomForLeavesNoLock() {
        MortalPes pes = pes(1);
        Shards shards = shards(pes, 0, false);
        shards.change(words(1), before -> words(2));
        long entries = 1;
        pes.region(0, 0).set(entries, Integer.MAX_VALUE, 0);
        assertThrows(OutOfMemoryError.class, () -> shards.forEach((key, value) -> { }));
        assertFalse(pes.locked(0, 0));
        assertArrayEquals(words(2), shards.change(words(1), before -> null));
    }

    /** Memory in which stores behind a limit are lost, as those to pages that a full file system can't give. */
    private static final class Poor extends Region {
        private final Region region;
        private final long limit;
        private boolean lost;

        Poor(Region region, long limit) {
            super(null, null);
            this.region = region;
            this.limit = limit;
        }

        @Override
        long get(long at, int pe) {
            return region.get(at, pe);
        }

        @Override
        void get(long[] target, int index, long at, int count, int pe) {
            region.get(target, index, at, count, pe);
        }

        @Override
        void set(long at, long value, int pe) {
            if (at < limit) {
                region.set(at, value, pe);
            } else {
                lost = true;
            }
        }

        @Override
        void require(long at, long count, int pe) {
            if (at + count > limit) {
                throw new IllegalStateException("the file system is full");
            }
        }

        @Override
        void put(long at, long[] source, int index, int count, int pe) {
            for (int i = 0; i < count; i++) {
                set(at + i, source[index + i], pe);
            }
        }

        @Override
        boolean compareAndSet(long at, long expected, long value, int pe) {
            return region.compareAndSet(at, expected, value, pe);
        }

        @Override
        void complete() {
            if (lost) {
                lost = false;
                throw new InternalError("a fault occurred in an unsafe memory access operation");
            }
        }

        @Override
        void pause(int round) {
            region.pause(round);
        }
    }

    /** The Error of a lost store comes later. */
    @Test
    void aMapWhoseFileSystemIsFullGoesOn() {
        MortalPes pes = pes(2);
        Region poor = new Poor(pes.region(0, 0), WORDS / 2);
        Shards shards = new Shards(poor, pes.region(0, 1), 0, 1, pes::lives, WORDS, false);
        Map<Long, long[]> expected = new HashMap<>();
        int full = 0;
        for (long key = 0; key < 200; key++) {
            long[] value = sized(key, 20);
            try {
                shards.change(words(key), before -> value);
                expected.put(key, value);
            } catch (IllegalStateException | InternalError e) {
                full++;
            }
        }
        assertTrue(full > 50 && expected.size() > 10, full + " times full, " + expected.size() + " entries");
        assertHolds(expected, shards, "of a full file system");
        assertFalse(pes.locked(0, 0));
    }

    /** Threads of several PEs read while others change and evict; values always belong to their keys. */
    @Test
    void readersSeeWholeValues() throws InterruptedException {
        MortalPes pes = pes(3);
        Thread[] threads = new Thread[3];
        Throwable[] failure = new Throwable[1];
        for (int t = 0; t < 3; t++) {
            Shards own = shards(pes, t, true);
            SplittableRandom random = new SplittableRandom(t);
            boolean writes = t > 0;
            threads[t] = new Thread(() -> {
                for (int i = 0; i < 30_000; i++) {
                    long key = random.nextInt(200);
                    if (writes) {
                        long[] value = sized(key, 1 + random.nextInt(40));
                        own.change(words(key), before -> value);
                    } else {
                        long[] value = own.get(words(key), long[]::new);
                        assertTrue(value == null || Arrays.stream(value).allMatch(word -> word == key));
                    }
                }
            });
            threads[t].setUncaughtExceptionHandler((thread, e) -> failure[0] = e);
            threads[t].start();
        }
        for (Thread each : threads) {
            each.join();
        }
        assertNull(failure[0]);
    }
}
