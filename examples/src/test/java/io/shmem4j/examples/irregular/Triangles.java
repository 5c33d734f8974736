// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.examples.irregular;

import io.shmem4j.Shmem;
import io.shmem4j.SymmetricInts;
import io.shmem4j.channel.Channel;
import io.shmem4j.channel.Claim;
import io.shmem4j.irregular.batch.Batch;
import java.lang.foreign.ValueLayout;
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
    private final Channel channel;
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
        this.channel = Channel.allocate(shmem);
        this.batch = Batch.allocate(shmem, table);
        form("plain", this::plain);
        form("channel", this::byChannel);
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

    /** The claimed memory of a message has a neighbour; its tag is the row of the other one. */
    private long byChannel() {
        long[] found = new long[1];
        for (int[] row : lower) {
            for (int j = 1; j < row.length; j++) {
                for (int i = 0; i < j; i++) {
                    try (Claim claim = channel.claim(row[j] % n, row[j] / n, Integer.BYTES)) {
                        claim.memory().set(ValueLayout.JAVA_INT, 0, row[i]);
                        claim.commit();
                    }
                }
            }
        }
        channel.finish((from, vertex, memory, offset, length) -> found[0] +=
            Arrays.binarySearch(lower[(int) vertex], memory.get(ValueLayout.JAVA_INT, offset)) >= 0 ? 1 : 0);
        return found[0];
    }
}
