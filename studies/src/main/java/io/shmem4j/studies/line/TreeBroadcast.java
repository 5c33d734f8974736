// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.studies.line;

import io.shmem4j.collective.tree.Tree;
import io.shmem4j.sim.coherence.CoherentChip;
import io.shmem4j.sim.run.VirtualPe;

/**
 * A broadcast of one line down a tree, and acknowledgements up again (section 4.1).
 *
 * <p>Each node has a line with the data and a flag, which its children poll, and one on which they count themselves
 * when they and all below them have the data. The root also marks the structure as occupied. Private buffers are in
 * their owner's cache, shared lines in memory.
 */
public final class TreeBroadcast extends LineAlgorithm {
    private static final long MESSAGE = 0x5EED;

    private final Tree tree;
    private final int n;
    private final boolean[] ready;
    private final long[] published;
    private final long[] received;
    private final int[] acknowledged;
    private final long[] spent = new long[Cause.values().length];

    /** Causes of a PE's time. */
    public enum Cause {
        /** Stores to flags and counters. */
        NOTIFICATION,
        /** Waits for flags and counters of others. */
        POLLING,
        /** Copies of the data. */
        DATA
    }

    /** Down a tree whose node numbers are those of the PEs. */
    public TreeBroadcast(long base, Tree tree) {
        super(base, 3 * tree.size() + 1);
        this.tree = tree;
        this.n = tree.size();
        this.ready = new boolean[n];
        this.published = new long[n];
        this.received = new long[n];
        this.acknowledged = new int[n];
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
            write(pe, occupied(), Cause.NOTIFICATION);
        } else {
            int parent = tree.parent(node);
            long begin = pe.now();
            pe.await(shared(parent), () -> ready[parent]);
            note(Cause.POLLING, pe, begin);
            write(pe, buffer(node), Cause.DATA);
            received[node] = published[parent];
        }
        int children = tree.childCount(node);
        if (children > 0) {
            long begin = pe.now();
            pe.read(shared(node));
            note(Cause.DATA, pe, begin);
            write(pe, shared(node), Cause.DATA);
            published[node] = received[node];
            write(pe, shared(node), Cause.NOTIFICATION);
            ready[node] = true;
            begin = pe.now();
            pe.await(count(node), () -> acknowledged[node] == children);
            note(Cause.POLLING, pe, begin);
        }
        if (node != 0) {
            write(pe, count(tree.parent(node)), Cause.NOTIFICATION);
            acknowledged[tree.parent(node)]++;
        }
    }

    private void write(VirtualPe pe, long line, Cause cause) {
        long begin = pe.now();
        pe.write(line);
        note(cause, pe, begin);
    }

    private void note(Cause cause, VirtualPe pe, long begin) {
        spent[cause.ordinal()] += pe.now() - begin;
    }

    /** {@return nanoseconds of a PE in the mean} */
    public double nanos(Cause cause) {
        return spent[cause.ordinal()] / 1000.0 / n;
    }

    @Override
    public void check() {
        for (int node = 0; node < n; node++) {
            require(received[node] == MESSAGE, "node " + node + " did not get the message");
        }
    }

    private long shared(int node) {
        return base + node;
    }

    private long count(int node) {
        return base + n + node;
    }

    private long buffer(int node) {
        return base + 2L * n + node;
    }

    private long occupied() {
        return base + 3L * n;
    }
}
