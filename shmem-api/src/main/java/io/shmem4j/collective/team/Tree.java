// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.collective.team;

/**
 * A rooted tree over nodes 0..n-1 with node 0 as its root; children have an order, in which they are served.
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
     * {@return the tree in which every node has the given parent, -1 for node 0; children are served in ascending
     * order}
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

    /** {@return the tree in which everybody is the root's child} */
    public static Tree flat(int nodes) {
        int[] parents = new int[nodes];
        parents[0] = -1;
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
}
