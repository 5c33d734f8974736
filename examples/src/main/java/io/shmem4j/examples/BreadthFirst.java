// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.examples;

import io.shmem4j.Shmem;
import io.shmem4j.SymmetricInts;
import java.util.Arrays;
import java.util.Locale;

/**
 * Breadth-first search in a random graph whose vertices are dealt out in bands. Level by level each PE follows the
 * edges of its new vertices. A compare-and-swap of the other end's level finds whether it is new; if so, the PE puts it
 * into the list of its owner, at a place that a fetch-and-add gives.
 *
 * <p>PE 0 does the whole search alone and compares the levels.
 *
 * <p>Arguments: vertices of each PE (default 2000).
 */
public final class BreadthFirst {
    private static final int EDGES = 4;
    private static final int UNSEEN = 0;

    private BreadthFirst() {
    }

    public static void main(String[] args) {
        Arguments arguments = new Arguments("bfs [vertices]", args, 1);
        int band = arguments.count(0, 2000);
        try (Shmem shmem = Shmem.init()) {
            int n = shmem.nPes();
            int all = Math.multiplyExact(band, n);
            SymmetricInts levels = shmem.allocateInts(band).named("levels");
            SymmetricInts next = shmem.allocateInts(band).named("next vertices");
            SymmetricInts count = shmem.allocateInts(1).named("their number");
            int[] frontier = new int[band];
            int size = 0;
            if (shmem.myPe() == 0) {
                levels.set(0, 1);
                size = 1;
            }
            shmem.barrierAll();
            double start = shmem.time();
            int level = 1;
            long seen = 1;
            for (long found = 1; found > 0; level++) {
                follow(shmem, frontier, size, level + 1, levels, next, count);
                shmem.barrierAll();
                size = count.get(0);
                shmem.get(frontier, 0, next, 0, size, shmem.myPe());
                count.set(0, 0);
                found = shmem.world().sumReduce((long) size);
                seen += found;
            }
            double seconds = shmem.time() - start;
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
                    level - 1, n, seconds * 1e3);
            }
            shmem.finish();
        }
    }

    private static void follow(Shmem shmem, int[] frontier, int size, int level, SymmetricInts levels,
        SymmetricInts next, SymmetricInts count) {
        int band = frontier.length;
        int all = band * shmem.nPes();
        for (int i = 0; i < size; i++) {
            for (int k = 0; k < EDGES; k++) {
                int vertex = other(frontier[i], k, all);
                int owner = vertex / band;
                if (shmem.atomicFetch(levels, vertex % band, owner) == UNSEEN
                    && shmem.compareSwap(levels, vertex % band, UNSEEN, level, owner) == UNSEEN) {
                    shmem.p(next, shmem.fetchInc(count, 0, owner), vertex, owner);
                }
            }
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
