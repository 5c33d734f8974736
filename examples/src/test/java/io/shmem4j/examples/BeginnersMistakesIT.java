// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.examples;

import static org.junit.jupiter.api.Assertions.assertTrue;

import io.shmem4j.testing.Oshrun;
import io.shmem4j.testing.Thorough;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** The page of beginners' mistakes is right: it shows each program's messages, javac's too, as they are. */
@Execution(ExecutionMode.CONCURRENT)
@Thorough
class BeginnersMistakesIT {
    private static final String COMMAND = "$ ./oshrun ";

    static Stream<PageProgram> mistakes() throws IOException {
        return PageProgram.of("docs/beginners-mistakes.md").stream();
    }

    @ParameterizedTest
    @MethodSource("mistakes")
    void messageIsThatOfThePage(PageProgram program, @TempDir Path folder) throws Exception {
        List<String> lines = program.output().lines().toList();
        List<String> words = new ArrayList<>(List.of(lines.getFirst().substring(COMMAND.length()).split(" ")));
        if (words.contains("-cp")) {
            program.compile(folder);
            words.set(words.indexOf("-cp") + 1, folder.toString());
        } else {
            words.set(words.size() - 1, program.write(folder).toString());
        }
        String err = Oshrun.run(words).err().replace(folder + "/", "");
        for (String line : lines.subList(1, lines.size())) {
            // PEs that get as far as the mistake are not named; one that is alone names itself in the message too.
            String anyPes = line.replaceFirst("^\\[PEs [0-9, to]+\\] (\\S+: )?", "[PE...] $1...");
            Pattern pattern = Pattern.compile(Stream.of(anyPes.split("\\.\\.\\.", -1)).map(Pattern::quote)
                .collect(Collectors.joining(".*")));
            assertTrue(err.lines().anyMatch(said -> pattern.matcher(said).find()),
                () -> "no '" + line + "' in:\n" + err);
        }
    }
}
