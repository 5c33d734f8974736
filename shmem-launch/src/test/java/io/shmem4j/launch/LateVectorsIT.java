// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.launch;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.shmem4j.testing.LongOnesFirst.TakesLong;
import io.shmem4j.testing.Oshrun;
import io.shmem4j.testing.Thorough;
import org.junit.jupiter.api.Test;

/** Long reductions come to use vectors in JVMs that have been started without. */
@TakesLong
@Thorough
class LateVectorsIT {
    @Test
    void resultsStayTheSame() {
        Oshrun.Result result = Oshrun.run(Oshrun.words(2, Oshrun.program(LateVectorsProgram.class), "--pes-per-jvm",
            "2", "--heap-size", "8m")).expect(0);
        String line = "module before false, after true\n";
        assertEquals(line + line, result.out());
        assertEquals("", result.errors());
    }
}
