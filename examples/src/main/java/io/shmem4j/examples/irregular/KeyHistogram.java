// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.examples.irregular;

import io.shmem4j.Conveyor;
import io.shmem4j.Shmem;
import io.shmem4j.SymmetricLongs;
import io.shmem4j.irregular.batch.Batch;
import io.shmem4j.irregular.container.GlobalLongs;
import java.util.Arrays;
import java.util.SplittableRandom;

/** Random keys are counted in a table that is dealt out. */
final class KeyHistogram extends Work {
    private static final long SEED = 0x5eed;

    private final int buckets;
    private final int[] keys;
    private final long[] indices;
    private final SymmetricLongs counts;
    private final Conveyor conveyor;
    private final Batch batch;
    private final GlobalLongs global;

    KeyHistogram(Shmem shmem, int items) {
        super(shmem);
        this.buckets = Math.max(1, items / 100);
        this.keys = new SplittableRandom(SEED + me).ints(items, 0, n * buckets).toArray();
        this.indices = Arrays.stream(keys).asLongStream().toArray();
        this.counts = shmem.allocateLongs(buckets).named("counts");
        this.conveyor = new Conveyor(shmem, 1);
        this.batch = new Batch(shmem, counts);
        this.global = GlobalLongs.cyclic(shmem, (long) buckets * n);
        forms(this::plain, this::byConveyor, this::byBatch, this::byArray);
    }

    @Override
    int items() {
        return keys.length;
    }

    private long plain() {
        for (int key : keys) {
            shmem.inc(counts, key / n, key % n);
        }
        shmem.barrierAll();
        return sum(counts);
    }

    private long byBatch() {
        for (int key : keys) {
            batch.inc(counts, key / n, key % n);
        }
        batch.barrier();
        return sum(counts);
    }

    private long byArray() {
        global.addAll(indices, 1);
        global.barrier();
        return sum(global.own());
    }

    private long byConveyor() {
        int pushed = 0;
        while (conveyor.advance(pushed == keys.length)) {
            while (pushed < keys.length && conveyor.push(keys[pushed] % n, keys[pushed] / n)) {
                pushed++;
            }
            while (conveyor.pull()) {
                counts.set(conveyor.item(), counts.get(conveyor.item()) + 1);
            }
        }
        conveyor.restart();
        return sum(counts);
    }

    /** {@return a sum that shows wrong counts; all counts are 0 afterwards} */
    private long sum(SymmetricLongs array) {
        long sum = 0;
        for (int bucket = 0; bucket < buckets; bucket++) {
            sum += array.get(bucket) * (bucket * (long) n + me);
        }
        array.fill(0);
        shmem.barrierAll();
        return sum;
    }
}
