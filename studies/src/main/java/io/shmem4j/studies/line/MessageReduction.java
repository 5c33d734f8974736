// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.studies.line;

import io.shmem4j.collective.tree.KnomialTree;
import io.shmem4j.collective.tree.Tree;
import io.shmem4j.sim.coherence.CoherentChip;
import io.shmem4j.sim.machine.MessageProfile;
import io.shmem4j.sim.run.VirtualPe;
import io.shmem4j.studies.experiment.LineAlgorithm;

/** The baseline's sum of one item per PE: two-sided messages up a binomial tree. */
public final class MessageReduction extends LineAlgorithm {
    private final Tree tree;
    private final int slots;
    private final Mailbox mailbox;
    private long result;

    /**
     * One reduction.
     *
     * @param base    first line
     * @param pes     number of PEs
     * @param profile what messages cost
     */
    public MessageReduction(long base, int pes, MessageProfile profile) {
        super(base);
        this.tree = KnomialTree.build(pes, 2);
        this.slots = Math.max(1, tree.childCount(0));
        this.mailbox = new Mailbox(base, pes, slots, 1, profile);
    }

    @Override
    public int lines() {
        return mailbox.lines();
    }

    @Override
    public void prepare(CoherentChip chip) {
        mailbox.prepare(chip);
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
