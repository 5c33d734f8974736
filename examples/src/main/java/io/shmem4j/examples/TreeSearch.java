// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.examples;

import io.shmem4j.Shmem;
import io.shmem4j.Team;
import io.shmem4j.irregular.container.WorkPool;
import java.util.Locale;
import java.util.SplittableRandom;
import java.util.function.LongConsumer;
import java.util.stream.LongStream;

/**
 * Counts the nodes of an unbalanced tree with a {@link WorkPool}. A node is a seed that determines the number of its
 * children and their seeds, so the size of a subtree is not known in advance. PE 0 adds the children of the root; PEs
 * without nodes steal some.
 *
 * <p>PE 0 also counts the nodes alone and compares the results.
 *
 * <p>Arguments: children of the root (default 2000), expected nodes below each of them (default 25).
 */
public final class TreeSearch {
    private static final int CHILDREN = 8;
    private static final int WAITING = 1 << 16;

    public static void main(String[] args) {
        Arguments arguments = new Arguments("uts [children [below]]", args, 2);
        int roots = arguments.count(0, 2000);
        double fertile = (1 - 1.0 / arguments.count(1, 25)) / CHILDREN;
        try (Shmem shmem = Shmem.init()) {
            Team world = shmem.world();
            WorkPool pool = WorkPool.allocate(shmem, Math.max(roots, WAITING), 0);
            if (shmem.myPe() == 0) {
                pool.add(LongStream.range(0, roots).toArray());
            }
            shmem.barrierAll();
            double start = shmem.time();
            long visited = pool.run(node -> expand(node, fertile, pool::add));
            double seconds = shmem.time() - start;
            long sum = world.sumReduce(visited);
            long least = world.minReduce(visited);
            long most = world.maxReduce(visited);
            long stolen = world.sumReduce(pool.stolen());
            if (shmem.myPe() == 0) {
                long alone = countAlone(roots, fertile);
                if (sum != alone) {
                    throw new AssertionError("there are " + alone + " nodes, not " + sum);
                }
                System.out.printf(Locale.ROOT, "%d nodes; %d PEs visited %d to %d of them, %d stolen, %.1f ms%n", sum,
                    shmem.nPes(), least, most, stolen, seconds * 1e3);
            }
            shmem.finish();
        }
    }

    private static void expand(long node, double fertile, LongConsumer children) {
        SplittableRandom random = new SplittableRandom(node);
        if (random.nextDouble() < fertile) {
            random.longs(CHILDREN).forEach(children);
        }
    }

    private static long countAlone(int roots, double fertile) {
        long[] count = {roots};
        for (int root = 0; root < roots; root++) {
            count(root, fertile, count);
        }
        return count[0];
    }

    private static void count(long node, double fertile, long[] count) {
        expand(node, fertile, child -> {
            count[0]++;
            count(child, fertile, count);
        });
    }
}
