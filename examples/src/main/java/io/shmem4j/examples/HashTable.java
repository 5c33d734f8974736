// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.examples;

import io.shmem4j.Shmem;
import io.shmem4j.SymmetricLongs;
import java.util.Locale;
import java.util.SplittableRandom;
import java.util.stream.LongStream;

/**
 * A hash table in the memory of all PEs, with linear probing. The hash of a key selects a PE and the first slot to try
 * there. A compare-and-swap claims a free slot, and an atomic addition counts the insertions of a key.
 *
 * <p>All PEs draw from the same keys, so several may insert a key at the same time. In the end the counts must add up
 * to the number of insertions, and every PE must find its keys.
 *
 * <p>Arguments: insertions per PE (default 20000), slots per PE (default twice as many).
 */
public final class HashTable {
    private static final long FREE = 0;
    private static final long SEED = 0x4a54;

    private final Shmem shmem;
    private final int slots;
    private final SymmetricLongs keys;
    private final SymmetricLongs counts;

    private HashTable(Shmem shmem, int slots) {
        this.shmem = shmem;
        this.slots = slots;
        this.keys = shmem.allocateLongs(slots).named("keys");
        this.counts = shmem.allocateLongs(slots).named("counts");
    }

    public static void main(String[] args) {
        Arguments arguments = new Arguments("hash [insertions [slots]]", args, 2);
        int insertions = arguments.count(0, 20_000);
        int slots = arguments.count(1, 2 * insertions);
        try (Shmem shmem = Shmem.init()) {
            HashTable table = new HashTable(shmem, slots);
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
        return random.nextInt(slots) * 0x5851f42d4c957f2dL >>> 1 | 1;
    }

    private void insert(int insertions) {
        SplittableRandom random = random();
        for (int i = 0; i < insertions; i++) {
            long key = draw(random);
            int pe = owner(key);
            shmem.inc(counts, slot(key, pe, true), pe);
        }
    }

    private void find(int insertions) {
        SplittableRandom random = random();
        for (int i = 0; i < insertions; i++) {
            long key = draw(random);
            int pe = owner(key);
            if (shmem.g(counts, slot(key, pe, false), pe) == 0) {
                throw new AssertionError("key " + key + " has no count");
            }
        }
    }

    private int owner(long key) {
        return (int) (key % shmem.nPes());
    }

    /** {@return the slot of a key on its PE; a new one if {@code insert}} */
    private int slot(long key, int pe, boolean insert) {
        int slot = (int) (key / shmem.nPes() % slots);
        for (int tried = 0; tried < slots; tried++) {
            long there = insert ? shmem.compareSwap(keys, slot, FREE, key, pe) : shmem.g(keys, slot, pe);
            if (there == key || insert && there == FREE) {
                return slot;
            }
            if (there == FREE) {
                throw new AssertionError("key " + key + " is not on PE " + pe);
            }
            slot = slot + 1 == slots ? 0 : slot + 1;
        }
        throw new IllegalStateException("the table of PE " + pe + " is full; pass a larger number of slots");
    }
}
