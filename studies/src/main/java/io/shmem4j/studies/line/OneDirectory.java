// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.studies.line;

import io.shmem4j.sim.coherence.CoherentChip;
import io.shmem4j.sim.coherence.Directories;
import io.shmem4j.sim.machine.CoherentMachine;
import io.shmem4j.sim.run.VirtualPe;

/**
 * Some PEs read at once, each a line of its own that the last PE has; the lines have one directory or any (section
 * 2.1.1). What counts is the first or the last of the reads to end.
 */
public final class OneDirectory extends LineAlgorithm {
    private static final int CANDIDATES = 1 << 13;

    private final int readers;
    private final boolean slowest;
    private final Directories directories;
    private final long[] lines;
    private int done;
    private long first = Long.MAX_VALUE;
    private long last;

    /** By the directories of the machine; a request occupies one as long as another reader of a line. */
    public OneDirectory(long base, CoherentMachine machine, int readers, boolean one, boolean slowest) {
        super(base, CANDIDATES);
        this.readers = readers;
        this.slowest = slowest;
        this.directories = new Directories(machine.cores(), machine.directories(),
            Math.round(1000 * machine.perReader()), 1000 * machine.deviation().exclusive());
        this.lines = new long[readers];
        int found = 0;
        // Blocks begin anywhere, so the directory of the first line is any.
        for (long line = base; found < readers; line++) {
            if (!one || directories.of(line) == directories.of(base)) {
                lines[found++] = line;
            }
        }
    }

    @Override
    public void prepare(CoherentChip chip) {
        directories.settle();
        chip.route(directories);
        for (long line : lines) {
            chip.place(readers, line, false);
        }
    }

    @Override
    public void run(VirtualPe pe) {
        int me = pe.number();
        if (me < readers) {
            long start = pe.now();
            pe.read(lines[me]);
            first = Math.min(first, pe.now() - start);
            last = Math.max(last, pe.now() - start);
            done++;
        }
    }

    @Override
    public long duration(VirtualPe pe, long start) {
        return done < readers ? 0 : slowest ? last : first;
    }

    @Override
    public void check() {
        require(done == readers, "a PE has not read");
    }
}
