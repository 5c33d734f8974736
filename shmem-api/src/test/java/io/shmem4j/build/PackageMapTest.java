// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.build;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.regex.MatchResult;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** The page {@code docs/packages.md} has every package of every module, and no other. */
final class PackageMapTest {
    private static final Pattern SENTENCE = Pattern.compile("/\\*\\*(.*?)(?:\\.\\s|\\.?\\s*\\*/)", Pattern.DOTALL);
    private static final Pattern ROW = Pattern.compile("^## (\\S+)|^- `(io\\.shmem4j[a-z0-9_.]*)`: \\S",
        Pattern.MULTILINE);
    private static final String HEAD = """
        # Packages

        The first sentence of each `package-info.java`, by module. A test holds the page to the packages, and writes it:

            mvn -o -B -q test -pl shmem-api -Dtest=PackageMapTest -Dshmem4j.rewrite=true
        """;

    @Test
    void pageHasThePackagesOfAllModules() throws IOException {
        // Surefire runs in the module's folder.
        Path home = Path.of("..").toRealPath();
        Map<String, String> roles = roles(home);
        assertTrue(roles.containsKey("shmem-api io.shmem4j"), roles::toString);
        Path page = home.resolve("docs/packages.md");
        if (Boolean.getBoolean("shmem4j.rewrite")) {
            Files.writeString(page, text(roles));
        }
        assertEquals(roles.keySet(), places(Files.readString(page)), "docs/packages.md has other packages than the "
            + "modules; with -Dshmem4j.rewrite=true this test writes it anew");
    }

    private static String text(Map<String, String> roles) {
        StringBuilder text = new StringBuilder(HEAD);
        String module = "";
        for (Map.Entry<String, String> entry : roles.entrySet()) {
            String[] place = entry.getKey().split(" ");
            if (!place[0].equals(module)) {
                module = place[0];
                text.append("\n## ").append(module).append("\n\n");
            }
            text.append("- `").append(place[1]).append("`: ").append(entry.getValue()).append('\n');
        }
        return text.toString();
    }

    /** {@return the modules and packages of a page} */
    private static Set<String> places(String page) {
        Set<String> places = new TreeSet<>();
        String module = "";
        for (MatchResult row : ROW.matcher(page).results().toList()) {
            if (row.group(1) != null) {
                module = row.group(1);
            } else {
                places.add(module + " " + row.group(2));
            }
        }
        return places;
    }

    /** {@return the first sentences, by module and package} */
    private static Map<String, String> roles(Path home) throws IOException {
        Map<String, String> roles = new TreeMap<>();
        try (Stream<Path> modules = Files.list(home)) {
            for (Path sources : modules.map(m -> m.resolve("src/main/java")).filter(Files::isDirectory).toList()) {
                for (Path file : packageInfos(sources)) {
                    roles.put(home.relativize(sources).getName(0) + " "
                        + sources.relativize(file.getParent()).toString().replace('/', '.'), role(file));
                }
            }
        }
        return roles;
    }

    private static List<Path> packageInfos(Path sources) throws IOException {
        try (Stream<Path> files = Files.walk(sources)) {
            return files.filter(file -> file.endsWith("package-info.java")).toList();
        }
    }

    private static String role(Path file) throws IOException {
        Matcher sentence = SENTENCE.matcher(Files.readString(file));
        assertTrue(sentence.find(), () -> file + " has no sentence");
        return sentence.group(1).replaceAll("\\s+\\*?\\s*", " ").strip()
            .replaceAll("\\{@code ([^}]*)}", "`$1`").replaceAll("\\{@link (?:\\w+\\.)*(\\w+)}", "`$1`");
    }
}
