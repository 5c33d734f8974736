// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.collective.team;

import java.util.Arrays;
import java.util.PriorityQueue;

/**
 * A rooted tree over nodes 0..n-1 with node 0 as its root. Children have an order, in which they are served.
 *
 * <p>Immutable. Parents have smaller numbers than their children.
 */
public final class Tree {
    private final int[] parents;
    private final int[][] children;

    private Tree(int[] parents, int[][] children) {
        this.parents = parents;
        this.children = children;
    }

    /**
     * {@return the tree with these parents, -1 for node 0; children are served in ascending order}
     */
    static Tree ofParents(int[] parents) {
        int n = parents.length;
        int[] counts = new int[n];
        for (int node = 1; node < n; node++) {
            if (parents[node] < 0 || parents[node] >= node) {
                throw new IllegalArgumentException("node " + node + " has parent " + parents[node]);
            }
            counts[parents[node]]++;
        }
        int[][] children = new int[n][];
        for (int node = 0; node < n; node++) {
            children[node] = new int[counts[node]];
        }
        int[] filled = new int[n];
        for (int node = 1; node < n; node++) {
            int parent = parents[node];
            children[parent][filled[parent]++] = node;
        }
        return new Tree(parents.clone(), children);
    }

    /**
     * {@return the k-nomial tree for a radix of at least 2} In each round every node that has the message passes it to
     * k-1 others; k = 2 is binomial. Nodes are numbered in the order in which the message reaches them, so parents come
     * before children and large subtrees before small ones.
     */
    public static Tree knomial(int nodes, int k) {
        if (k < 2) {
            throw new IllegalArgumentException("a k-nomial tree needs k >= 2, not " + k);
        }
        int[] parents = new int[nodes];
        Arrays.fill(parents, -1);
        int reached = 1;
        while (reached < nodes) {
            int senders = reached;
            for (int copy = 1; copy < k && reached < nodes; copy++) {
                for (int sender = 0; sender < senders && reached < nodes; sender++) {
                    parents[reached++] = sender;
                }
            }
        }
        return ofParents(parents);
    }

    /**
     * {@return the broadcast tree that is optimal in the LogP model (Karp and others, 1993) when the gap equals the
     * overhead o, a fraction of L such as 0.5} A node that has the message passes it on every o, and each copy is
     * usable L + 2 o after it was started. The numbers of nodes reached grow like generalised Fibonacci numbers.
     */
    public static Tree fibonacci(int nodes, double overhead) {
        if (!(overhead > 0)) {
            throw new IllegalArgumentException("the overhead is a positive fraction of the latency, not " + overhead);
        }
        int[] parents = new int[nodes];
        parents[0] = -1;
        double flight = 1 + 2 * overhead;
        PriorityQueue<Sender> senders = new PriorityQueue<>();
        senders.add(new Sender(0, flight));
        for (int node = 1; node < nodes; node++) {
            Sender sender = senders.remove();
            parents[node] = sender.node();
            senders.add(new Sender(sender.node(), sender.nextArrival() + overhead));
            senders.add(new Sender(node, sender.nextArrival() + flight));
        }
        return ofParents(parents);
    }

    /**
     * {@return the tree with these children per node, from the root down, which must suffice for all nodes} Nodes are
     * numbered level by level. Children of a partly filled last level are spread evenly, because a level is as slow as
     * its largest family. {@link LevelTreeSolver} finds the levels.
     */
    public static Tree ofLevels(int nodes, int... levels) {
        int[] parents = new int[nodes];
        parents[0] = -1;
        int first = 0;
        int width = 1;
        int next = 1;
        for (int children : levels) {
            int take = (int) Math.min((long) width * children, nodes - next);
            for (int i = 0; i < take; i++) {
                parents[next + i] = first + (int) ((long) i * width / take);
            }
            first = next;
            next += take;
            width = take;
        }
        if (next < nodes) {
            throw new IllegalArgumentException("these levels reach " + next + " of " + nodes + " nodes");
        }
        return ofParents(parents);
    }

    public int size() {
        return parents.length;
    }

    public int parent(int node) {
        return parents[node];
    }

    public int childCount(int node) {
        return children[node].length;
    }

    public int child(int node, int index) {
        return children[node][index];
    }

    private record Sender(int node, double nextArrival) implements Comparable<Sender> {
        @Override
        public int compareTo(Sender other) {
            int byTime = Double.compare(nextArrival, other.nextArrival);
            return byTime != 0 ? byTime : Integer.compare(node, other.node);
        }
    }
}
