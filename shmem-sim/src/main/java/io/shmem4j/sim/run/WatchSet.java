// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.sim.run;

import io.shmem4j.sim.coherence.CoherentChip;
import java.util.Arrays;

/**
 * The lines a waiting PE has read since it last slept, each with the number of writes it had seen when the read was
 * asked for. A line written since then is noticed before sleeping, one written later wakes the PE: no write is missed.
 */
final class WatchSet {
    private long[] lines = new long[8];
    private int[] versions = new int[8];
    private int size;
    private boolean open;

    void open() {
        open = true;
        size = 0;
    }

    void close() {
        open = false;
        size = 0;
    }

    boolean isOpen() {
        return open;
    }

    int size() {
        return size;
    }

    void note(CoherentChip chip, long line) {
        if (!open || size > 0 && lines[size - 1] == line) {
            return;
        }
        if (size == lines.length) {
            lines = Arrays.copyOf(lines, 2 * size);
            versions = Arrays.copyOf(versions, 2 * size);
        }
        lines[size] = line;
        versions[size++] = chip.version(line);
    }

    /** Notes a line that this PE has just changed itself and knew before. */
    void noteUpdate(CoherentChip chip, long line) {
        if (!open) {
            return;
        }
        for (int i = 0; i < size; i++) {
            if (lines[i] == line) {
                versions[i] = chip.version(line);
                return;
            }
        }
        note(chip, line);
    }

    boolean changed(CoherentChip chip) {
        for (int i = 0; i < size; i++) {
            if (chip.version(lines[i]) != versions[i]) {
                return true;
            }
        }
        return false;
    }

    void register(CoherentChip chip, int pe) {
        for (int i = 0; i < size; i++) {
            chip.watch(pe, lines[i]);
        }
    }

    void unregister(CoherentChip chip, int pe) {
        for (int i = 0; i < size; i++) {
            chip.unwatch(pe, lines[i]);
        }
    }
}
