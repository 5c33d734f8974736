// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.nas;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;
import picocli.CommandLine;

/** The words that shells offer behind a kernel's name are the options that it takes. */
class NasCompletionTest {
    private static final Path TABLE = Path.of("src/main/resources/META-INF/shmem4j/completion");

    private static TreeSet<String> offered(String command) throws IOException {
        List<String> lines = Files.readAllLines(TABLE);
        String own = "nas " + command + " * = ";
        String start = lines.stream().anyMatch(line -> line.startsWith(own)) ? own : "nas * = ";
        return lines.stream().filter(line -> line.startsWith(start)).findFirst()
            .map(line -> new TreeSet<>(List.of(line.substring(start.length()).split(" ")))).orElseThrow();
    }

    private static TreeSet<String> taken(CommandLine command) {
        TreeSet<String> names = new TreeSet<>(command.getCommandSpec().optionsMap().keySet());
        names.removeIf(name -> !name.startsWith("--"));
        return names;
    }

    @Test
    void optionsOfAllCommands() throws IOException {
        for (Map.Entry<String, CommandLine> command : Nas.kernels().getSubcommands().entrySet()) {
            assertEquals(taken(command.getValue()), offered(command.getKey()), command.getKey());
        }
        assertEquals(taken(new CommandLine(new ReportCommand())), offered("report"));
    }
}
