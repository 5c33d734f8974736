// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.inspect;

import java.lang.foreign.MemorySegment;
import java.util.function.BiConsumer;

/**
 * Service that reads program counters from a symmetric object with a known name. Each counter library has a provider.
 */
public interface CounterReader {
    /** {@return the name of the object with the counters} */
    String object();

    /** Passes the name and value of each counter of a PE to {@code each}. */
    void read(MemorySegment counters, BiConsumer<String, Long> each);
}
