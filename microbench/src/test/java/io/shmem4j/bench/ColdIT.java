// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.bench;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.shmem4j.testing.Oshrun;
import io.shmem4j.testing.Thorough;
import io.shmem4j.testing.Weekly;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;

/** {@code bench cold} as a user starts it. */
@Execution(ExecutionMode.CONCURRENT)
class ColdIT {
    private static Oshrun.Result bench(String... words) {
        return Oshrun.run(Stream.concat(Stream.of("bench"), Stream.of(words)).toList());
    }

    @Weekly
    @Test
    void everyOperationRunsInAJobOfItsOwn() {
        Oshrun.Result result = bench("cold", "--np", "2", "--calls", "150", "--sizes", "64", "--rounds", "1",
            "--warmup-time", "1", "--format", "csv").expect(0);
        List<String[]> rows = BenchJob.rows(result, "cold");
        assertEquals(List.of("barrier", "sync", "sum", "broadcast", "fcollect", "alltoall", "p", "g", "put", "get",
            "fetch-add", "ping-pong"), rows.stream().map(row -> row[1]).toList());
        for (String[] row : rows) {
            assertTrue(Stream.of(4, 5, 6, 7, 10).allMatch(cell -> Double.parseDouble(row[cell]) >= 0),
                () -> Arrays.toString(row));
            assertEquals(List.of("", "", "150"), List.of(row[8], row[9], row[11]), "the loop has 150 calls");
            assertEquals(Double.parseDouble(row[10]), Double.parseDouble(row[4]) * 0.15, 0.01);
        }
    }

    @Test
    void severalRoundsHaveAMedian() {
        Oshrun.Result result = bench("cold", "P", "--np", "3", "--calls", "5", "--rounds", "3", "--warmup-time", "1",
            "--format", "csv").expect(0);
        double least = Double.parseDouble(BenchJob.rows(result, "cold").getFirst()[4]);
        assertTrue(Double.parseDouble(BenchJob.rows(result, "cold-median").getFirst()[4]) >= least, result::out);
    }

    @Thorough
    @Test
    void aWrongResultEndsTheJob() {
        Oshrun.Result result = Oshrun.run(Stream.concat(Stream.of("-np", "2"),
            Oshrun.program(ForgottenSum.class, "SUM", "10", "1", "4").stream()).toList()).expect(1);
        assertTrue(result.err().contains("collective: element 0 is 0, not"), result::err);
        assertEquals("", result.out());
    }
}
