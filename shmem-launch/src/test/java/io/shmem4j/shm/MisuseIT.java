// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.shm;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.shmem4j.testing.Oshrun;
import io.shmem4j.testing.Thorough;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * A mistake that nobody catches ends the job: a clear message, a nonzero status, nothing hung, nothing left behind. The
 * messages of other mistakes are checked by cases that catch them.
 */
@Execution(ExecutionMode.CONCURRENT)
class MisuseIT {
    @Thorough
    @ParameterizedTest
    @CsvSource(delimiter = '|', value = {
        "before init                     | NotInitializedException     | current called at; not initialised",
        "after finish                    | NotInitializedException     | barrierAll called at; Misuse.java",
        "after close                     | NotInitializedException     | p called at; Misuse.java",
        "index                           | SymmetricIndexException     | PE 1, g called; index 10; ten longs; has 10",
        "exhausted                       | HeapExhaustedException      | 8796093022208 bytes; 80 bytes of 1048576; "
            + "largest free block is 1048496; SHMEM_SYMMETRIC_SIZE; --heap-size",
        "sizes                           | SymmetricMismatchException  | PE 0 allocates 240 bytes; "
            + "PE 1 allocates 160 bytes; PEs 2 to 3 allocate 240 bytes; Misuse.allocate(Misuse.java:",
        "hints                           | SymmetricMismatchException  | aligned to 8 ; aligned to 128 ",
        "allocate or barrier             | SymmetricMismatchException  | PE 1 makes no allocation call here",
        "caught, one is in a barrier     | SymmetricMismatchException  | PE 1 makes no allocation call; PE 0 alloc",
        "caught, one frees               | SymmetricMismatchException  | PE 0 makes no allocation call; PE 1 frees",
        "one allocates more              | ShmemException              | allocation",
        "one waits in a barrier          | ShmemException              | barrierAll",
        "in a thread                     | SymmetricIndexException     | index -1 is out of bounds; worker",
        "while others wait for a variable | IllegalStateException      | [PE 1] ; broken on purpose",
        "while others wait for a lock    | IllegalStateException       | [PE 1] ; broken on purpose",
        "exit in session                 | oshrun: PE 1                | exited without finish",
    })
    void uncaughtMistakeEndsTheJob(String mistake, String kind, String words) {
        Oshrun.Result result = Oshrun.run(Oshrun.words(4, Oshrun.program(Misuse.class, mistake), "--heap-size", "1m"))
            .expect(1);
        assertTrue(result.err().contains(kind), result::err);
        for (String word : words.split(";")) {
            assertTrue(result.err().contains(word.endsWith(" ") ? word.stripLeading() : word.strip()),
                () -> "no '" + word + "' in:\n" + result.err());
        }
        assertEquals(1, result.err().lines().filter(line -> line.startsWith("oshrun: ")).count(), result::err);
        assertFalse(result.err().contains("JobAbortedException"), result::err);
        assertEquals("", result.out());
    }

    @Test
    void aVariableOfTheCommandLineSaysTheHeapsSize() {
        Oshrun.Result result = Oshrun.run(Oshrun.words(2, Oshrun.program(Misuse.class, "exhausted"), "-x",
            "SHMEM_SYMMETRIC_SIZE=1m")).expect(1);
        assertTrue(result.err().contains("of 1048576 bytes"), result::err);
    }
}
