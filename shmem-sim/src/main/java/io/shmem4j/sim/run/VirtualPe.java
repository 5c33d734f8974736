// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.sim.run;

import io.shmem4j.sim.coherence.CoherentChip;
import io.shmem4j.sim.coherence.Port;
import io.shmem4j.sim.machine.IssueCosts;
import io.shmem4j.sim.schedule.Scheduler;
import io.shmem4j.work.WorkKind;
import java.util.function.BooleanSupplier;

/**
 * A PE on a simulated chip. Every method is for the PE itself, while it runs.
 *
 * <p>An access asks the chip when this PE is the earliest of all, and returns when it is the earliest again at the time
 * the access is done; what the caller then does to the real data happens in the order of virtual time.
 */
public final class VirtualPe {
    /** Bytes of a stream charged at once: short enough for streams of several PEs to share the memory evenly. */
    private static final long STREAM_SLICE = 64 << 10;

    private final Simulation simulation;
    private final Scheduler scheduler;
    private final CoherentChip chip;
    private final int number;
    private final Port port;
    private final WatchSet watched = new WatchSet();
    private final int maxLines;
    private final double picosPerCycle;
    private final double picosPerStreamByte;
    private final IssueCosts issue;
    private final int vectorsPerLine;
    private boolean loops = true;

    VirtualPe(Simulation simulation, int number, int core, int thread) {
        this.simulation = simulation;
        this.scheduler = simulation.scheduler();
        this.chip = simulation.chip();
        this.number = number;
        this.port = new Port(core, thread);
        this.maxLines = simulation.machine().maxLines();
        this.picosPerCycle = simulation.machine().cyclesToNs(1) * 1000;
        this.picosPerStreamByte = 1000 / simulation.machine().threadGBs();
        this.issue = simulation.machine().issue();
        this.vectorsPerLine = Math.max(1, simulation.machine().lineBytes() / issue.vectorBytes());
    }

    /** {@return this PE's number} */
    public int number() {
        return number;
    }

    /** {@return the core it runs on} */
    public int core() {
        return port.core();
    }

    /** {@return its clock, in picoseconds} */
    public long now() {
        return scheduler.clock(number);
    }

    Port port() {
        return port;
    }

    /**
     * Loads a line.
     *
     * @param line its number
     */
    public void read(long line) {
        long now = settle();
        watched.note(chip, line);
        scheduler.advanceTo(chip.read(port, now, line));
    }

    /**
     * Stores to a line.
     *
     * @param line its number
     */
    public void write(long line) {
        scheduler.advanceTo(chip.write(port, settle(), line));
    }

    /**
     * Reads, changes and writes a line in one.
     *
     * @param line its number
     */
    public void update(long line) {
        long done = chip.write(port, settle(), line);
        watched.noteUpdate(chip, line);
        scheduler.advanceTo(done);
    }

    /**
     * Says whether transfers from now on are loops of the program or copies made by a library, which was compiled
     * without knowing what it copies.
     *
     * @param ofProgram whether they are the program's
     */
    public void loops(boolean ofProgram) {
        loops = ofProgram;
    }

    /**
     * Loads neighbouring lines; at most {@link #maxLines} at once.
     *
     * @param line  first line
     * @param count lines
     * @param start whether this begins a transfer
     */
    public void load(long line, int count, boolean start) {
        long now = settle();
        for (long at = line; watched.isOpen() && at < line + count; at++) {
            watched.note(chip, at);
        }
        scheduler.advanceTo(simulation.bulk(loops).load(port, now, line, count, picosPerLine(), start));
    }

    /**
     * Stores to neighbouring lines.
     *
     * @param line first
     * @param count lines
     * @param start whether a transfer begins
     */
    public void store(long line, int count, boolean start) {
        long now = settle();
        scheduler.advanceTo(simulation.bulk(loops).store(port, now, line, count, picosPerLine(), start));
    }

    /**
     * Copies neighbouring lines; at most {@link #maxLines} at once.
     *
     * @param from  first line of the source
     * @param to    first line of the target
     * @param count lines
     * @param start whether this begins a transfer
     */
    public void copy(long from, long to, int count, boolean start) {
        long now = settle();
        scheduler.advanceTo(simulation.bulk(loops).copy(port, now, from, to, count, picosPerLine(), start));
    }

    /**
     * Combines neighbouring lines of two arrays into a third; at most {@link #maxLines} at once.
     *
     * @param left  first line of an operand
     * @param right first line of the other
     * @param to    first line of the result
     * @param count lines
     * @param start whether this begins a transfer
     */
    public void combine(long left, long right, long to, int count, boolean start) {
        long perLine = picosPerLine() + Math.round(2 * vectorsPerLine * issue.vectorCycles() * turn());
        long now = settle();
        scheduler.advanceTo(simulation.bulk(loops).combine(port, now, left, right, to, count, perLine, start));
    }

    /** {@return most lines of one transfer} */
    public int maxLines() {
        return maxLines;
    }

    /**
     * Lets time pass without touching anything shared.
     *
     * @param picos how much
     */
    public void spend(long picos) {
        scheduler.spendUntil(now() + picos);
    }

    /**
     * Waits until a moment, if it has not passed.
     *
     * @param time when, in picoseconds
     */
    public void waitUntilTime(long time) {
        scheduler.advanceTo(Math.max(now(), time));
    }

    /**
     * Declares local work.
     *
     * @param kind what
     * @param amount how much
     */
    public void work(WorkKind kind, long amount) {
        switch (kind) {
            case SCALAR -> spend(Math.round(amount * issue.scalarCycles() * turn()));
            case VECTOR -> spend(Math.round(amount * issue.vectorCycles() * turn()));
            case RANDOM_ACCESS -> spend(Math.round(amount * issue.randomAccessCycles() * picosPerCycle));
            case STREAM_BYTES -> stream(amount);
            default -> throw new IllegalArgumentException("no cost for " + kind);
        }
    }

    private void stream(long bytes) {
        for (long done = 0; done < bytes; done += STREAM_SLICE) {
            long slice = Math.min(STREAM_SLICE, bytes - done);
            long now = settle();
            long alone = now + Math.round(slice * picosPerStreamByte);
            scheduler.advanceTo(Math.max(alone, chip.stream(now, slice)));
        }
    }

    /** Starts noting which lines are read, so that {@link #pause} can sleep on them. */
    public void beginWait() {
        watched.open();
    }

    /** Sleeps until one of the lines read since the last pause is written; returns at once if one has been already. */
    public void pause() {
        settle();
        if (!watched.changed(chip)) {
            watched.register(chip, number);
            simulation.sleep(core());
            watched.unregister(chip, number);
        }
        watched.open();
    }

    /** Ends a wait. */
    public void endWait() {
        watched.close();
    }

    /** {@return how many lines the PE has noted since the last pause} */
    public int linesNoted() {
        return watched.size();
    }

    /**
     * Reads a line until a condition holds, asleep while nobody writes the line.
     *
     * @param line it
     * @param condition it
     */
    public void await(long line, BooleanSupplier condition) {
        beginWait();
        read(line);
        while (!condition.getAsBoolean()) {
            pause();
            read(line);
        }
        endWait();
    }

    private long settle() {
        long now = scheduler.clock(number);
        scheduler.advanceTo(now);
        return now;
    }

    /** {@return time between two issues of this thread, with the threads that now share its core} */
    private double turn() {
        return picosPerCycle * Math.max(issue.cyclesBetween(), simulation.activeOnCore(core()));
    }

    /** {@return time of the load and the store that copy a line between registers and cache} */
    private long picosPerLine() {
        return Math.round(2 * vectorsPerLine * issue.vectorCycles() * turn());
    }
}
