// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.examples.irregular;

import io.shmem4j.Conveyor;
import io.shmem4j.Shmem;
import io.shmem4j.irregular.message.Messages;
import java.util.Arrays;

/** Breadth-first search: each vertex gets its distance from vertex 0, level by level. */
final class Levels extends GraphWork {
    private final int[] levels;
    private final int[] frontier;
    private final int[] next;
    private int count;
    private int level;
    private final Conveyor conveyor;
    private final Messages messages;
    private final int reach;

    Levels(Shmem shmem, int items) {
        super(shmem, items);
        this.levels = new int[each];
        this.frontier = new int[each];
        this.next = new int[each];
        this.conveyor = new Conveyor(shmem, 1);
        this.messages = new Messages(shmem);
        this.reach = messages.handler((from, vertex) -> reach((int) vertex.get()));
        messages.open();
        form("conveyor", () -> search(this::byConveyor));
        form("messages", () -> search(this::byMessages));
    }

    private void byMessages(int size) {
        for (int i = 0; i < size; i++) {
            for (int edge = frontier[i] * EDGES; edge < frontier[i] * EDGES + EDGES; edge++) {
                messages.send(edges[edge] % n, reach, edges[edge] / n);
            }
        }
        messages.finish();
    }

    private void byConveyor(int size) {
        int pushed = 0;
        int all = size * EDGES;
        while (conveyor.advance(pushed == all)) {
            while (pushed < all) {
                int to = edges[frontier[pushed / EDGES] * EDGES + pushed % EDGES];
                if (!conveyor.push(to % n, to / n)) {
                    break;
                }
                pushed++;
            }
            while (conveyor.pull()) {
                reach((int) conveyor.item());
            }
        }
        conveyor.restart();
    }

    private void reach(int vertex) {
        if (levels[vertex] == 0) {
            levels[vertex] = level + 1;
            next[count++] = vertex;
        }
    }

    /** Follows the edges of the vertices of a level. */
    private interface Step {
        void run(int size);
    }

    private long search(Step step) {
        Arrays.fill(levels, 0);
        count = 0;
        level = 0;
        if (me == 0) {
            reach(0);
        }
        for (level = 1; shmem.world().sumReduce((long) count) > 0; level++) {
            int size = count;
            System.arraycopy(next, 0, frontier, 0, size);
            count = 0;
            shmem.syncAll();
            step.run(size);
        }
        long sum = 0;
        for (int vertex = 0; vertex < each; vertex++) {
            sum += levels[vertex] * (vertex * (long) n + me);
        }
        return sum;
    }
}
