// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.studies.line;

import io.shmem4j.sim.coherence.CoherentChip;
import io.shmem4j.sim.machine.MessageProfile;
import io.shmem4j.sim.run.VirtualPe;
import io.shmem4j.studies.experiment.LineAlgorithm;

/** The baseline's barrier: dissemination with one two-sided message per PE and round. */
public final class MessageBarrier extends LineAlgorithm {
    private final int n;
    private final int rounds;
    private final Mailbox mailbox;
    private final boolean[] entered;
    private boolean leftEarly;

    /**
     * One barrier.
     *
     * @param base    first line
     * @param pes     number of PEs
     * @param profile what messages cost
     */
    public MessageBarrier(long base, int pes, MessageProfile profile) {
        super(base);
        this.n = pes;
        this.rounds = Integer.SIZE - Integer.numberOfLeadingZeros(pes - 1);
        this.mailbox = new Mailbox(base, pes, Math.max(1, rounds), 1, profile);
        this.entered = new boolean[pes];
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
