// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.tools;

import java.lang.foreign.MemorySegment;
import java.util.function.BiConsumer;

/**
 * Service that reads program counters from two symmetric objects with known names. Each counter library has a provider.
 */
public interface CounterReader {
    /** {@return the name of the object that lists the counters} */
    String labels();

    /** {@return the name of the object with the counters' values} */
    String values();

    /** Passes the name and value of each counter of a PE to {@code each}. */
    void read(MemorySegment labels, MemorySegment values, BiConsumer<String, Long> each);
}
