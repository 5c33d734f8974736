// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.sim.mesh;

/**
 * Lines on the longest chain of writes: those of a core, after those of the cores whose flags it awaited.
 *
 * @param buffers lines of message-passing buffers, including flags
 * @param memory  lines in memory
 */
public record LinesWritten(long buffers, long memory) {
    static final LinesWritten NONE = new LinesWritten(0, 0);

    /** {@return the sum with further lines} */
    LinesWritten and(Place to, int lines) {
        return switch (to) {
            case Place.Mpb mpb -> new LinesWritten(buffers + lines, memory);
            case Place.Flag flag -> new LinesWritten(buffers + lines, memory);
            case Place.Private numbers when !numbers.cached() -> new LinesWritten(buffers, memory + lines);
            case Place.Shared shared -> new LinesWritten(buffers, memory + lines);
            default -> this;
        };
    }
}
