// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.launch.plan;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** How many PEs share a JVM where nobody says it. */
class ShapeTest {
    @ParameterizedTest
    @CsvSource({
        "1, 1, 1 PE in one JVM",
        "2, 2, 1 PE in each of 2 JVMs",
        "64, 64, 1 PE in each of 64 JVMs",
        "2, 1, 2 PEs in one JVM",
        "1000, 1, 1000 PEs in one JVM",
        "3, 2, 3 PEs in one JVM",
        "64, 2, 64 PEs in one JVM",
        "65, 2, 32 to 33 PEs in each of 2 JVMs",
        "1024, 2, 512 PEs in each of 2 JVMs",
        "5, 4, 2 to 3 PEs in each of 2 JVMs",
        "65, 64, 2 to 3 PEs in each of 22 JVMs",
        "128, 64, 4 PEs in each of 32 JVMs",
        "4096, 64, 64 PEs in each of 64 JVMs"})
    void coresAndPesDecide(int nPes, int cores, String words) {
        assertEquals(words, new Shape(Shape.jvms(nPes, Shape.chosen(nPes, cores)), "", null, List.of()).describe());
    }

    @Test
    void anyNumberOfPesMayShareAJvm() {
        assertEquals(List.of(new Shape.Jvm(0, 4)), Shape.jvms(4, Integer.MAX_VALUE));
    }
}
