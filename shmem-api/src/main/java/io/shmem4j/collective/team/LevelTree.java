// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.collective.team;

/**
 * Trees given by the number of children per level, see {@link LevelTreeSolver}.
 *
 * <p>Nodes are numbered level by level. A last level that is not full is spread evenly, because a level is as slow as
 * its largest family.
 */
public final class LevelTree {
    private LevelTree() {
    }

    /** {@return the tree with children per node, from the root down, which must suffice for all nodes} */
    public static Tree build(int nodes, int... levels) {
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
        return Tree.ofParents(parents);
    }
}
