// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.launch.process;

import java.nio.file.Path;
import java.util.function.BooleanSupplier;

/**
 * The AOT cache that a job's JVMs start from.
 *
 * @param file      the cache, or null
 * @param users     whether it is the file of {@code --aot}, which the JDK has accepted with the job's flags
 * @param recording where PE 0's JVM records its classes for a new cache, or null
 * @param isCurrent whether the cache still matches the jars; checked again before a PE is restarted
 */
public record PeCache(Path file, boolean users, Path recording, BooleanSupplier isCurrent) {
    public static PeCache none() {
        return new PeCache(null, false, null, () -> true);
    }

    public static PeCache ofLibrary(AotCache cache) {
        return new PeCache(cache.ready(), false, null, cache::isCurrent);
    }

    public PeCache recordingTo(Path recorded) {
        return new PeCache(file, users, recorded, isCurrent);
    }
}
