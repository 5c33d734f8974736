// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.launch.program;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.shmem4j.testing.Thorough;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A program gets a JVM for each PE, or behaves in a shared JVM as it would there. */
class SmallProgramsIT {
    private static final int FEW = 30;
    private static final int MANY = 125;

    @TempDir
    private Path folder;

    private static List<SmallProgram> random(int seed, int count) {
        return IntStream.range(seed, seed + count).mapToObj(each -> RandomProgram.of("Random" + each, each)).toList();
    }

    @Thorough
    @Test
    void programIsAlikeOrHasProcesses() throws IOException {
        List<SmallProgram> programs = new ArrayList<>(SmallProgram.table());
        programs.addAll(random(0, FEW));
        BothShapes shapes = new BothShapes(folder);
        shapes.compile(programs);
        assertEquals(Map.of(), shapes.check(programs));
    }

    @Thorough
    @ParameterizedTest
    @ValueSource(strings = {"-g:none", "-g", "-XDstringConcat=inline", "-parameters"})
    void generatedProgramsAreAlike(String option) throws IOException {
        List<SmallProgram> programs = random(1000 * option.length(), MANY);
        BothShapes shapes = new BothShapes(folder);
        shapes.compile(programs, option);
        shapes.recompile();
        assertEquals(Map.of(), shapes.check(programs));
    }
}
