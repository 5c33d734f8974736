// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.sim.run;

import io.shmem4j.sim.machine.MeshMachine;
import io.shmem4j.sim.mesh.MeshCore;
import io.shmem4j.sim.mesh.Place;
import io.shmem4j.sim.time.WorkKind;
import java.util.SplittableRandom;

/**
 * A PE on a core of a mesh. Heaps are uncached memory at the controller of the PE's core; the library's own data are in
 * message-passing buffers.
 */
final class MeshPe extends VirtualPe {
    private static final int MAX_LINES = 128;
    private static final int RETRY_CYCLES = 16;
    private static final Place REGISTERS = new Place.Registers();

    private final MeshCore core;
    private final MeshMachine machine;
    private final SharedLines lines;
    private final long regionLines;
    private final long libraryLines;
    private final int width;
    private final Place cached;
    private final SplittableRandom steps;

    MeshPe(MeshCore core, SharedLines lines, long regionLines, long libraryLines) {
        super(core.chip().scheduler(), core.number(), core.number());
        this.core = core;
        this.machine = core.chip().machine();
        this.lines = lines;
        this.regionLines = regionLines;
        this.libraryLines = libraryLines;
        this.width = machine.numbersPerLine();
        this.cached = new Place.Private(new double[MAX_LINES * width], 0, true);
        this.steps = new SplittableRandom(core.number());
    }

    private int holder(long line) {
        return (int) (line / regionLines);
    }

    private boolean ofLibrary(long line) {
        return line % regionLines < libraryLines;
    }

    private Place place(long line) {
        return ofLibrary(line) ? new Place.Mpb(holder(line), 0) : new Place.Shared(holder(line));
    }

    @Override
    public void read(long line) {
        settle();
        note(line);
        core.read(place(line));
    }

    /** A line in a buffer is a flag, set by a put from this core's buffer. */
    @Override
    public void write(long line) {
        if (ofLibrary(line)) {
            core.spend(machine.times().putMpb());
            core.move(new Place.Mpb(number(), 0), place(line), 1);
        } else {
            core.write(place(line));
        }
        lines.written(line, now() - core.wayBack(place(line)));
    }

    /**
     * Uses the holder's test-and-set register as a lock. A failed attempt is followed by a few random idle cycles.
     * Otherwise PEs could retry in lockstep forever, one of them always while another has the register.
     */
    @Override
    public void update(long line) {
        boolean[] acquired = new boolean[1];
        Place register = new Place.TestAndSet(holder(line), acquired);
        core.read(register);
        while (!acquired[0]) {
            core.spend(machine.cyclesToPicos(steps.nextInt(RETRY_CYCLES)));
            core.read(register);
        }
        core.read(place(line));
        core.write(place(line));
        core.write(register);
        lines.written(line, now());
        noteUpdate(line);
    }

    @Override
    public void load(long line, int count, boolean start) {
        settle(line, count);
        core.spend(start ? machine.times().getMem() : 0);
        core.move(place(line), cached, count * width);
    }

    @Override
    public void store(long line, int count, boolean start) {
        core.spend(start ? machine.times().putMem() : 0);
        core.move(REGISTERS, place(line), count * width);
        written(line, count);
    }

    @Override
    public void put(long line, int count, boolean start) {
        store(line, count, start);
    }

    @Override
    public void copy(long from, long to, int count, boolean start) {
        boolean puts = holder(from) == number();
        core.spend(start ? puts ? machine.times().putMem() : machine.times().getMem() : 0);
        core.move(place(from), place(to), count * width);
        written(to, count);
    }

    @Override
    public void combine(long left, long right, long to, int count, boolean start) {
        core.move(place(left), REGISTERS, count * width);
        core.move(place(right), REGISTERS, count * width);
        core.spend(count * width * machine.reduceNumber());
        core.move(REGISTERS, place(to), count * width);
        written(to, count);
    }

    private void written(long line, int count) {
        for (long at = line; at < line + count; at++) {
            lines.written(at, now());
        }
    }

    @Override
    public int maxLines() {
        return Math.min(MAX_LINES, machine.mpbLines());
    }

    /** The cores have no vectors: one operation a cycle. Uncached memory is read line by line. */
    @Override
    public void work(WorkKind kind, long amount) {
        long line = machine.times().readMem()
            + 2 * core.chip().topology().memoryDistance(number(), number()) * machine.times().hop();
        switch (kind) {
            case SCALAR, VECTOR -> core.spend(machine.cyclesToPicos(amount));
            case RANDOM_ACCESS -> core.spend(times(amount, line));
            case STREAM_BYTES -> core.spend(times(Math.ceilDiv(amount, machine.lineBytes()), line));
            default -> throw new IllegalArgumentException("no cost for " + kind);
        }
    }

    @Override
    int version(long line) {
        return lines.version(line);
    }

    @Override
    void watch(long line) {
        lines.watch(number(), line);
    }

    @Override
    void unwatch(long line) {
        lines.unwatch(number(), line);
    }

    @Override
    void sleep() {
        core.chip().scheduler().sleep();
    }
}
