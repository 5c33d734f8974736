// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.launch;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.shmem4j.testing.Oshrun;
import io.shmem4j.testing.Thorough;
import java.util.Map;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Programs from before finalize: the library ends with the process, which is no mistake. */
@Execution(ExecutionMode.CONCURRENT)
class LegacyIT {
    @Thorough
    @ParameterizedTest
    @CsvSource({
        "return,       0, 1",
        "return,       0, 2",
        "leave early,  0, 1",
        "exit 0,       0, 1",
        "finish,       0, 1",
        "start twice,  0, 1",
        "exit 5,       5, 1",
        "throw,        1, 1",
    })
    void endsWithItsStatus(String end, int status, String check) {
        Oshrun.Result result = Oshrun.run(Map.of("SHMEM_CHECK", check),
            Oshrun.words(3, Oshrun.program(LegacyProgram.class, end), "--heap-size", "1m")).expect(status);
        if (status == 0 && check.equals("1")) {
            assertEquals("", result.err());
        }
    }
}
