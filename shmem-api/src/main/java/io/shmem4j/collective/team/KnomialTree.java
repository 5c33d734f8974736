// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.collective.team;

import java.util.Arrays;

/**
 * The k-nomial tree: in each round every node that has the message passes it to k-1 others; k = 2 is binomial.
 *
 * <p>Nodes are numbered in the order in which they are reached, which keeps parents before children and large subtrees
 * before small ones.
 */
public final class KnomialTree {
    private KnomialTree() {
    }

    /** {@return the tree for a radix of at least 2} */
    public static Tree build(int nodes, int k) {
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
        return Tree.ofParents(parents);
    }
}
