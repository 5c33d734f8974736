// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.examples.irregular;

import io.shmem4j.Conveyor;
import io.shmem4j.Shmem;
import io.shmem4j.SymmetricLongs;
import io.shmem4j.irregular.batch.Batch;
import io.shmem4j.irregular.container.GlobalLongs;
import java.util.SplittableRandom;

/** A random permutation of all numbers is applied: each PE sends its numbers to their new places. */
final class Permutation extends Work {
    private final long[] targets;
    private final SymmetricLongs places;
    private final Conveyor conveyor;
    private final Batch batch;
    private final GlobalLongs global;

    /** Numbers i of all PEs go to one place, an odd factor away, and there each to another PE. */
    Permutation(Shmem shmem, int items) {
        super(shmem);
        int each = Integer.highestOneBit(items);
        this.targets = new long[each];
        int factor = new SplittableRandom(7).nextInt() | 1;
        for (int i = 0; i < each; i++) {
            targets[i] = (long) (i * factor & each - 1) * n + Integer.remainderUnsigned(me + (i * factor >>> 5), n);
        }
        this.places = shmem.allocateLongs(each).named("places");
        this.conveyor = new Conveyor(shmem, 2);
        this.batch = new Batch(shmem, places);
        this.global = GlobalLongs.cyclic(shmem, (long) each * n);
        forms(this::plain, this::byConveyor, this::byBatch, this::byArray);
    }

    @Override
    int items() {
        return targets.length;
    }

    private long plain() {
        for (int i = 0; i < targets.length; i++) {
            shmem.p(places, targets[i] / n, (long) i * n + me, (int) (targets[i] % n));
        }
        shmem.barrierAll();
        return sum(places);
    }

    private long byBatch() {
        for (int i = 0; i < targets.length; i++) {
            batch.p(places, targets[i] / n, (long) i * n + me, (int) (targets[i] % n));
        }
        batch.barrier();
        return sum(places);
    }

    private long byArray() {
        for (int i = 0; i < targets.length; i++) {
            global.put(targets[i], (long) i * n + me);
        }
        global.barrier();
        return sum(global.own());
    }

    private long byConveyor() {
        int pushed = 0;
        while (conveyor.advance(pushed == targets.length)) {
            while (pushed < targets.length && conveyor.push((int) (targets[pushed] % n), targets[pushed] / n,
                (long) pushed * n + me)) {
                pushed++;
            }
            while (conveyor.pull()) {
                places.set(conveyor.item(), conveyor.item(1));
            }
        }
        conveyor.restart();
        return sum(places);
    }

    private long sum(SymmetricLongs array) {
        long sum = 0;
        for (int i = 0; i < targets.length; i++) {
            sum += array.get(i) * (i + 1);
        }
        array.fill(-1);
        shmem.barrierAll();
        return sum;
    }
}
