// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.tools;

import java.lang.foreign.MemorySegment;
import java.util.function.BiConsumer;

/** Reads counters of programs in symmetric objects of known names; the module of a layout provides one. */
public interface CounterReader {
    /** {@return name of the object with the list of counters} */
    String labels();

    /** {@return name of the object with their values} */
    String values();

    /** Reads the counters of a PE from its copies of both; {@code each} gets name and value of each. */
    void read(MemorySegment labels, MemorySegment values, BiConsumer<String, Long> each);
}
