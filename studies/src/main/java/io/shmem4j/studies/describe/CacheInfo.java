// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.studies.describe;

import io.shmem4j.config.ByteSize;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/** A cache of the first processor as the system describes it. */
record CacheInfo(long bytes, int ways) {
    private static final Path CACHES = Path.of("/sys/devices/system/cpu/cpu0/cache");
    private static final int MOST = 8;

    /** {@return the cache of a level, or the standard where the system does not report it} */
    static CacheInfo of(int level, CacheInfo standard) {
        for (int i = 0; i < MOST; i++) {
            Path cache = CACHES.resolve("index" + i);
            try {
                boolean right = read(cache, "level").equals(Integer.toString(level));
                if (right && !read(cache, "type").equals("Instruction")) {
                    int ways = Integer.parseInt(read(cache, "ways_of_associativity"));
                    return ways < 1 ? standard : new CacheInfo(ByteSize.parse(read(cache, "size")), ways);
                }
            } catch (IOException | IllegalArgumentException e) {
                return standard;
            }
        }
        return standard;
    }

    /** {@return this cache, or a smaller one whose sets are a power of two} */
    CacheInfo powerOfTwoSets(int lineBytes) {
        long sets = Long.highestOneBit(Math.max(1, bytes / ((long) lineBytes * ways)));
        return new CacheInfo(sets * ways * lineBytes, ways);
    }

    private static String read(Path cache, String name) throws IOException {
        return Files.readString(cache.resolve(name)).strip();
    }
}
