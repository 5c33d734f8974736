// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.examples;

import io.shmem4j.Shmem;
import io.shmem4j.SymmetricInts;
import io.shmem4j.irregular.message.Messages;
import java.util.Arrays;
import java.util.Locale;

/**
 * Breadth-first search in a random graph. Each PE owns a range of vertices. Level by level it sends a message along
 * each edge of its new vertices, to the owner of the other end, whose handler checks whether that vertex is new.
 *
 * <p>PE 0 repeats the search alone and compares the levels.
 *
 * <p>Arguments: vertices per PE (default 2000).
 */
public final class BreadthFirst {
    private static final int EDGES = 4;
    private static final int UNSEEN = 0;

    private final int[] next;
    private final SymmetricInts levels;
    private int count;
    private int level;

    private BreadthFirst(Shmem shmem, int band) {
        this.next = new int[band];
        this.levels = shmem.allocateInts(band).named("levels");
    }

    public static void main(String[] args) {
        Arguments arguments = new Arguments("bfs [vertices]", args, 1);
        int band = arguments.count(0, 2000);
        try (Shmem shmem = Shmem.init()) {
            new BreadthFirst(shmem, band).run(shmem, band, Math.multiplyExact(band, shmem.nPes()));
            shmem.finish();
        }
    }

    private void run(Shmem shmem, int band, int all) {
        Messages messages = Messages.allocate(shmem);
        int reach = messages.handler((from, vertex) -> reach((int) vertex.get()));
        messages.open();
        double start = shmem.time();
        if (shmem.myPe() == 0) {
            messages.send(0, reach, 0);
        }
        messages.finish();
        long seen = 0;
        for (long found = 1; found > 0; seen += found) {
            level++;
            int[] frontier = Arrays.copyOf(next, count);
            count = 0;
            // No message arrives before all PEs have copied their new vertices.
            found = shmem.world().sumReduce((long) frontier.length);
            for (int local : frontier) {
                for (int k = 0; k < EDGES; k++) {
                    int vertex = other(band * shmem.myPe() + local, k, all);
                    messages.send(vertex / band, reach, vertex % band);
                }
            }
            messages.finish();
        }
        double seconds = shmem.time() - start;
        messages.free();
        SymmetricInts gathered = shmem.allocateInts(all).named("all levels");
        shmem.world().fcollect(gathered, levels, band);
        if (shmem.myPe() == 0) {
            int[] expected = alone(all);
            int differing = Arrays.mismatch(expected, gathered.toArray());
            if (differing >= 0) {
                throw new AssertionError("vertex " + differing + " has level " + gathered.get(differing) + ", not "
                    + expected[differing]);
            }
            System.out.printf(Locale.ROOT, "%d of %d vertices reached in %d levels on %d PEs, %.2f ms%n", seen, all,
                level - 1, shmem.nPes(), seconds * 1e3);
        }
    }

    private void reach(int local) {
        if (levels.get(local) == UNSEEN) {
            levels.set(local, level + 1);
            next[count++] = local;
        }
    }

    /** {@return the other end of an edge} */
    private static int other(int vertex, int k, int all) {
        long x = (vertex * (long) EDGES + k + 1) * 0x9e3779b97f4a7c15L;
        return (int) ((x ^ x >>> 32) >>> 1 & Integer.MAX_VALUE) % all;
    }

    private static int[] alone(int all) {
        int[] levels = new int[all];
        int[] queue = new int[all];
        levels[0] = 1;
        for (int head = 0, tail = 1; head < tail; head++) {
            for (int k = 0; k < EDGES; k++) {
                int vertex = other(queue[head], k, all);
                if (levels[vertex] == UNSEEN) {
                    levels[vertex] = levels[queue[head]] + 1;
                    queue[tail++] = vertex;
                }
            }
        }
        return levels;
    }
}
