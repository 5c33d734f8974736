// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.studies.command;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.shmem4j.testing.Oshrun.Result;
import io.shmem4j.testing.Oshrun;
import io.shmem4j.testing.Thorough;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ReproduceIT {
    @TempDir
    private Path folder;

    private Result reproduce(String out, String... words) {
        List<String> line = new ArrayList<>(List.of("reproduce"));
        line.addAll(List.of(words));
        line.addAll(List.of("--iterations", "2", "--out", folder.resolve(out).toString()));
        return Oshrun.run(line);
    }

    @Thorough
    @Test
    void figuresComeWithClaimsAndPagesAndAreMadeOnce() throws Exception {
        String[] words = {"ramos-fig7", "ramos-s7", "petrovic-tab1", "kohler-fig6"};
        Result first = reproduce("a", words);
        assertEquals(0, first.status(), first.err());
        assertTrue(first.out().contains("interleaving.c") && first.out().contains("fed in"), first.out());
        Result second = reproduce("a", words);
        assertEquals(4, second.out().lines().filter(line -> line.startsWith("made before: ")).count(), second.out());
        assertEquals(0, reproduce("b", words).status());
        for (String file : new String[] {"ramos-fig7.csv", "ramos-fig7.svg", "ramos.md", "petrovic-tab1.svg",
            "kohler.md", "README.md"}) {
            String text = Files.readString(folder.resolve("a").resolve(file));
            assertEquals(text, Files.readString(folder.resolve("b").resolve(file)), file);
        }
        String front = Files.readString(folder.resolve("a/README.md"));
        assertTrue(front.indexOf("[Ramos](ramos.md)") > 0, front);
        String page = Files.readString(folder.resolve("a/ramos.md"));
        assertTrue(page.contains("](ramos-fig7.svg)") && page.contains(" | 749.3 (fig.7) | 749 | "), page);
        assertTrue(page.indexOf("## Figure 7") < page.indexOf("## Section 7"), "in the paper's order");
    }

    @Test
    void aListHasAColumnForEachProperty() {
        Result list = Oshrun.run(List.of("reproduce", "list", "--format", "tsv"));
        assertEquals(0, list.status(), list.err());
        assertTrue(list.outLines().size() > 40, list.out());
        list.outLines().forEach(line -> assertEquals(7, line.split("\t").length, line));
        List<String> kohler = Oshrun.run(List.of("reproduce", "list", "--paper", "kohler", "--format", "tsv"))
            .outLines();
        assertEquals(list.outLines().stream().filter(line -> line.startsWith("kohler-")).toList(), kohler);
        Result missed = Oshrun.run(List.of("reproduce", "list", "--missed", "--paper", "kohler"));
        assertEquals(0, missed.status(), missed.err());
        assertTrue(missed.out().contains("missed: ") && !missed.out().contains("Ramos"), missed.out());
    }

    @Thorough
    @Test
    void aListThatCantBeWrittenIsNoSuccess() throws Exception {
        Process list = new ProcessBuilder("bash", "-c", "./oshrun reproduce list >/dev/full")
            .directory(Oshrun.home().toFile()).start();
        assertEquals("oshrun reproduce: can't write standard output (/dev/full)", list.errorReader().readLine());
        assertEquals(1, list.waitFor());
    }

    @Thorough
    @Test
    void aFolderThatCantBeWrittenGetsOneLine() throws Exception {
        Files.writeString(folder.resolve("file"), "");
        Result result = reproduce("file", "ramos-fig7");
        assertEquals(1, result.status(), result.out());
        assertEquals(1, result.err().lines().count(), result.err());
        assertTrue(result.err().contains("can't write to " + folder.resolve("file")), result.err());
    }

    @Thorough
    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
        ramos-fig77            | there is no figure ramos-fig77; did you mean ramos-fig7?
        --paper kohlr          | --paper: there is no kohlr; did you mean kohler?
        ramos-s7 --iterations=-1 | --iterations -1
        --format               | name figures, a paper by --paper, or all
        """)
    void badWordsGetOneLine(String words, String expected) {
        List<String> line = new ArrayList<>(List.of("reproduce"));
        line.addAll(List.of((words.equals("--format") ? "--format text" : words).split(" ")));
        Result result = Oshrun.run(line);
        assertEquals(2, result.status(), result.out());
        assertEquals(1, result.err().lines().count(), result.err());
        assertTrue(result.err().contains(expected), result.err());
    }
}
