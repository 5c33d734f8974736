// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.examples.irregular;

import io.shmem4j.Shmem;
import java.util.SplittableRandom;

/** A program on a random graph: vertex v lies on PE v mod n, and has edges to some others. */
abstract class GraphWork extends Work {
    static final int EDGES = 8;

    final int each;
    final int[] edges;

    GraphWork(Shmem shmem, int items) {
        super(shmem);
        this.each = Math.max(EDGES, items / EDGES);
        this.edges = new int[each * EDGES];
        for (int vertex = 0; vertex < each; vertex++) {
            int[] ends = new SplittableRandom(vertex * (long) n + me).ints(0, each * n).distinct().limit(EDGES)
                .sorted().toArray();
            System.arraycopy(ends, 0, edges, vertex * EDGES, EDGES);
        }
    }
}
