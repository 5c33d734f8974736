// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.studies.line;

import io.shmem4j.collective.tree.KnomialTree;
import io.shmem4j.collective.tree.Tree;
import io.shmem4j.sim.machine.MessageProfile;
import io.shmem4j.sim.run.VirtualPe;

/** The baseline's broadcast: two-sided messages down a binomial tree. */
public final class MessageBroadcast extends Mailbox.Algorithm {
    private static final long MESSAGE = 0x5EED;

    private final Tree tree;
    private final long[] received;

    public MessageBroadcast(long base, int pes, int size, MessageProfile profile) {
        super(base, new Mailbox(base, pes, 1, size, profile));
        this.tree = KnomialTree.build(pes, 2);
        this.received = new long[pes];
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
