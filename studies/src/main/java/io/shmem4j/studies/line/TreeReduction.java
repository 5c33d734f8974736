// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.studies.line;

import io.shmem4j.collective.team.Tree;
import io.shmem4j.sim.coherence.CoherentChip;
import io.shmem4j.sim.run.VirtualPe;

/**
 * A sum of one item per PE up a tree (section 4.3).
 *
 * <p>Each parent has a flag that frees its buffers, one buffer per child, and a counter for the children. Buffers are
 * in their owner's cache, flags and counters in memory.
 */
public final class TreeReduction extends LineAlgorithm {
    private final Tree tree;
    private final int n;
    private final Words free;
    private final Words delivered;
    /** Siblings with consecutive numbers, as in level trees, have adjacent buffers. */
    private final Words buffers;
    private long result;

    /** Creates a reduction up a tree whose nodes are the PEs. */
    public TreeReduction(long base, Tree tree) {
        super(base, 3 * tree.size());
        this.tree = tree;
        this.n = tree.size();
        this.free = new Words(base, n);
        this.delivered = new Words(base + n, n);
        this.buffers = new Words(base + 2L * n, n);
    }

    @Override
    public void prepare(CoherentChip chip) {
        super.prepare(chip);
        for (int node = 1; node < n; node++) {
            chip.place(tree.parent(node), buffers.line(node), false);
        }
    }

    @Override
    public void run(VirtualPe pe) {
        int node = pe.number();
        long sum = item(node);
        int children = tree.childCount(node);
        if (children > 0) {
            free.set(pe, node, 1);
            delivered.await(pe, node, children);
            pe.load(buffers.line(tree.child(node, 0)), children, false);
            for (int i = 0; i < children; i++) {
                sum += buffers.get(tree.child(node, i));
            }
        }
        if (node == 0) {
            result = sum;
            return;
        }
        int parent = tree.parent(node);
        free.await(pe, parent, 1);
        buffers.set(pe, node, sum);
        delivered.add(pe, parent);
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
}
