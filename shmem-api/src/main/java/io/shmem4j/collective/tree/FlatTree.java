// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.collective.tree;

/** The tree in which everybody is the root's child. */
public final class FlatTree {
    private FlatTree() {
    }

    /**
     * {@return the tree}
     *
     * @param nodes number of nodes
     */
    public static Tree build(int nodes) {
        int[] parents = new int[nodes];
        parents[0] = -1;
        return Tree.ofParents(parents);
    }
}
