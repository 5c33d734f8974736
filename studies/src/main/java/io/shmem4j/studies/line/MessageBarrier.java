// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.studies.line;

import io.shmem4j.sim.machine.MessageProfile;
import io.shmem4j.sim.run.VirtualPe;

/** The baseline's barrier: dissemination with one two-sided message per PE and round. */
public final class MessageBarrier extends Mailbox.Algorithm {
    private final int n;
    private final int rounds;
    private final boolean[] entered;
    private boolean leftEarly;

    public MessageBarrier(long base, int pes, MessageProfile profile) {
        super(base, new Mailbox(base, pes, Math.max(1, rounds(pes)), 1, profile));
        this.n = pes;
        this.rounds = rounds(pes);
        this.entered = new boolean[pes];
    }

    private static int rounds(int pes) {
        return Integer.SIZE - Integer.numberOfLeadingZeros(pes - 1);
    }

    @Override
    public void run(VirtualPe pe) {
        int me = pe.number();
        entered[me] = true;
        for (int round = 0; round < rounds; round++) {
            mailbox.send(pe, (me + (1 << round)) % n, round, me);
            mailbox.receive(pe, round);
        }
        for (boolean in : entered) {
            leftEarly |= !in;
        }
    }

    @Override
    public void check() {
        require(!leftEarly, "a PE left the barrier before all had entered");
    }
}
