// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.bench;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.shmem4j.testing.Oshrun;
import io.shmem4j.testing.Thorough;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The applications as jobs: each way of moving data gives the right result, or the job would end with status 1. */
@Execution(ExecutionMode.CONCURRENT)
@Thorough
class AppsIT {
    @ParameterizedTest
    @ValueSource(ints = {1, 3, 4})
    void everyApplicationValidates(int pes) {
        Oshrun.Result result = BenchJob.tiny(pes, "stencil", "p2p", "transpose", "isx", "--grid", "37", "--radius", "3",
            "--rows", "20", "--columns", "31", "--order", "24", "--tile", "5", "--keys", "3k", "--max-key", "1000",
            "--format", "csv").expect(0);
        rows(result, "stencil", "put", "direct");
        rows(result, "p2p", "put", "direct");
        rows(result, "transpose", "put", "direct", "alltoall");
        rows(result, "isx", "INPUT", "BCOUNT", "BOFFSET", "BUCKETIZE", "ATA_KEYS", "SORT", "TOTAL");
    }

    private static void rows(Oshrun.Result result, String test, String... names) {
        List<String[]> rows = BenchJob.rows(result, test);
        assertEquals(List.of(names), rows.stream().map(row -> row[1]).toList());
        for (String[] row : rows) {
            assertTrue(Double.parseDouble(row[row.length - 1]) >= 0, () -> Arrays.toString(row));
        }
    }
}
