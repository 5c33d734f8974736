// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.studies.line;

import io.shmem4j.collective.tree.Tree;
import io.shmem4j.sim.coherence.CoherentChip;
import io.shmem4j.sim.run.VirtualPe;

/**
 * A sum of one item per PE up a tree (section 4.3).
 *
 * <p>Each parent has a flag that says its buffers are free, a buffer per child and a line on which the children count
 * themselves. Buffers are in their owner's cache, flags and counts in memory.
 */
public final class TreeReduction extends LineAlgorithm {
    private final Tree tree;
    private final int n;
    private final boolean[] free;
    private final int[] delivered;
    private final long[] buffers;
    private long result;

    /** Up a tree whose node numbers are those of the PEs. */
    public TreeReduction(long base, Tree tree) {
        super(base, 3 * tree.size());
        this.tree = tree;
        this.n = tree.size();
        this.free = new boolean[n];
        this.delivered = new int[n];
        this.buffers = new long[n];
    }

    @Override
    public void prepare(CoherentChip chip) {
        super.prepare(chip);
        for (int node = 1; node < n; node++) {
            chip.place(tree.parent(node), buffer(node), false);
        }
    }

    @Override
    public void run(VirtualPe pe) {
        int node = pe.number();
        long sum = item(node);
        int children = tree.childCount(node);
        if (children > 0) {
            pe.write(flag(node));
            free[node] = true;
            pe.await(count(node), () -> delivered[node] == children);
            pe.load(buffer(tree.child(node, 0)), children, false);
            for (int i = 0; i < children; i++) {
                sum += buffers[tree.child(node, i)];
            }
        }
        if (node == 0) {
            result = sum;
            return;
        }
        int parent = tree.parent(node);
        pe.await(flag(parent), () -> free[parent]);
        pe.write(buffer(node));
        buffers[node] = sum;
        pe.write(count(parent));
        delivered[parent]++;
    }

    @Override
    public void check() {
        long expected = 0;
        for (int node = 0; node < n; node++) {
            expected += item(node);
        }
        require(result == expected, "the sum is " + result + " instead of " + expected);
    }

    private static long item(int node) {
        return 1000L + node * node;
    }

    private long flag(int node) {
        return base + node;
    }

    private long count(int node) {
        return base + n + node;
    }

    /** Buffers of siblings are neighbours when siblings have neighbouring numbers, as in level trees. */
    private long buffer(int child) {
        return base + 2L * n + child;
    }
}
