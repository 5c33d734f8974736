// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.studies.line;

import io.shmem4j.collective.team.Tree;
import io.shmem4j.sim.coherence.CoherentChip;
import io.shmem4j.sim.run.VirtualPe;

/**
 * A broadcast of one line down a tree, with acknowledgements up again (section 4.1).
 *
 * <p>Each node has a line with the data and a flag, which its children poll, and a counter that children increment when
 * their whole subtree has the data. The root also marks the structure as occupied. Private buffers are in their owner's
 * cache, shared lines in memory.
 */
public final class TreeBroadcast extends LineAlgorithm {
    private static final long MESSAGE = 0x5EED;

    private final Tree tree;
    private final int n;
    private final Words ready;
    private final Words acknowledged;
    private final long[] published;
    private final long[] received;

    /** Creates a broadcast down a tree whose nodes are the PEs. */
    public TreeBroadcast(long base, Tree tree) {
        super(base, 3 * tree.size() + 1);
        this.tree = tree;
        this.n = tree.size();
        this.ready = new Words(base, n);
        this.acknowledged = new Words(base + n, n);
        this.published = new long[n];
        this.received = new long[n];
    }

    @Override
    public void prepare(CoherentChip chip) {
        super.prepare(chip);
        for (int node = 0; node < n; node++) {
            chip.place(node, buffer(node), false);
        }
    }

    @Override
    public void run(VirtualPe pe) {
        int node = pe.number();
        if (node == 0) {
            received[0] = MESSAGE;
            pe.write(base + 3L * n);
        } else {
            int parent = tree.parent(node);
            ready.await(pe, parent, 1);
            pe.write(buffer(node));
            received[node] = published[parent];
        }
        int children = tree.childCount(node);
        if (children > 0) {
            pe.read(ready.line(node));
            pe.write(ready.line(node));
            published[node] = received[node];
            ready.set(pe, node, 1);
            acknowledged.await(pe, node, children);
        }
        if (node != 0) {
            acknowledged.add(pe, tree.parent(node));
        }
    }

    @Override
    public void check() {
        for (int node = 0; node < n; node++) {
            require(received[node] == MESSAGE, "node " + node + " did not get the message");
        }
    }

    private long buffer(int node) {
        return base + 2L * n + node;
    }
}
