// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.sim.machine;

/**
 * What lines and calls cost a core of a mesh, in picoseconds.
 *
 * @param hop      a packet through one router
 * @param mpbLine  a line of a message-passing buffer, besides its way
 * @param writeMem a line to the core's memory
 * @param readMem  a line from the core's memory
 * @param putMpb   call of a put from the own buffer
 * @param getMpb   call of a get into the own buffer
 * @param putMem   call of a put from private memory
 * @param getMem   call of a get into private memory
 */
public record MeshTimes(long hop, long mpbLine, long writeMem, long readMem, long putMpb,
        long getMpb, long putMem, long getMem) {
    private static final double PER_MICRO = 1e6;

    static MeshTimes read(Section section) {
        try (section) {
            return new MeshTimes(micros(section, "hop"), micros(section, "mpbLine"), micros(section, "writeMem"),
                micros(section, "readMem"), micros(section, "putMpb"), micros(section, "getMpb"),
                micros(section, "putMem"), micros(section, "getMem"));
        }
    }

    static long micros(Section section, String field) {
        return Math.round(section.atLeast(field, 0) * PER_MICRO);
    }

    static long nanos(Section section, String field) {
        return Math.round(section.atLeast(field, 0) * 1000);
    }
}
