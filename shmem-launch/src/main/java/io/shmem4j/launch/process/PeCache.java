// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.launch.process;

import java.nio.file.Path;
import java.util.function.BooleanSupplier;

/**
 * The AOT cache that a job's JVMs start from.
 *
 * @param file      the cache, or null
 * @param isCurrent whether the cache still matches the jars; checked again before a PE is restarted
 */
public record PeCache(Path file, BooleanSupplier isCurrent) {
    public static PeCache none() {
        return new PeCache(null, () -> true);
    }

    public static PeCache ofLibrary(AotCache cache) {
        return new PeCache(cache.ready(), cache::isCurrent);
    }
}
