// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.sim.coherence;

/** All lines of the chip's memory, by number; chunks exist once one of their lines is used. */
final class LineTable {
    private final LineChunk[] chunks;
    private final int cores;

    LineTable(long lines, int cores) {
        this.cores = cores;
        chunks = new LineChunk[Math.toIntExact((lines + LineChunk.MASK) >>> LineChunk.SHIFT)];
    }

    LineChunk chunk(long line) {
        int index = (int) (line >>> LineChunk.SHIFT);
        LineChunk chunk = chunks[index];
        if (chunk == null) {
            chunk = new LineChunk(cores);
            chunks[index] = chunk;
        }
        return chunk;
    }

    static int index(long line) {
        return (int) line & LineChunk.MASK;
    }
}
