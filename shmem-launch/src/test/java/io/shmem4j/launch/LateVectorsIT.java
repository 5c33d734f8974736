// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.launch;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.shmem4j.testing.LongOnesFirst.TakesLong;
import io.shmem4j.testing.Oshrun;
import io.shmem4j.testing.Thorough;
import java.util.Map;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Long reductions come to use vectors in JVMs that have been started without, of one PE or shared. */
@TakesLong
@Thorough
class LateVectorsIT {
    @ParameterizedTest
    @ValueSource(strings = "2")
    void resultsStayTheSame(String pesInAJvm) {
        Oshrun.Result result = Oshrun.run(Map.of(), Oshrun.words(2, Oshrun.program(LateVectorsProgram.class),
            "--pes-per-jvm", pesInAJvm, "--heap-size", "8m")).expect(0);
        String line = "module before false, after true\n";
        assertEquals(line + line, result.out());
        assertEquals("", result.errors());
    }
}
