// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.launch;

import static org.junit.jupiter.api.Assertions.assertTrue;

import io.shmem4j.testing.Oshrun;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Every collective algorithm against a serial computation, on processes; the programs say what they cover. */
class CollectivesIT {
    @ParameterizedTest
    @CsvSource({
        "ReduceMatrix,6,", "ReduceMatrix,17,short", "ReduceMatrix,64,large",
        "BroadcastMatrix,9,", "BroadcastMatrix,64,large",
        "GatherMatrix,9,", "GatherMatrix,64,large",
        "ScanMatrix,9,", "ScanMatrix,64,large",
        "SyncRounds,17,", "SyncRounds,64,large",
        "MixRounds,2,5000", "MixRounds,7,4000", "MixRounds,20,2000",
    })
    void resultsAreRight(String program, int pes, String argument) {
        List<String> line = new ArrayList<>(List.of("-np", Integer.toString(pes), "--heap-size", "8m", "-cp",
            Oshrun.home().resolve("shmem-api/target/test-classes").toString(),
            "io.shmem4j.collective.matrix." + program));
        if (argument != null) {
            line.addAll(Arrays.asList(argument.split(" ")));
        }
        Oshrun.Result result = Oshrun.run(line).expect(0);
        assertTrue(result.out().strip().endsWith("on " + pes + " PEs are right"), result::out);
    }
}
