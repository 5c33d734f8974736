// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.studies.line;

import io.shmem4j.sim.coherence.CoherentChip;
import io.shmem4j.sim.machine.MessageProfile;
import io.shmem4j.sim.run.VirtualPe;
import io.shmem4j.studies.experiment.LineAlgorithm;

/**
 * Two-sided messages of a fixed size by two copies, in the four steps of Putigny, Ruelle and Goglin: the sender loads
 * its buffer and stores into a shared cell, the receiver loads the cell and stores into its own buffer. There is one
 * cell per receiver and slot, in the receiver's cache at first, as the last message left it. Sender and receiver spend
 * what the profile says.
 */
final class Mailbox {
    private final long base;
    private final int slots;
    private final int size;
    private final long sendPicos;
    private final long receivePicos;
    private final long[] content;
    private final boolean[] full;

    Mailbox(long base, int pes, int slots, int size, MessageProfile profile) {
        this.base = base;
        this.slots = slots;
        this.size = size;
        this.sendPicos = Math.round(profile.send() * 1000);
        this.receivePicos = Math.round(profile.receive() * 1000);
        this.content = new long[pes * slots];
        this.full = new boolean[pes * slots];
    }

    int lines() {
        return (full.length + full.length / slots) * size;
    }

    /** {@return the first line of a PE's own buffer} */
    private long buffer(int pe) {
        return base + (long) (full.length + pe) * size;
    }

    void prepare(CoherentChip chip) {
        for (int i = 0; i < full.length * size; i++) {
            chip.place(i / (slots * size), base + i, false);
        }
        for (int i = 0; i < full.length / slots * size; i++) {
            chip.place(i / size, buffer(0) + i, false);
        }
    }

    void send(VirtualPe pe, int receiver, int slot, long value) {
        int cell = receiver * slots + slot;
        pe.spend(sendPicos);
        if (size == 1) {
            pe.read(buffer(pe.number()));
            pe.write(base + cell);
        } else {
            pe.copy(buffer(pe.number()), base + (long) cell * size, size, true);
        }
        content[cell] = value;
        full[cell] = true;
    }

    long receive(VirtualPe pe, int slot) {
        int cell = pe.number() * slots + slot;
        long last = base + (long) (cell + 1) * size - 1;
        pe.await(last, () -> full[cell]);
        if (size > 1) {
            pe.copy(base + (long) cell * size, buffer(pe.number()), size, true);
        } else {
            pe.write(buffer(pe.number()));
        }
        pe.spend(receivePicos);
        return content[cell];
    }

    /** An algorithm whose lines are those of a mailbox. */
    abstract static class Algorithm extends LineAlgorithm {
        final Mailbox mailbox;

        Algorithm(long base, Mailbox mailbox) {
            super(base);
            this.mailbox = mailbox;
        }

        @Override
        public final int lines() {
            return mailbox.lines();
        }

        @Override
        public final void prepare(CoherentChip chip) {
            mailbox.prepare(chip);
        }
    }
}
