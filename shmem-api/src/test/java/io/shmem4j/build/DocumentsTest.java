// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.build;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** The documents link to pages and headings that exist. */
final class DocumentsTest {
    private static final Pattern FENCE = Pattern.compile("^```.*?^```", Pattern.MULTILINE | Pattern.DOTALL);
    private static final Pattern LINK = Pattern.compile("]\\((?!https?:)([^)#\\s]*)(?:#([^)\\s]*))?\\)");
    private static final Pattern HEADING = Pattern.compile("^#+ +(.*)$", Pattern.MULTILINE);

    private Path home;
    private List<Path> pages;

    @BeforeEach
    void findPages() throws IOException {
        // Surefire runs in the module's folder.
        home = Path.of("..").toRealPath();
        try (Stream<Path> docs = Files.walk(home.resolve("docs")); Stream<Path> front = Files.list(home)) {
            pages = Stream.concat(front, docs).filter(file -> file.toString().endsWith(".md")).sorted().toList();
        }
        assertTrue(pages.contains(home.resolve("README.md")), pages::toString);
    }

    @Test
    void linksLeadSomewhere() throws IOException {
        List<String> broken = new ArrayList<>();
        for (Path page : pages) {
            for (MatchResult link : LINK.matcher(text(page)).results().toList()) {
                Path target = link.group(1).isEmpty() ? page : page.resolveSibling(link.group(1)).normalize();
                if (!Files.exists(target)
                    || link.group(2) != null && target.toString().endsWith(".md")
                    && !anchors(target).contains(link.group(2))) {
                    broken.add(home.relativize(page) + ": " + link.group());
                }
            }
        }
        assertEquals("", String.join("\n", broken));
    }

    /** CI runs the lines of a list, and each is a line of the README. */
    @Test
    void readmeHasTheCommandsThatCiRuns() throws IOException {
        List<String> commands = FENCE.matcher(Files.readString(home.resolve("README.md"))).results()
            .map(MatchResult::group).filter(block -> block.startsWith("```sh"))
            .flatMap(String::lines).filter(line -> !line.startsWith("```") && !line.isBlank()).sorted().toList();
        assertEquals(Files.readAllLines(home.resolve(".ci/commands")).stream().sorted().toList(), commands);
    }

    private static String text(Path page) throws IOException {
        return FENCE.matcher(Files.readString(page)).replaceAll("");
    }

    /** {@return the names by which links reach the headings of a page, as GitHub makes them} */
    private static Set<String> anchors(Path page) throws IOException {
        return HEADING.matcher(text(page)).results().map(heading -> heading.group(1).strip()
            .replaceAll("\\[([^]]*)]\\([^)]*\\)", "$1").toLowerCase(Locale.ROOT).replaceAll("[^\\p{L}\\p{N} _-]", "")
            .replace(' ', '-')).collect(Collectors.toSet());
    }
}
