// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.sim.run;

import io.shmem4j.sim.coherence.BulkTransfer;
import io.shmem4j.sim.coherence.CoherentChip;
import io.shmem4j.sim.coherence.CoherentChip.Port;
import io.shmem4j.sim.machine.CoherentMachine.IssueCosts;
import io.shmem4j.sim.schedule.Scheduler;
import io.shmem4j.sim.time.WorkKind;

/** A PE on a chip with coherent caches. */
final class CoherentPe extends VirtualPe {
    /** Bytes of a stream charged at once: short enough for streams of several PEs to share the memory evenly. */
    private static final long STREAM_SLICE = 64 << 10;

    private final Simulation simulation;
    private final Scheduler scheduler;
    private final CoherentChip chip;
    private final Port port;
    private final int maxLines;
    private final double picosPerCycle;
    private final double picosPerStreamByte;
    private final IssueCosts issue;
    private final int vectorsPerLine;
    private final Interrupts interrupts;
    private boolean loops = true;

    CoherentPe(Simulation simulation, int number, int core, int thread) {
        super(simulation.scheduler(), number, core);
        this.simulation = simulation;
        this.scheduler = simulation.scheduler();
        this.chip = simulation.chip();
        this.port = new Port(core, thread);
        this.maxLines = simulation.machine().maxLines();
        this.picosPerStreamByte = 1000 / simulation.machine().threadGBs();
        this.issue = simulation.machine().issue();
        this.picosPerCycle = simulation.machine().cyclesToNs(1) * 1000
            * (core == 0 ? issue.slowestCore() : 1);
        this.interrupts = core == simulation.machine().cores() - 1 ? simulation.interrupts() : null;
        this.vectorsPerLine = Math.max(1, simulation.machine().lineBytes() / issue.vectorBytes());
    }

    Port port() {
        return port;
    }

    @Override
    long available(long now) {
        return interrupts == null ? now : interrupts.end(now);
    }

    @Override
    long busyUntil(long now, long picos) {
        return interrupts == null ? now + picos : interrupts.end(now, picos);
    }

    @Override
    public void read(long line) {
        settle();
        note(line);
        scheduler.advanceTo(chip.read(port, now(), line));
    }

    @Override
    public void write(long line) {
        settle();
        scheduler.advanceTo(chip.write(port, now(), line));
    }

    @Override
    public void update(long line) {
        settle();
        long done = chip.write(port, now(), line);
        noteUpdate(line);
        scheduler.advanceTo(done);
    }

    @Override
    public void loops(boolean ofProgram) {
        loops = ofProgram;
    }

    @Override
    public void load(long line, int count, boolean start) {
        settle(line, count);
        move(line, BulkTransfer.NOWHERE, BulkTransfer.NOWHERE, count, picosPerLine(), start);
    }

    @Override
    public void store(long line, int count, boolean start) {
        settle();
        move(BulkTransfer.NOWHERE, BulkTransfer.NOWHERE, line, count, picosPerLine(), start);
    }

    @Override
    public void copy(long from, long to, int count, boolean start) {
        settle();
        move(from, BulkTransfer.NOWHERE, to, count, picosPerLine(), start);
    }

    @Override
    public void combine(long left, long right, long to, int count, boolean start) {
        long perLine = picosPerLine() + Math.round(2 * vectorsPerLine * issue.vectorCycles() * turn());
        settle();
        move(left, right, to, count, perLine, start);
    }

    @Override
    public void copyPast(long from, long to, int count, boolean start) {
        settle();
        scheduler.advanceTo(simulation.bulk(loops).copyPast(port, now(), from, to, count, start));
    }

    @Override
    public void flush(long line, int count) {
        settle();
        scheduler.advanceTo(now() + chip.snooped().flush(core(), line, count));
    }

    private void move(long left, long right, long to, int count, long perLine, boolean start) {
        scheduler.advanceTo(simulation.bulk(loops).move(port, now(), left, right, to, count, perLine, start));
    }

    @Override
    public int maxLines() {
        return maxLines;
    }

    @Override
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
            settle();
            long now = now();
            long alone = now + Math.round(slice * picosPerStreamByte);
            scheduler.advanceTo(Math.max(alone, chip.stream(now, slice)));
        }
    }

    @Override
    int version(long line) {
        return chip.version(line);
    }

    @Override
    void watch(long line) {
        chip.watch(number(), line);
    }

    @Override
    void unwatch(long line) {
        chip.unwatch(number(), line);
    }

    @Override
    void sleep() {
        simulation.sleep(core());
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
