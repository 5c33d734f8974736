// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.examples.irregular;

import io.shmem4j.Conveyor;
import io.shmem4j.Shmem;
import io.shmem4j.SymmetricLongs;
import io.shmem4j.irregular.batch.Batch;
import io.shmem4j.irregular.container.GlobalLongs;
import java.util.Arrays;
import java.util.SplittableRandom;

/** Elements at random places of a table that is dealt out are gathered. */
final class TableGather extends Work {
    private static final long SEED = 0x9a7;

    private final int[] places;
    private final long[] indices;
    private long[] gathered;
    private final SymmetricLongs table;
    private final Conveyor requests;
    private final Conveyor replies;
    private final Batch batch;
    private final GlobalLongs global;

    TableGather(Shmem shmem, int items) {
        super(shmem);
        int elements = Math.max(1, items / 100);
        this.places = new SplittableRandom(SEED + me).ints(items, 0, n * elements).toArray();
        this.indices = Arrays.stream(places).asLongStream().toArray();
        this.gathered = new long[items];
        this.table = shmem.allocateLongs(elements).named("table");
        for (int index = 0; index < elements; index++) {
            table.set(index, 3L * (index * (long) n + me) + 1);
        }
        this.requests = new Conveyor(shmem, 2);
        this.replies = new Conveyor(shmem, 2);
        this.batch = new Batch(shmem, table);
        this.global = GlobalLongs.cyclic(shmem, (long) elements * n);
        global.own().setAll(0, table.toArray());
        forms(this::plain, this::byConveyor, this::byBatch, this::byArray);
    }

    @Override
    int items() {
        return places.length;
    }

    private long plain() {
        for (int i = 0; i < places.length; i++) {
            gathered[i] = shmem.g(table, places[i] / n, places[i] % n);
        }
        return sum();
    }

    private long byBatch() {
        for (int i = 0; i < places.length; i++) {
            int at = i;
            batch.get(table, places[i] / n, places[i] % n, value -> gathered[at] = value);
        }
        batch.barrier();
        return sum();
    }

    private long byArray() {
        gathered = global.gather(indices);
        global.barrier();
        return sum();
    }

    private long byConveyor() {
        int asked = 0;
        boolean asking = true;
        while (replies.tryAdvance(!asking) | asking) {
            asking = requests.tryAdvance(asked == places.length);
            while (asked < places.length && requests.push(places[asked] % n, asked, places[asked] / n)) {
                asked++;
            }
            while (requests.pull()) {
                if (!replies.push(requests.from(), requests.item(), table.get(requests.item(1)))) {
                    requests.unpull();
                    break;
                }
            }
            while (replies.pull()) {
                gathered[(int) replies.item()] = replies.item(1);
            }
        }
        requests.restart();
        replies.restart();
        return sum();
    }

    private long sum() {
        long sum = 0;
        for (int i = 0; i < gathered.length; i++) {
            sum += gathered[i] * (i % 7 + 1);
        }
        Arrays.fill(gathered, -1);
        shmem.barrierAll();
        return sum;
    }
}
