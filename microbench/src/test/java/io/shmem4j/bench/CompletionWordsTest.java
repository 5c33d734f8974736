// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.bench;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.shmem4j.bench.job.ColdCommand;
import io.shmem4j.bench.report.ReportCommand;
import io.shmem4j.bench.suite.Benchmark;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.TreeSet;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import picocli.CommandLine;

/** The words that shells offer behind the suite's names are those that it takes. */
class CompletionWordsTest {
    private static final Path TABLE = Path.of("src/main/resources/META-INF/shmem4j/completion");

    private static TreeSet<String> offered(String line) throws IOException {
        String start = line + " = ";
        return Files.readAllLines(TABLE).stream().filter(each -> each.startsWith(start)).findFirst()
            .map(each -> new TreeSet<>(List.of(each.substring(start.length()).split(" ")))).orElseThrow();
    }

    private static TreeSet<String> taken(List<Benchmark> tests) {
        return new TreeSet<>(Pattern.compile("^ +(?:-h, )?(--[a-z-]+)", Pattern.MULTILINE)
            .matcher(Catalogue.help(tests)).results().map(MatchResult::group)
            .map(each -> each.replaceAll(".* ", "")).toList());
    }

    @Test
    void optionsOfAllTests() throws IOException {
        assertEquals(taken(List.of()), offered("bench *"));
    }

    @Test
    void optionsOfEachTest() throws IOException {
        for (Benchmark test : Catalogue.TESTS) {
            String line = test.options().isEmpty() ? "bench *" : "bench " + test.name() + " *";
            assertEquals(taken(List.of(test)), offered(line), line);
        }
    }

    @Test
    void optionsOfTools() throws IOException {
        same(new ColdCommand(), "bench cold *");
        same(new ReportCommand(), "bench report *");
    }

    private static void same(Object command, String line) throws IOException {
        TreeSet<String> names = new TreeSet<>(new CommandLine(command).getCommandSpec().optionsMap().keySet());
        names.removeIf(name -> !name.startsWith("--") || name.equals("--version"));
        assertEquals(names, offered(line), line);
    }
}
