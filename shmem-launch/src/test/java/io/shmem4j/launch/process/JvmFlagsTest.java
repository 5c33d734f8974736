// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.launch.process;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.List;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** How much Java heap a JVM may have: PEs that share one may have together what they would have in processes. */
class JvmFlagsTest {
    private static final long GIB = 1L << 30;

    @ParameterizedTest
    @CsvSource({
        // GiB of memory, JVMs, PEs of each, GiB of heap
        "24,   1,  1,   6", "24,   2,  1, 6", "24,   8,  1,   2.25",
        "24,   1,  2,  12", "24,   1,  8, 18", "24,   2,  4,   9",
        "512,  1,  1,  29", "512,  2,  1, 29", "512,  1, 64,  29", "512, 32,  4, 12",
        "0.125, 1, 1, 0.0625", "1, 64,  1, 0.0625"})
    void heapIsThePesShareOfTheMemory(double memory, int processes, int pes, double heap) {
        assertEquals((long) (heap * GIB), JvmFlags.mostHeap((long) (memory * GIB), processes, pes));
    }

    /** A PE's copy of a program's classes alone causes no collection of the whole heap. */
    @ParameterizedTest
    @CsvSource({"1, ", "2, 42", "8, 168", "1024, 21504"})
    void eachPeOfAJvmHasRoomForItsClasses(int pes, String most) {
        assertEquals(most == null ? List.of() : List.of("-XX:MetaspaceSize=" + most + "m"), JvmFlags.heap(1, pes)
            .stream().filter(flag -> flag.contains("Metaspace")).toList());
    }
}
