// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.examples.irregular;

import io.shmem4j.Conveyor;
import io.shmem4j.Shmem;
import io.shmem4j.SymmetricInts;
import io.shmem4j.irregular.batch.Batch;
import io.shmem4j.irregular.container.GlobalInts;
import java.util.Arrays;
import java.util.SplittableRandom;

/**
 * Vertices of a graph without cycles get levels: one more than the highest of their predecessors. In rounds, each
 * vertex without open predecessors takes its edges out.
 *
 * <p>An edge leads from a vertex to one with a higher number, so there is no cycle. The number of open predecessors of
 * each vertex lies at its PE.
 */
final class TopologicalSort extends Work {
    private static final int EDGES = 4;
    private static final int DONE = -1;

    private final int each;
    private final long[][] successors;
    private final int edges;
    private final int[] predecessors;
    private final SymmetricInts open;
    private final Conveyor conveyor;
    private final Batch batch;
    private final GlobalInts global;

    TopologicalSort(Shmem shmem, int items) {
        super(shmem);
        this.each = items;
        this.successors = new long[each][];
        this.predecessors = new int[each];
        int all = each * n;
        for (int pe = 0; pe < n; pe++) {
            SplittableRandom random = new SplittableRandom(pe);
            for (int i = 0; i < each; i++) {
                int vertex = i * n + pe;
                long[] later = random.longs(EDGES, vertex + 1L, vertex + 1L + all).filter(to -> to < all).toArray();
                if (pe == me) {
                    successors[i] = later;
                }
                Arrays.stream(later).filter(to -> to % n == me).forEach(to -> predecessors[(int) to / n]++);
            }
        }
        this.edges = EDGES * each;
        this.open = shmem.allocateInts(each).named("open predecessors");
        this.conveyor = new Conveyor(shmem, 1);
        this.batch = new Batch(shmem, open);
        this.global = GlobalInts.cyclic(shmem, all);
        forms(this::plain, this::byConveyor, this::byBatch, this::byArray);
    }

    @Override
    int items() {
        return edges;
    }

    /** Takes out the edges of free vertices. */
    private interface Round {
        void run(int[] free, int count);
    }

    private long plain() {
        return levels(open, (free, count) -> {
            for (int i = 0; i < count; i++) {
                for (long to : successors[free[i]]) {
                    shmem.add(open, to / n, -1, (int) (to % n));
                }
            }
            shmem.barrierAll();
        });
    }

    private long byBatch() {
        return levels(open, (free, count) -> {
            for (int i = 0; i < count; i++) {
                for (long to : successors[free[i]]) {
                    batch.add(open, to / n, -1, (int) (to % n));
                }
            }
            batch.barrier();
        });
    }

    private long byArray() {
        return levels(global.own(), (free, count) -> {
            for (int i = 0; i < count; i++) {
                global.addAll(successors[free[i]], -1);
            }
            global.barrier();
        });
    }

    private long byConveyor() {
        return levels(open, (free, count) -> {
            int i = 0;
            int edge = 0;
            while (conveyor.advance(i == count)) {
                while (i < count) {
                    long[] row = successors[free[i]];
                    if (edge < row.length && !conveyor.push((int) (row[edge] % n), row[edge] / n)) {
                        break;
                    }
                    edge++;
                    if (edge >= row.length) {
                        edge = 0;
                        i++;
                    }
                }
                while (conveyor.pull()) {
                    open.set(conveyor.item(), open.get(conveyor.item()) - 1);
                }
            }
            conveyor.restart();
        });
    }

    private long levels(SymmetricInts counts, Round round) {
        counts.setAll(0, predecessors);
        shmem.barrierAll();
        int[] free = new int[each];
        long sum = 0;
        long left = each;
        for (int level = 1; shmem.world().maxReduce(left) > 0; level++) {
            int count = 0;
            for (int vertex = 0; vertex < each; vertex++) {
                if (counts.get(vertex) == 0) {
                    counts.set(vertex, DONE);
                    free[count++] = vertex;
                    sum += (long) level * (vertex * (long) n + me + 1);
                }
            }
            left -= count;
            shmem.barrierAll();
            round.run(free, count);
        }
        return sum;
    }
}
