// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.launch;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.shmem4j.testing.Oshrun;
import io.shmem4j.testing.Thorough;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A nest of loops over symmetric memory is optimized after it has ended once, so its end does not void the code. */
class LoopsIT {
    @TempDir
    Path folder;

    @Thorough
    @Test
    void theEndOfANestIsNoSurprise() throws IOException {
        Path source = Files.writeString(folder.resolve("Nest.java"), """
            import io.shmem4j.Shmem;
            import io.shmem4j.SymmetricDoubles;

            public class Nest {
                static void sweep(SymmetricDoubles a, SymmetricDoubles b) {
                    for (int i = 1; i <= 500; i++) {
                        for (int j = 1; j < 999; j++) {
                            b.set(i * 1000 + j, a.get((i - 1) * 1000 + j) + a.get(i * 1000 + j + 1));
                        }
                    }
                }

                public static void main(String[] args) {
                    try (Shmem shmem = Shmem.init()) {
                        SymmetricDoubles a = shmem.allocateDoubles(502_000);
                        SymmetricDoubles b = shmem.allocateDoubles(502_000);
                        for (int step = 0; step < 40; step++) {
                            sweep(a, b);
                        }
                        System.out.println(b.get(1001));
                    }
                }
            }
            """);
        Path log = folder.resolve("log");
        assertEquals("0.0\n", Oshrun.run(List.of("-np", "1", "-J-Xlog:deoptimization=debug:file=" + log,
            source.toString())).expect(0).out());
        assertEquals(List.of(), Files.readAllLines(log).stream()
            .filter(line -> line.contains("Nest.sweep") && line.contains("unstable_if")).toList());
    }
}
