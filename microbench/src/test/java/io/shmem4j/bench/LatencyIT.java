// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.bench;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.shmem4j.testing.Oshrun;
import io.shmem4j.testing.Thorough;
import io.shmem4j.testing.Weekly;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The latency test as a job: every operation is measured, and its data is right. */
@Execution(ExecutionMode.CONCURRENT)
class LatencyIT {
    private static final int MIN = 3;
    private static final int MEDIAN = 4;

    @Thorough
    @ParameterizedTest
    @ValueSource(ints = {1, 3})
    void measuresEveryOperation(int pes) {
        measures(pes);
    }

    @Weekly
    @ParameterizedTest
    @ValueSource(ints = {2, 8})
    void measuresEveryOperationOfMorePes(int pes) {
        measures(pes);
    }

    private static void measures(int pes) {
        Oshrun.Result result = BenchJob.tiny(pes, "latency", "--sizes", "8,64k", "--format", "csv").expect(0);
        List<String[]> rows = BenchJob.rows(result, "latency");
        Set<String> operations = rows.stream().map(row -> row[1]).collect(Collectors.toSet());
        assertTrue(operations.containsAll(List.of("p", "g", "quiet", "fence", "put + quiet", "get", "put_nbi + quiet",
            "get_nbi + quiet", "fetch-add", "fetch-add_nbi + quiet", "compare-swap", "xor", "barrier_all", "sync_all",
            "allocate + free 8 KiB")), operations::toString);
        assertEquals(pes > 1, operations.contains("\"ping-pong, p + wait_until\""), operations::toString);
        for (String[] row : rows) {
            double min = Double.parseDouble(row[MIN]);
            double median = Double.parseDouble(row[MEDIAN]);
            assertTrue(min >= 0 && median >= min, () -> Arrays.toString(row));
        }
    }

    @Test
    void rowsAndSizesCanBeChosen() {
        Oshrun.Result result = BenchJob.tiny(1, "latency", "--only=put,get", "--min", "1k", "--max=2k",
            "--format=csv").expect(0);
        assertEquals(List.of("put + quiet 1024", "put_nbi + quiet 1024", "get 1024", "get_nbi + quiet 1024",
            "put + quiet 2048", "put_nbi + quiet 2048", "get 2048", "get_nbi + quiet 2048"),
            BenchJob.rows(result, "latency").stream().map(row -> row[1] + " " + row[2]).toList());
    }

    @Thorough
    @Test
    void thePeerOfPeZeroCanBeChosen() {
        String out = BenchJob.tiny(3, "latency", "--peer", "2", "--only", "put_signal").expect(0).out();
        assertTrue(out.contains("between PE 0 and PE 2") && out.contains("ping-pong, put_signal"), out);
        out = BenchJob.tiny(4, "bandwidth", "--peer", "3", "--only", "put,", "--sizes", "8").expect(0).out();
        assertTrue(out.contains("put, 1 pair") && !out.contains("2 pairs"), out);
        assertTrue(BenchJob.tiny(2, "latency", "--peer", "2").expect(2).err().contains("--peer"));
    }

    @Test
    void jsonIsOneObjectALine() {
        Oshrun.Result result = BenchJob.tiny(1, "latency", "--only", "fence", "--format", "json").expect(0);
        List<String> lines = result.out().lines().toList();
        assertEquals(1, lines.size(), result::out);
        assertTrue(lines.getFirst().startsWith("{\"test\":\"latency\"") && lines.getFirst().endsWith("}"),
            result::out);
        assertTrue(lines.getFirst().contains("\"JDK\":\""), result::out);
    }
}
