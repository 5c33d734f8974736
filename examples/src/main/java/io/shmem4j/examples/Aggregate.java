// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.examples;

import io.shmem4j.Conveyor;
import io.shmem4j.Shmem;
import io.shmem4j.SymmetricLongs;
import java.util.Locale;
import java.util.SplittableRandom;

/**
 * A histogram of random keys whose buckets are spread over all PEs, twice: by one atomic for each key, and by a
 * conveyor that carries keys together to the PE that has their bucket. Both must count the same.
 *
 * <p>On one machine the atomic is an instruction, and the conveyor copies each key twice; between machines each atomic
 * is a message.
 *
 * <p>Arguments: keys of each PE (default 100 thousand), buckets of each PE (default 1000).
 */
public final class Aggregate {
    private static final long SEED = 0x5eed;

    private Aggregate() {
    }

    public static void main(String[] args) {
        Arguments arguments = new Arguments("aggregate [keys [buckets]]", args, 2);
        int keys = arguments.count(0, 100_000);
        int buckets = arguments.count(1, 1000);
        try (Shmem shmem = Shmem.init()) {
            SymmetricLongs plain = shmem.allocateLongs(buckets).named("by atomics");
            SymmetricLongs carried = shmem.allocateLongs(buckets).named("by conveyor");
            Conveyor conveyor = new Conveyor(shmem, 1);
            double atomics = 0;
            double conveyed = 0;
            // The first round of each warms up.
            for (int round = 0; round < 2; round++) {
                double start = shmem.time();
                byAtomics(shmem, plain, keys, buckets);
                shmem.barrierAll();
                atomics = shmem.time() - start;
                start = shmem.time();
                byConveyor(shmem, conveyor, carried, keys, buckets);
                shmem.barrierAll();
                conveyed = shmem.time() - start;
                conveyor.restart();
            }
            for (int bucket = 0; bucket < buckets; bucket++) {
                if (plain.get(bucket) != carried.get(bucket)) {
                    throw new AssertionError("bucket " + bucket + " has " + plain.get(bucket) + " keys by atomics and "
                        + carried.get(bucket) + " by the conveyor");
                }
            }
            shmem.barrierAll();
            if (shmem.myPe() == 0) {
                System.out.printf(Locale.ROOT,
                    "%d keys of each of %d PEs: %.1f ns a key by atomics, %.1f ns by conveyor%n", keys, shmem.nPes(),
                    atomics * 1e9 / keys, conveyed * 1e9 / keys);
            }
        }
    }

    private static void byAtomics(Shmem shmem, SymmetricLongs counts, int keys, int buckets) {
        SplittableRandom random = new SplittableRandom(SEED + shmem.myPe());
        int n = shmem.nPes();
        for (int i = 0; i < keys; i++) {
            int key = random.nextInt(n * buckets);
            shmem.inc(counts, key / n, key % n);
        }
    }

    private static void byConveyor(Shmem shmem, Conveyor conveyor, SymmetricLongs counts, int keys, int buckets) {
        SplittableRandom random = new SplittableRandom(SEED + shmem.myPe());
        int n = shmem.nPes();
        int pushed = 0;
        int key = random.nextInt(n * buckets);
        while (conveyor.advance(pushed == keys)) {
            while (pushed < keys && conveyor.push(key % n, key / n)) {
                pushed++;
                key = random.nextInt(n * buckets);
            }
            while (conveyor.pull()) {
                long bucket = conveyor.item();
                counts.set(bucket, counts.get(bucket) + 1);
            }
        }
    }
}
