// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.examples.irregular;

import io.shmem4j.Conveyor;
import io.shmem4j.Shmem;
import io.shmem4j.SymmetricInts;
import io.shmem4j.irregular.batch.Batch;
import java.util.Arrays;
import java.util.SplittableRandom;

/**
 * Triangles of a graph are counted. A vertex has edges to vertices with lower numbers only. Each that a vertex shares
 * with one of its neighbours makes a triangle: either the neighbour's row is fetched, or pairs of neighbours are sent
 * to the owner of the higher one, which looks for the lower one in its row.
 */
final class Triangles extends Work {
    private static final int EDGES = 8;
    /** How far below a vertex its neighbours are. */
    private static final int REACH = 64;

    private final int each;
    private final int[][] lower;
    private final SymmetricInts table;
    private final Conveyor conveyor;
    private final Batch batch;

    Triangles(Shmem shmem, int items) {
        super(shmem);
        this.each = Math.max(2, items / EDGES);
        this.lower = new int[each][];
        // The lower neighbours of each vertex in a row of their own, so that any PE can get them.
        this.table = shmem.allocateInts((long) each * EDGES).named("neighbours");
        for (int i = 0; i < each; i++) {
            int vertex = i * n + me;
            SplittableRandom random = new SplittableRandom(vertex);
            lower[i] = random.ints(EDGES, Math.max(0, vertex - REACH), Math.max(1, vertex)).filter(to -> to < vertex)
                .distinct().sorted().toArray();
            int[] row = Arrays.copyOf(lower[i], EDGES);
            Arrays.fill(row, lower[i].length, EDGES, -1);
            table.set((long) i * EDGES, row);
        }
        this.conveyor = Conveyor.allocate(shmem, 2);
        this.batch = Batch.allocate(shmem, table);
        form("plain", this::plain);
        form("conveyor", this::byConveyor);
        form("batch", this::byBatch);
    }

    private long plain() {
        long found = 0;
        int[] other = new int[EDGES];
        for (int[] row : lower) {
            for (int to : row) {
                shmem.get(other, 0, table, (long) to / n * EDGES, EDGES, to % n);
                found += common(row, other);
            }
        }
        return found;
    }

    private long byBatch() {
        long[] found = new long[1];
        for (int[] row : lower) {
            for (int to : row) {
                batch.get(table, (long) to / n * EDGES, EDGES, to % n, other -> found[0] += common(row, other));
            }
        }
        batch.barrier();
        return found[0];
    }

    /** {@return how many of a row are in another one, which ends with -1 where it is short} */
    private static int common(int[] row, int[] other) {
        int common = 0;
        for (int i = 0, k = 0; i < row.length && k < EDGES && other[k] >= 0;) {
            int difference = row[i] - other[k];
            common += difference == 0 ? 1 : 0;
            i += difference <= 0 ? 1 : 0;
            k += difference >= 0 ? 1 : 0;
        }
        return common;
    }

    private long byConveyor() {
        long found = 0;
        int vertex = 0;
        int j = 1;
        int i = 0;
        while (conveyor.advance(vertex == each)) {
            while (vertex < each) {
                int[] row = lower[vertex];
                if (j < row.length && !conveyor.push(row[j] % n, row[j] / n, row[i])) {
                    break;
                }
                i++;
                if (i >= j) {
                    i = 0;
                    j++;
                }
                if (j >= row.length) {
                    j = 1;
                    vertex++;
                }
            }
            while (conveyor.pull()) {
                found += Arrays.binarySearch(lower[(int) conveyor.item()], (int) conveyor.item(1)) >= 0 ? 1 : 0;
            }
        }
        conveyor.restart();
        return found;
    }
}
