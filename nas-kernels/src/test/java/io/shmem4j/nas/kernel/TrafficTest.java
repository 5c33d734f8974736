// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.nas.kernel;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.shmem4j.Shmem.HeapStats;
import io.shmem4j.Shmem;
import io.shmem4j.nas.npb.Measured;
import io.shmem4j.nas.npb.NpbClass;
import io.shmem4j.nas.npb.Transfer;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

/** One PE in this JVM. */
class TrafficTest {
    @ParameterizedTest
    @CsvSource({"BH, S, 5, 4", "BH, W, 11, 10", "BH, A, 21, 20", "BH, B, 43, 42", "BH, C, 85, 84", "WH, S, 5, 4",
        "WH, A, 21, 20", "SH, S, 12, 16", "SH, W, 32, 48", "SH, C, 448, 768"})
    void graphsHaveTheKnownNodesAndRisingArcs(Graph.Kind kind, NpbClass npbClass, int nodes, int arcs) {
        Graph graph = DtProblem.of(npbClass, kind).graph();
        assertEquals(nodes, graph.nodes());
        assertEquals(arcs, graph.arcs().size());
        assertTrue(graph.arcs().stream().allMatch(arc -> arc.tail() < arc.head()));
    }

    @Test
    void streamsHaveTheKnownLengths() {
        DtProblem small = DtProblem.of(NpbClass.S, Graph.Kind.BH);
        assertArrayEquals(new int[] {1794, 1821, 1760, 1728},
            IntStream.range(0, 4).map(node -> Features.length(small, node)).toArray());
        DtProblem larger = DtProblem.of(NpbClass.W, Graph.Kind.BH);
        assertArrayEquals(new int[] {14018, 13789, 13984, 13696, 13749, 13568, 13568, 13568},
            IntStream.range(0, 8).map(node -> Features.length(larger, node)).toArray());
    }

    @ParameterizedTest
    @EnumSource
    void aWrongConstantFailsVerification(Graph.Kind kind) {
        try (Shmem shmem = Shmem.init()) {
            HeapStats before = shmem.heapStats();
            DtProblem right = DtProblem.of(NpbClass.S, kind);
            assertTrue(right.right(Measured.values(shmem, right, Transfer.DIRECT)));
            DtProblem wrong = new DtProblem(NpbClass.S, kind, right.sources(), right.samples() - 1, right.deviation(),
                right.checksum());
            assertFalse(wrong.right(Measured.values(shmem, wrong, Transfer.DIRECT)));
            assertEquals(before, shmem.heapStats());
        }
    }
}
