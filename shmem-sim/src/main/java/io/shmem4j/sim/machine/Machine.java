// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.sim.machine;

import io.shmem4j.config.ByteSize;

/** A simulated machine as its file describes it; its kind selects the simulator. */
public sealed interface Machine permits CoherentMachine, MeshMachine {
    String name();

    String title();

    int cores();

    int threadsPerCore();

    int lineBytes();

    long memoryBytes();

    /** {@return bytes of a vector, or of a number without vectors} */
    int vectorBytes();

    long memoryOfPe(int pes);

    default int threads() {
        return cores() * threadsPerCore();
    }

    /** A core's cache. */
    record CacheSize(int sets, int ways) {
        public int lines() {
            return sets * ways;
        }

        static CacheSize read(Section section, int lineBytes) {
            return read(section, lineBytes, null);
        }

        /** {@return the size of a section that may be empty} */
        static CacheSize read(Section section, int lineBytes, String usual) {
            long bytes = usual == null || section.has("bytes") ? section.bytes("bytes") : ByteSize.parse(usual);
            int ways = usual == null || section.has("ways") ? section.whole("ways", 1, 32) : 4;
            long sets = bytes / ((long) lineBytes * ways);
            if (sets < 1 || sets > 1 << 20 || Long.bitCount(sets) != 1 || sets * ways * lineBytes != bytes) {
                throw section.wrong("bytes", "must be a power of two times the " + ways + " ways of " + lineBytes
                    + " bytes, and at most 2^20 sets");
            }
            return new CacheSize((int) sets, ways);
        }
    }
}
