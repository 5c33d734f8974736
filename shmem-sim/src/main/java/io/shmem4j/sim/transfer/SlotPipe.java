// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.sim.transfer;

import static io.shmem4j.sim.coherence.BulkTransfer.NOWHERE;

import io.shmem4j.sim.coherence.LineState;
import io.shmem4j.sim.coherence.SnoopedCaches;
import io.shmem4j.sim.machine.CoherentMachine;
import io.shmem4j.sim.run.Placement;
import io.shmem4j.sim.run.Simulation;
import io.shmem4j.sim.run.SimulationOptions;
import io.shmem4j.sim.run.VirtualPe;
import io.shmem4j.sim.transfer.StateRates.Work;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;

/**
 * Messages between PE 0 and the last one, which copy them in chunks through shared slots; the other PEs end at once.
 *
 * <p>The sender fills slots while the receiver empties others. As in Open MPI 1.7 there are 8, and the slot that was
 * emptied last is filled first. A line says how many slots were filled, and another how many were emptied.
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
    /** Lines of a buffer, through which messages move on if it isn't used again. */
    private final int region;
    private final Simulation simulation;
    private final SnoopedCaches caches;
    /** Slots of both directions. */
    private final List<Deque<Integer>> empty = List.of(new ArrayDeque<>(), new ArrayDeque<>());
    private final List<Deque<Integer>> full = List.of(new ArrayDeque<>(), new ArrayDeque<>());
    /** From the start of each message until its last chunk is copied. */
    private long time;
    private int received;
    private final Schedule last = new Schedule(new ArrayList<>(), new ArrayList<>(), new long[2], new boolean[4]);

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

    /**
     * The last message.
     *
     * @param sent     when the sender had copied each chunk, in picoseconds from the start
     * @param received when the receiver had
     * @param copying  how long the copies of the sender and of the receiver took
     * @param differs  whether a line of the source, of the slot when it was stored, of the slot in the sender's caches
     *                 when it was loaded, or of the target was in another state than the paper's
     */
    public record Schedule(List<Long> sent, List<Long> received, long[] copying, boolean[] differs) {
    }

    private SlotPipe(CoherentMachine machine, int other, int bytes, Habits habits) {
        this.machine = machine;
        this.habits = habits;
        this.other = other;
        this.chunkLines = CHUNK / machine.lineBytes();
        this.lines = bytes / machine.lineBytes();
        this.region = habits.source && habits.target ? lines
            : Math.ceilDiv(2 * machine.protocol().third().lines(), lines) * lines;
        this.simulation = new Simulation(machine, Placement.of(machine, other + 1, "scatter"), buffer(1, 1) + region,
            SimulationOptions.STANDARD);
        this.caches = simulation.chip().snooped();
        for (int slot = 2 * SLOTS - 1; slot >= 0; slot--) {
            empty.get(slot / SLOTS).push(slot);
        }
    }

    /** {@return 10^6 bytes per second of messages between core 0 and another} */
    public static double rate(CoherentMachine machine, int other, int bytes, Habits habits) {
        SlotPipe pipe = new SlotPipe(machine, other, bytes, habits);
        pipe.run();
        return (double) bytes * (MESSAGES - WARM) * StateRates.PER_PICOSECOND / pipe.time;
    }

    /** {@return the last of some usual messages} */
    public static Schedule schedule(CoherentMachine machine, int other, int bytes) {
        SlotPipe pipe = new SlotPipe(machine, other, bytes, Habits.USUAL);
        pipe.run();
        return pipe.last;
    }

    /** {@return the first line of a side's source (0) or target (1)} */
    private long buffer(int side, int target) {
        return 4 + 2L * SLOTS * chunkLines + (2L * side + target) * region;
    }

    /** {@return where a side has a message's data} */
    private long data(int message, int side, int target) {
        boolean again = target == 0 ? habits.source : habits.target;
        return buffer(side, target) + (again ? 0 : (long) message * lines % region);
    }

    /** Leaves buffers as many messages before would have: sources were stored once, targets with each message. */
    private void run() {
        for (int side = 0; side < 2; side++) {
            caches.move(core(side), NOWHERE, NOWHERE, buffer(side, 0), region, false);
        }
        for (int message = 0; message < region / lines; message++) {
            caches.move(core(0), data(message, 0, 0), NOWHERE, NOWHERE, lines, false);
            for (int side = 1; side >= (habits.toAndFro ? 0 : 1); side--) {
                caches.move(core(side), NOWHERE, NOWHERE, data(message, side, 1), lines, false);
            }
        }
        simulation.run(this::run);
    }

    private int core(int side) {
        return side * other;
    }

    private void run(VirtualPe pe) {
        if (pe.number() != 0 && pe.number() != other) {
            return;
        }
        int side = pe.number() == 0 ? 0 : 1;
        for (int message = 0; message < MESSAGES; message++) {
            int sender = habits.toAndFro ? message % 2 : 0;
            boolean sends = side == sender;
            long begin = pe.now();
            long copied = transfer(pe, sends, habits.sameSlots ? 0 : sender, message);
            time += message < WARM ? 0 : sends ? -begin : copied;
        }
    }

    /** Takes a side's part in a message; {@return when the last chunk was copied} */
    private long transfer(VirtualPe pe, boolean sends, int way, int message) {
        Deque<Integer> ready = (sends ? empty : full).get(way);
        long buffer = data(message, pe.number() == 0 ? 0 : 1, sends ? 0 : 1);
        boolean noted = message == MESSAGES - 1;
        long begin = pe.now();
        long copied = 0;
        for (int line = 0; line < lines; line += chunkLines) {
            pe.await(2L * way + (sends ? 1 : 0), () -> !ready.isEmpty());
            int slot = ready.pop();
            long data = 4 + (long) slot * chunkLines;
            int count = Math.min(chunkLines, lines - line);
            long from = sends ? buffer + line : data;
            long to = sends ? data : buffer + line;
            if (noted) {
                note(sends, from, to, count);
            }
            long start = pe.now();
            copy(pe, sends ? habits.sender : Work.COPY, from, to, count);
            copied = pe.now();
            if (noted) {
                (sends ? last.sent : last.received).add(copied - begin);
                last.copying[sends ? 0 : 1] += copied - start;
            }
            pe.write(2L * way + (sends ? 0 : 1));
            if (sends) {
                full.get(way).add(slot);
            } else {
                empty.get(way).push(slot);
            }
        }
        if (sends) {
            pe.await(2L * way + 1, () -> received > message);
        } else {
            received++;
        }
        return copied;
    }

    /** Compares states with those of the paper's figures 1, 7 and 11. */
    private void note(boolean sends, long from, long to, int count) {
        for (int k = 0; k < count; k++) {
            last.differs[sends ? 0 : 2] |= caches.state(core(0), from + k) != LineState.MODIFIED;
            last.differs[sends ? 1 : 3] |= caches.state(core(sends ? 0 : 1), to + k)
                != (sends ? LineState.SHARED : LineState.MODIFIED);
        }
    }

    private void copy(VirtualPe pe, Work work, long from, long to, int count) {
        for (int line = 0; line < count; line += machine.maxLines()) {
            work.move(pe, from + line, to + line, Math.min(machine.maxLines(), count - line), line == 0);
        }
    }
}
