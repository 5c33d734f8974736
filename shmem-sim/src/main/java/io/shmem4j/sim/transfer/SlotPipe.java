// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.sim.transfer;

import io.shmem4j.sim.machine.CoherentMachine;
import io.shmem4j.sim.run.Placement;
import io.shmem4j.sim.run.Simulation;
import io.shmem4j.sim.run.SimulationOptions;
import io.shmem4j.sim.run.VirtualPe;
import io.shmem4j.sim.transfer.StateRates.Work;

/**
 * Messages between PE 0 and the last one, which copy them in chunks through shared slots; the other PEs end at once.
 *
 * <p>The sender fills slots in turn while the receiver empties others; each message begins with the first slot. A slot
 * has a line that says how many chunks were put into it, and another for those taken out.
 */
public final class SlotPipe {
    /** Bytes of a chunk. */
    public static final int CHUNK = 32 << 10;
    private static final int SLOTS = 8;
    private static final int WARM = 2;
    private static final int MESSAGES = 6;

    private final CoherentMachine machine;
    private final Habits habits;
    private final int other;
    private final int chunkLines;
    private final int lines;
    private final Simulation simulation;
    /** Slots of both directions. */
    private final boolean[] full = new boolean[2 * SLOTS];
    /** From the start of each message until its last chunk is copied. */
    private long time;

    /**
     * What is used again, and how.
     *
     * @param source    whether the sender has just written what it sends
     * @param target    whether the receiver has used the buffer for the message before
     * @param sender    how the sender copies
     * @param toAndFro  whether messages change direction
     * @param sameSlots whether both directions use the same slots
     */
    public record Habits(boolean source, boolean target, Work sender, boolean toAndFro, boolean sameSlots) {
        /** Both buffers are used again, in one direction. */
        public static final Habits USUAL = new Habits(true, true, Work.COPY, false, false);
    }

    private SlotPipe(CoherentMachine machine, int other, int bytes, Habits habits) {
        this.machine = machine;
        this.habits = habits;
        this.other = other;
        this.chunkLines = CHUNK / machine.lineBytes();
        this.lines = bytes / machine.lineBytes();
        this.simulation = new Simulation(machine, Placement.of(machine, other + 1, "scatter"), buffer(1, 1) + lines,
            SimulationOptions.STANDARD);
    }

    /** {@return 10^6 bytes per second of messages between core 0 and another} */
    public static double rate(CoherentMachine machine, int other, int bytes, Habits habits) {
        SlotPipe pipe = new SlotPipe(machine, other, bytes, habits);
        pipe.simulation.run(pipe::run);
        return (double) bytes * (MESSAGES - WARM) * StateRates.PER_PICOSECOND / pipe.time;
    }

    /** {@return the first line of a side's source (0) or target (1)} */
    private long buffer(int side, int target) {
        return flag(2 * SLOTS, 0) + 2L * SLOTS * chunkLines + (2L * side + target) * lines;
    }

    private static long flag(int slot, int empty) {
        return 2L * slot + empty;
    }

    private void run(VirtualPe pe) {
        if (pe.number() != 0 && pe.number() != other) {
            return;
        }
        int side = pe.number() == 0 ? 0 : 1;
        for (int message = 0; message < MESSAGES; message++) {
            int sender = habits.toAndFro ? message % 2 : 0;
            int first = habits.sameSlots ? 0 : sender * SLOTS;
            boolean sends = side == sender;
            long begin = pe.now();
            long copied = transfer(pe, sends, first, buffer(side, sends ? 0 : 1));
            time += message < WARM ? 0 : sends ? -begin : copied;
        }
    }

    /** Takes a side's part in a message; {@return when the last chunk was copied} */
    private long transfer(VirtualPe pe, boolean sends, int firstSlot, long buffer) {
        if (sends ? !habits.source : !habits.target) {
            simulation.chip().snooped().flush(pe.core(), buffer, lines);
        }
        long copied = 0;
        for (int line = 0; line < lines; line += chunkLines) {
            int slot = firstSlot + line / chunkLines % SLOTS;
            awaitState(pe, slot, !sends);
            long data = flag(2 * SLOTS, 0) + (long) slot * chunkLines;
            copy(pe, sends ? habits.sender : Work.COPY, sends ? buffer + line : data, sends ? data : buffer + line,
                line);
            copied = pe.now();
            pe.write(flag(slot, sends ? 0 : 1));
            full[slot] = sends;
        }
        if (sends) {
            awaitState(pe, firstSlot + (Math.ceilDiv(lines, chunkLines) - 1) % SLOTS, false);
        }
        return copied;
    }

    private void awaitState(VirtualPe pe, int slot, boolean filled) {
        pe.await(flag(slot, filled ? 0 : 1), () -> full[slot] == filled);
    }

    private void copy(VirtualPe pe, Work work, long from, long to, int before) {
        int left = Math.min(chunkLines, lines - before);
        for (int line = 0; line < left; line += machine.maxLines()) {
            work.move(pe, from + line, to + line, Math.min(machine.maxLines(), left - line), line == 0);
        }
    }
}
