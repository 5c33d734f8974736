// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.collective.cost;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.shmem4j.algorithm.BroadcastAlgorithm;
import io.shmem4j.algorithm.CollectiveOptions;
import io.shmem4j.algorithm.ReduceAlgorithm;
import io.shmem4j.algorithm.Transfer;
import io.shmem4j.collective.cost.CostSection.LineCosts;
import io.shmem4j.collective.cost.CostSection.Load;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Times of a call between and beyond the lengths that were measured, and the formulas of one section. */
class CostRowTest {
    @ParameterizedTest
    @CsvSource({"0, 100", "4, 100", "8, 141.421356", "16, 200", "64, 400", "128, 800", "256, 1600", "512, 3200"})
    void aTimeLiesOnStraightLinesBetweenLogarithms(long length, double nanos) {
        CostRow row = new CostRow(Operation.SCAN, 1, 2, new long[] {4, 64, 256}, new long[] {100, 400, 1600});
        assertEquals(nanos, row.at(length), 1e-6);
    }

    @ParameterizedTest
    @CsvSource({"0, 1", "99, 1", "100, 2", "999, 2", "1000, 3", "9223372036854775807, 3"})
    void aChoiceHoldsFromItsLengthOn(long length, int algorithm) {
        assertEquals(algorithm, new Choice(new long[] {0, 100, 1000}, new int[] {1, 2, 3}).at(length));
    }

    @ParameterizedTest
    @CsvSource({"2, 2, OWN", "3, 2, SHARED", "1, 2, OWN"})
    void morePesThanCoresShareThem(int pes, int cores, Load load) {
        assertEquals(load, Load.of(pes, cores));
    }

    @ParameterizedTest
    @CsvSource({"OWN, 1, 2, 258", "OWN, 3, 2, 388", "SHARED, 3, 2, 2388", "SHARED, 3, 1, 1388"})
    void levelOfATree(Load load, int children, int sharing, double nanos) {
        assertEquals(nanos, section(load).level(children, sharing));
    }

    @ParameterizedTest
    @CsvSource({"OWN, 1, 102", "OWN, 2, 152", "SHARED, 2, 1152"})
    void roundOfADissemination(Load load, int ways, double nanos) {
        assertEquals(nanos, section(load).round(ways));
    }

    private static CostSection section(Load load) {
        return new CostSection("shm", load, new LineCosts(2, 50, 100, 11, 4), 1000,
            List.of());
    }

    @Test
    void anOperationSetsItsOwnOptionOnly() {
        CollectiveOptions options = CollectiveOptions.environment();
        CollectiveOptions reduce = Operation.REDUCE_PUTGET.with(options, ReduceAlgorithm.RING.ordinal());
        assertEquals(ReduceAlgorithm.RING, reduce.reduce());
        assertEquals(Transfer.PUTGET, reduce.transfer());
        assertEquals(options.broadcast(), reduce.broadcast());
        assertEquals(Transfer.DIRECT, Operation.REDUCE_DIRECT.with(reduce, 1).transfer());
        CollectiveOptions broadcast = Operation.BROADCAST.with(reduce, BroadcastAlgorithm.FLAT.ordinal());
        assertEquals(BroadcastAlgorithm.FLAT, broadcast.broadcast());
        assertEquals(ReduceAlgorithm.RING, broadcast.reduce());
    }
}
