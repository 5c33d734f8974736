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
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** The page {@code docs/packages.md} has every package of every module, and no other. */
final class PackageMapTest {
    private static final Pattern SENTENCE = Pattern.compile("/\\*\\*(.*?)(?:\\.\\s|\\.?\\s*\\*/)", Pattern.DOTALL);
    private static final Pattern ROW = Pattern.compile("^\\| `(io\\.shmem4j[a-z0-9_.]*)` \\| `([a-z-]+)` \\| \\S.*\\|$",
        Pattern.MULTILINE);
    private static final String HEAD = """
        # Packages

        The first sentence of each `package-info.java`, by module. A test holds the page to the packages, and writes it:

            mvn -o -B -q test -pl shmem-api -Dtest=PackageMapTest -Dshmem4j.rewrite=true

        | package | module | role |
        |---|---|---|
        """;

    @Test
    void pageHasThePackagesOfAllModules() throws IOException {
        // Surefire runs in the module's folder.
        Path home = Path.of("..").toRealPath();
        Map<String, String> roles = roles(home);
        assertTrue(roles.containsKey("shmem-api` | `io.shmem4j"), roles::toString);
        Path page = home.resolve("docs/packages.md");
        if (Boolean.getBoolean("shmem4j.rewrite")) {
            StringBuilder text = new StringBuilder(HEAD);
            roles.forEach((place, role) -> text.append("| `").append(place.replaceFirst("(.*)` \\| `(.*)", "$2` | `$1"))
                .append("` | ").append(role).append(" |\n"));
            Files.writeString(page, text);
        }
        Set<String> rows = ROW.matcher(Files.readString(page)).results()
            .map(row -> row.group(2) + "` | `" + row.group(1)).collect(Collectors.toCollection(TreeSet::new));
        assertEquals(roles.keySet(), rows, "docs/packages.md has other packages than the modules; with "
            + "-Dshmem4j.rewrite=true this test writes it anew");
    }

    /** {@return the first sentences, by module and package} */
    private static Map<String, String> roles(Path home) throws IOException {
        Map<String, String> roles = new TreeMap<>();
        try (Stream<Path> modules = Files.list(home)) {
            for (Path sources : modules.map(m -> m.resolve("src/main/java")).filter(Files::isDirectory).toList()) {
                for (Path file : packageInfos(sources)) {
                    roles.put(home.relativize(sources).getName(0) + "` | `"
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
        String role = sentence.group(1).replaceAll("\\s+\\*?\\s*", " ").strip()
            .replaceAll("\\{@code ([^}]*)}", "`$1`").replaceAll("\\{@link (?:\\w+\\.)*(\\w+)}", "`$1`");
        return role.replace("|", "\\|");
    }
}
