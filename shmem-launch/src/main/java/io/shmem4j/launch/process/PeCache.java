// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.launch.process;

import java.nio.file.Path;
import java.util.function.BooleanSupplier;

/**
 * The AOT cache from which the JVMs of a job's PEs start.
 *
 * @param file      the cache, or null
 * @param users     true for the file of {@code --aot}: the JDK has accepted it with the job's flags
 * @param recording file in which PE 0's JVM records its classes for a new cache, or null
 * @param isCurrent tells whether the cache still matches the jars, which may change before a PE is restarted
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
