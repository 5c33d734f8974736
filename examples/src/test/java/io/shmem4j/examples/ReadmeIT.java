// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.examples;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.shmem4j.Shmem;
import io.shmem4j.testing.Oshrun;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import javax.tools.ToolProvider;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The README's program compiles and runs, and what it links to is there. */
class ReadmeIT {
    private static String readme() throws IOException {
        return Files.readString(Oshrun.home().resolve("README.md"));
    }

    @Test
    void programRuns(@TempDir Path folder) throws Exception {
        Matcher program = Pattern.compile("```java\n(.*?)```", Pattern.DOTALL).matcher(readme());
        assertTrue(program.find(), "README.md has a Java program");
        Path source = Files.writeString(folder.resolve("Neighbours.java"), program.group(1));
        Path api = Path.of(Shmem.class.getProtectionDomain().getCodeSource().getLocation().toURI());
        ByteArrayOutputStream said = new ByteArrayOutputStream();
        assertEquals(0, ToolProvider.getSystemJavaCompiler().run(null, said, said, "-Xlint:all", "-Werror", "-cp",
            api.toString(), "-d", folder.toString(), source.toString()), said::toString);
        for (int np : new int[] {1, 4, 8}) {
            Oshrun.Result result = Oshrun.run(Oshrun.words(np,
                List.of("-cp", folder.toString(), "Neighbours"))).expect(0);
            assertEquals("the squares below " + np + " add up to " + (np - 1) * np * (2 * np - 1) / 6 + "\n",
                result.out());
            assertEquals("", result.err());
        }
    }

    @Test
    void linksAndNamedFilesExist() throws IOException {
        List<String> links = Stream.of("README.md", "docs/launcher.md", "docs/environment.md",
            "docs/troubleshooting.md", "docs/design.md").flatMap(ReadmeIT::links).toList();
        assertTrue(links.size() > 5, links::toString);
        assertEquals(List.of(), links.stream().filter(l -> !Files.exists(Oshrun.home().resolve(l))).toList());
    }

    private static Stream<String> links(String page) {
        try {
            Path folder = Path.of(page).getParent();
            return Stream.concat(Stream.of(page), Pattern.compile("\\]\\((?!http)([^)#]+)[)#]")
                .matcher(Files.readString(Oshrun.home().resolve(page))).results()
                .map(m -> folder == null ? m.group(1) : folder.resolve(m.group(1)).normalize().toString()));
        } catch (IOException e) {
            throw new AssertionError(page, e);
        }
    }
}
