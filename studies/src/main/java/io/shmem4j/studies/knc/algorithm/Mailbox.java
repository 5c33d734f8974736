// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.studies.knc.algorithm;

import io.shmem4j.sim.coherence.CoherentChip;
import io.shmem4j.sim.machine.MessageProfile;
import io.shmem4j.sim.run.VirtualPe;

/**
 * Shared cells for two-sided messages of a fixed size, one per receiver and slot, in the receiver's cache at first, as
 * the last message left them. The sender copies into the cell, the receiver copies out of it, and both spend what the
 * profile says.
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
        return full.length * size;
    }

    void prepare(CoherentChip chip) {
        for (int i = 0; i < lines(); i++) {
            chip.place(i / (slots * size), base + i, false);
        }
    }

    void send(VirtualPe pe, int receiver, int slot, long value) {
        int cell = receiver * slots + slot;
        pe.spend(sendPicos);
        if (size == 1) {
            pe.write(base + cell);
        } else {
            pe.store(base + (long) cell * size, size, true);
        }
        content[cell] = value;
        full[cell] = true;
    }

    long receive(VirtualPe pe, int slot) {
        int cell = pe.number() * slots + slot;
        long last = base + (long) (cell + 1) * size - 1;
        pe.await(last, () -> full[cell]);
        if (size > 1) {
            pe.load(base + (long) cell * size, size - 1, true);
        }
        pe.spend(receivePicos);
        return content[cell];
    }
}
