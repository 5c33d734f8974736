// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.examples.irregular;

import io.shmem4j.Conveyor;
import io.shmem4j.Shmem;
import io.shmem4j.SymmetricInts;
import io.shmem4j.irregular.message.Messages;
import java.util.Arrays;

/** Breadth-first search: each vertex gets its distance from vertex 0, level by level. */
final class Levels extends GraphWork {
    private final int[] levels;
    private final int[] frontier;
    private final int[] next;
    private int count;
    private int level;
    private final SymmetricInts shared;
    private final SymmetricInts found;
    private final SymmetricInts foundCount;
    private final Conveyor conveyor;
    private final Messages messages;
    private final int reach;

    Levels(Shmem shmem, int items) {
        super(shmem, items);
        this.levels = new int[each];
        this.frontier = new int[each];
        this.next = new int[each];
        this.shared = shmem.allocateInts(each).named("levels");
        this.found = shmem.allocateInts(each).named("next vertices");
        this.foundCount = shmem.allocateInts(1).named("their number");
        this.conveyor = new Conveyor(shmem, 1);
        this.messages = new Messages(shmem);
        this.reach = messages.handler((from, vertex) -> reach((int) vertex.get()));
        messages.open();
        form("plain", this::plain);
        form("conveyor", () -> search(this::byConveyor));
        form("messages", () -> search(this::byMessages));
    }

    /** A compare-and-swap finds whether a vertex is new, a fetch-and-add its place among those of its owner. */
    private long plain() {
        shared.fill(0);
        if (me == 0) {
            shared.set(0, 1);
        }
        return search(size -> {
            for (int i = 0; i < size; i++) {
                for (int edge = frontier[i] * EDGES; edge < frontier[i] * EDGES + EDGES; edge++) {
                    int to = edges[edge] / n;
                    int owner = edges[edge] % n;
                    if (shmem.compareSwap(shared, to, 0, level + 1, owner) == 0) {
                        shmem.p(found, shmem.fetchInc(foundCount, 0, owner), to, owner);
                    }
                }
            }
            shmem.barrierAll();
            for (int i = 0; i < foundCount.get(0); i++) {
                reach(found.get(i));
            }
            foundCount.set(0, 0);
        });
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
