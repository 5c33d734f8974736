// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.examples;

import io.shmem4j.Shmem;
import io.shmem4j.SymmetricLongs;
import java.util.Locale;
import java.util.SplittableRandom;
import java.util.stream.LongStream;

/**
 * A hash table over the memory of all PEs. A key belongs to a PE and a place there; where another key has the place,
 * the next one is tried. A compare-and-swap takes a free place, and an atomic addition counts the insertions of a key.
 *
 * <p>All PEs draw from the same keys, so several insert the same one at a time. In the end the counts add up to the
 * insertions, and every key is found by the PE that has inserted it.
 *
 * <p>Arguments: insertions of each PE (default 20000), places on each PE (default twice as many).
 */
public final class HashTable {
    private static final long FREE = 0;
    private static final long SEED = 0x4a54;

    private final Shmem shmem;
    private final int places;
    private final SymmetricLongs keys;
    private final SymmetricLongs counts;

    private HashTable(Shmem shmem, int places) {
        this.shmem = shmem;
        this.places = places;
        this.keys = shmem.allocateLongs(places).named("keys");
        this.counts = shmem.allocateLongs(places).named("counts");
    }

    public static void main(String[] args) {
        Arguments arguments = new Arguments("hash [insertions [places]]", args, 2);
        int insertions = arguments.count(0, 20_000);
        int places = arguments.count(1, 2 * insertions);
        try (Shmem shmem = Shmem.init()) {
            HashTable table = new HashTable(shmem, places);
            double start = shmem.time();
            table.insert(insertions);
            shmem.barrierAll();
            double between = shmem.time();
            table.find(insertions);
            shmem.barrierAll();
            double end = shmem.time();
            long counted = shmem.world().sumReduce(LongStream.of(table.counts.toArray()).sum());
            long expected = (long) insertions * shmem.nPes();
            if (counted != expected) {
                throw new AssertionError(counted + " insertions were counted, not " + expected);
            }
            if (shmem.myPe() == 0) {
                System.out.printf(Locale.ROOT, "%d insertions on %d PEs: %.0f ns each, and %.0f ns to find a key%n",
                    expected, shmem.nPes(), (between - start) / insertions * 1e9, (end - between) / insertions * 1e9);
            }
            shmem.finish();
        }
    }

    private SplittableRandom random() {
        return new SplittableRandom(SEED + shmem.myPe());
    }

    private long draw(SplittableRandom random) {
        return random.nextInt(places) * 0x5851f42d4c957f2dL >>> 1 | 1;
    }

    private void insert(int insertions) {
        SplittableRandom random = random();
        for (int i = 0; i < insertions; i++) {
            long key = draw(random);
            int pe = owner(key);
            shmem.inc(counts, place(key, pe, true), pe);
        }
    }

    private void find(int insertions) {
        SplittableRandom random = random();
        for (int i = 0; i < insertions; i++) {
            long key = draw(random);
            int pe = owner(key);
            if (shmem.g(counts, place(key, pe, false), pe) == 0) {
                throw new AssertionError("key " + key + " was never counted");
            }
        }
    }

    private int owner(long key) {
        return (int) (key % shmem.nPes());
    }

    /** {@return the place of a key on its PE} One that is not there gets a free place if asked to. */
    private int place(long key, int pe, boolean insert) {
        int place = (int) (key / shmem.nPes() % places);
        for (int tried = 0; tried < places; tried++) {
            long there = insert ? shmem.compareSwap(keys, place, FREE, key, pe) : shmem.g(keys, place, pe);
            if (there == key || insert && there == FREE) {
                return place;
            }
            if (there == FREE) {
                throw new AssertionError("key " + key + " is not on PE " + pe);
            }
            place = place + 1 == places ? 0 : place + 1;
        }
        throw new IllegalStateException("the table of PE " + pe + " is full; give it more places");
    }
}
