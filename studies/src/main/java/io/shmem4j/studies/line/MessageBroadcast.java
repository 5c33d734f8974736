// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.studies.line;

import io.shmem4j.collective.tree.KnomialTree;
import io.shmem4j.collective.tree.Tree;
import io.shmem4j.sim.coherence.CoherentChip;
import io.shmem4j.sim.machine.MessageProfile;
import io.shmem4j.sim.run.VirtualPe;
import io.shmem4j.studies.experiment.LineAlgorithm;

/** The baseline's broadcast: two-sided messages down a binomial tree. */
public final class MessageBroadcast extends LineAlgorithm {
    private static final long MESSAGE = 0x5EED;

    private final Tree tree;
    private final Mailbox mailbox;
    private final long[] received;

    /**
     * One broadcast.
     *
     * @param base    first line
     * @param pes     number of PEs
     * @param size    lines of the message
     * @param profile what messages cost
     */
    public MessageBroadcast(long base, int pes, int size, MessageProfile profile) {
        super(base);
        this.tree = KnomialTree.build(pes, 2);
        this.mailbox = new Mailbox(base, pes, 1, size, profile);
        this.received = new long[pes];
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
        received[me] = me == 0 ? MESSAGE : mailbox.receive(pe, 0);
        for (int i = 0; i < tree.childCount(me); i++) {
            mailbox.send(pe, tree.child(me, i), 0, received[me]);
        }
    }

    @Override
    public void check() {
        for (long value : received) {
            require(value == MESSAGE, "a PE did not get the message");
        }
    }
}
