// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.examples;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.shmem4j.testing.Oshrun;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The README's program compiles and runs, and the files that pages link to exist. */
class ReadmeIT {
    @Test
    void programRuns(@TempDir Path folder) throws Exception {
        PageProgram program = PageProgram.of("README.md").getFirst().compile(folder);
        for (int np : new int[] {1, 4, 8}) {
            assertEquals("the squares below " + np + " add up to " + (np - 1) * np * (2 * np - 1) / 6 + "\n",
                program.run(folder, np));
        }
    }

    @Test
    void linkedFilesExist() throws IOException {
        List<String> pages;
        try (Stream<Path> files = Files.walk(Oshrun.sources().resolve("docs"))) {
            pages = Stream.concat(Stream.of("README.md", "CONTRIBUTING.md", "CHANGELOG.md"),
                files.map(file -> Oshrun.sources().relativize(file).toString()).filter(f -> f.endsWith(".md"))).toList();
        }
        assertTrue(pages.size() > 20, pages::toString);
        assertEquals(List.of(), pages.stream().flatMap(page -> links(page)
            .filter(link -> !Files.exists(Oshrun.home().resolve(link))).map(link -> page + ": " + link)).toList());
    }

    private static Stream<String> links(String page) {
        try {
            Path folder = Path.of(page).getParent();
            return Pattern.compile("\\]\\((?!http)([^)#]+)[)#]")
                .matcher(Files.readString(Oshrun.home().resolve(page))).results()
                .map(m -> folder == null ? m.group(1) : folder.resolve(m.group(1)).normalize().toString());
        } catch (IOException e) {
            throw new AssertionError(page, e);
        }
    }
}
