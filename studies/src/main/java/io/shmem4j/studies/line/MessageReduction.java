// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.studies.line;

import io.shmem4j.collective.tree.KnomialTree;
import io.shmem4j.collective.tree.Tree;
import io.shmem4j.sim.machine.MessageProfile;
import io.shmem4j.sim.run.VirtualPe;

/** The baseline's sum of one item per PE: two-sided messages up a binomial tree. */
public final class MessageReduction extends Mailbox.Algorithm {
    private final Tree tree;
    private long result;

    public MessageReduction(long base, int pes, MessageProfile profile) {
        super(base, new Mailbox(base, pes, Math.max(1, KnomialTree.build(pes, 2).childCount(0)), 1, profile));
        this.tree = KnomialTree.build(pes, 2);
    }

    @Override
    public void run(VirtualPe pe) {
        int me = pe.number();
        long sum = me + 1;
        for (int i = tree.childCount(me) - 1; i >= 0; i--) {
            sum += mailbox.receive(pe, i);
        }
        if (me == 0) {
            result = sum;
        } else {
            mailbox.send(pe, tree.parent(me), tree.indexInParent(me), sum);
        }
    }

    @Override
    public void check() {
        long n = tree.size();
        require(result == n * (n + 1) / 2, "the sum is " + result);
    }
}
