// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.shm;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.shmem4j.Shmem;
import io.shmem4j.config.Setting;
import io.shmem4j.testing.Oshrun;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Output of a job by the specification's variables, in either of their spellings. */
class EnvironmentIT {
    /** Begins, meets the others, and ends. */
    public static final class Program {
        private Program() {
        }

        public static void main(String[] args) {
            try (Shmem shmem = Shmem.init()) {
                shmem.barrierAll();
            }
        }
    }

    @Test
    void eachIsHonoured() {
        Oshrun.Result result = Oshrun.run(Oshrun.words(2, Oshrun.program(Program.class), "-x", "SHMEM_VERSION=1",
            "-x", "SMA_INFO=1", "-x", "SHMEM_DEBUG=1")).expect(0);
        assertEquals(1, result.outLines().stream().filter(l -> l.matches("shmem4j .*, OpenSHMEM 1\\.6")).count(),
            result::out);
        for (Setting setting : Setting.values()) {
            String start = "  " + setting.variable() + " ";
            assertEquals(1, result.outLines().stream().filter(l -> l.startsWith(start)).count(),
                () -> start + " in " + result.out());
        }
        for (int pe = 0; pe < 2; pe++) {
            String member = "is member " + pe + " of the world team";
            for (String word : List.of("mapped ", "initialised, ", member, "closed, ")) {
                String start = "shmem4j: PE " + pe + ": " + word;
                assertTrue(result.err().lines().anyMatch(l -> l.startsWith(start)),
                    () -> start + " in " + result.err());
            }
        }
    }
}
