// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.build;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** A class name stands for one class in a module: no two have the same, nested ones neither. */
final class ClassNamesTest {
    private static final Pattern NO_CODE = Pattern.compile("/\\*.*?\\*/|//[^\n]*|\"\"\".*?\"\"\""
        + "|\"(\\\\.|[^\"\\\\])*+\"|'(\\\\.|[^'\\\\])+'", Pattern.DOTALL);
    private static final Pattern DECLARED = Pattern.compile(
        "(?<![\\w.$])(?:(?:class|interface|enum)\\s+([\\w$]+)|record\\s+([\\w$]+)\\s*[(<])");

    @Test
    void eachClassNameIsOneOfItsModule() throws IOException {
        // Surefire runs in the module's folder.
        Path home = Path.of("..").toRealPath();
        List<String> twice = new ArrayList<>();
        try (Stream<Path> modules = Files.list(home)) {
            for (Path sources : modules.map(module -> module.resolve("src/main")).filter(Files::isDirectory).sorted()
                .toList()) {
                names(sources).forEach((name, files) -> {
                    if (files.size() > 1) {
                        twice.add(home.relativize(sources).getName(0) + ": " + name + " in " + files);
                    }
                });
            }
        }
        assertTrue(names(home.resolve("shmem-api/src/main")).containsKey("Shmem"), "no class found");
        assertEquals("", String.join("\n", twice), "rename all but one of each, for what it is");
    }

    /** {@return the files that declare a name, once for each time} */
    private static Map<String, List<String>> names(Path sources) throws IOException {
        Map<String, List<String>> names = new TreeMap<>();
        try (Stream<Path> files = Files.walk(sources)) {
            for (Path file : files.filter(each -> each.toString().endsWith(".java") && !isGiven(sources, each)).sorted()
                .toList()) {
                declared(Files.readString(file)).forEach(name -> names.computeIfAbsent(name, key -> new ArrayList<>())
                    .add(file.getFileName().toString()));
            }
        }
        return names;
    }

    /** {@return whether a class has its name from the programs that call it: those of the package mpi} */
    private static boolean isGiven(Path sources, Path file) {
        Path inside = sources.relativize(file);
        return inside.getNameCount() == 3 && inside.getName(1).toString().equals("mpi");
    }

    /** A variable of a template alone is no name: a table above it has the names. */
    private static List<String> declared(String source) {
        Matcher found = DECLARED.matcher(NO_CODE.matcher(source).replaceAll(" "));
        return found.results().map(each -> each.group(1) == null ? each.group(2) : each.group(1))
            .filter(name -> !name.matches("\\$\\w+\\$")).toList();
    }

    @Test
    void declarationsOfEveryKindCount() {
        assertEquals(List.of("A", "B", "C", "$Type$D", "E", "F", "G"), declared("""
            public final class A<T> { // class No
                /* record No() */ private interface B { String S = "class No \\" class No"; char c = '"'; }
                enum C { X } record $Type$D(int record) { } @interface E { }
                void m(Class<?> c) { record F<T>(T t) { } class $Name$ { } use(A.class, G.class); String s = \"""
                    class No { } "quoted" record No()
                    \"""; class G { } }
            }
            """));
    }
}
