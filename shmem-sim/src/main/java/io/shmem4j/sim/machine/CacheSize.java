// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.sim.machine;

/**
 * A core's cache.
 *
 * @param sets number of sets, a power of two
 * @param ways lines per set
 */
public record CacheSize(int sets, int ways) {
    /** {@return lines it holds} */
    public int lines() {
        return sets * ways;
    }

    static CacheSize read(Section section, int lineBytes) {
        long bytes = section.bytes("bytes");
        int ways = section.whole("ways", 1, 32);
        long sets = bytes / ((long) lineBytes * ways);
        if (sets < 1 || sets > 1 << 20 || Long.bitCount(sets) != 1 || sets * ways * lineBytes != bytes) {
            throw section.wrong("bytes", "must be a power of two times the " + ways + " ways of " + lineBytes
                + " bytes, and at most 2^20 sets");
        }
        return new CacheSize((int) sets, ways);
    }
}
