// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.build;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** The documents link to pages and headings that exist, and name tests that exist. */
final class DocumentsTest {
    private static final Pattern FENCE = Pattern.compile("^```.*?^```", Pattern.MULTILINE | Pattern.DOTALL);
    private static final Pattern LINK = Pattern.compile("]\\((?!https?:)([^)#\\s]*)(?:#([^)\\s]*))?\\)");
    private static final Pattern HEADING = Pattern.compile("^#+ +(.*)$", Pattern.MULTILINE);
    private static final Pattern NAMED_TEST = Pattern.compile("`(\\w+(?:Test|IT))\\.(\\w+)`");

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

    /** A row of the table of ways to start is as good as the tests that it names. */
    @Test
    void testsOfTheWaysToStartExist() throws IOException {
        Map<String, String> sources = testSources();
        List<String> missing = new ArrayList<>();
        List<MatchResult> named = NAMED_TEST.matcher(text(home.resolve("docs/ways-to-start.md"))).results().toList();
        assertTrue(named.size() > 50, "few tests are named: " + named.size());
        for (MatchResult test : named) {
            if (!sources.getOrDefault(test.group(1), "").contains(" " + test.group(2) + "(")) {
                missing.add(test.group());
            }
        }
        assertEquals(List.of(), missing);
    }

    private Map<String, String> testSources() throws IOException {
        Map<String, String> sources = new HashMap<>();
        try (Stream<Path> modules = Files.list(home)) {
            for (Path folder : modules.map(each -> each.resolve("src/test/java")).filter(Files::isDirectory).toList()) {
                try (Stream<Path> files = Files.walk(folder)) {
                    for (Path file : files.filter(each -> each.toString().matches(".*(Test|IT)\\.java")).toList()) {
                        sources.merge(file.getFileName().toString().replace(".java", ""), Files.readString(file),
                            String::concat);
                    }
                }
            }
        }
        return sources;
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
