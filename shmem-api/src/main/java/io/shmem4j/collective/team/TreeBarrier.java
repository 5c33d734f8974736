// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.collective.team;

import io.shmem4j.collective.team.TeamView.Barrier;
import io.shmem4j.collective.tree.Tree;
import io.shmem4j.spi.WaitKind;

/**
 * A tree: a node waits for its children, then signals its parent; when the root has heard of all, signals go down
 * again.
 *
 * <p>Ordering: each signal is a release store after the waits before it, so the root's signal carries what all did.
 * Every signal is waited for by the member it goes to, see {@link Links}.
 */
final class TreeBarrier implements Barrier {
    private final Links links;
    private final Tree tree;
    private final int me;
    private final int children;

    TreeBarrier(TeamView team, Tree tree) {
        this.links = team.links();
        this.tree = tree;
        this.me = team.me();
        this.children = tree.childCount(me);
    }

    @Override
    public void sync(WaitKind kind) {
        for (int i = 0; i < children; i++) {
            links.await(tree.child(me, i), kind);
        }
        if (me != 0) {
            links.signal(tree.parent(me));
            links.await(tree.parent(me), kind);
        }
        for (int i = 0; i < children; i++) {
            links.signal(tree.child(me, i));
        }
    }
}
