// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.testing;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * Writes {@code target/test-times.txt} from the reports of a build: each test class, slowest first, with its number of
 * tests, seconds, processor seconds of the processes it has started, and module. Prints the ten slowest and the sum.
 */
public final class TestTimes {
    private static final Pattern SUITE =
        Pattern.compile("<testsuite\\s[^>]*?\\sname=\"([^\"]+)\"[^>]*?\\stime=\"([^\"]+)\"[^>]*?\\stests=\"(\\d+)\"");

    private record TestClass(String name, int tests, double seconds, double processor, String module) {
        @Override
        public String toString() {
            return String.format(Locale.ROOT, "%-58s %5d %8.1f %8.1f %s", name, tests, seconds, processor, module);
        }
    }

    private TestTimes() {
    }

    /**
     * Writes the file.
     *
     * @param args the folder of the sources; the start of the build, of which older reports are not
     */
    public static void main(String[] args) throws IOException {
        Path home = Path.of(args[0]);
        Instant start = Instant.parse(args[1]);
        List<Path> modules;
        try (Stream<Path> folders = Files.list(home)) {
            modules = folders.filter(each -> Files.exists(each.resolve("pom.xml"))).sorted().toList();
        }
        List<TestClass> rows = new ArrayList<>();
        for (Path module : modules) {
            for (String kind : List.of("surefire", "failsafe")) {
                addRows(home, modules, module.resolve("target").resolve(kind + "-reports"), start, rows);
            }
        }
        rows.sort(Comparator.comparingDouble(TestClass::seconds).reversed().thenComparing(TestClass::name));
        TestClass sum = new TestClass("sum", rows.stream().mapToInt(TestClass::tests).sum(),
            rows.stream().mapToDouble(TestClass::seconds).sum(),
            rows.stream().mapToDouble(TestClass::processor).sum(), "");
        String head = String.format("%-58s %5s %8s %8s %s", "class", "tests", "wall s", "cpu s", "module");
        List<String> lines = new ArrayList<>(List.of(head, sum.toString().strip()));
        rows.forEach(row -> lines.add(row.toString()));
        Path file = home.resolve("target/test-times.txt");
        Files.write(file, lines);
        System.out.println("Slowest test classes; all are in " + file + ":");
        lines.stream().limit(12).forEach(System.out::println);
    }

    private static void addRows(Path home, List<Path> modules, Path reports, Instant start, List<TestClass> rows)
        throws IOException {
        if (!Files.isDirectory(reports)) {
            return;
        }
        try (Stream<Path> files = Files.list(reports)) {
            for (Path file : files.filter(each -> each.getFileName().toString().startsWith("TEST-")).toList()) {
                Matcher suite = SUITE.matcher(Files.readString(file));
                if (isNew(file, start) && suite.find()) {
                    String name = suite.group(1);
                    Path processor = home.resolve("target/processor-times").resolve(name);
                    rows.add(new TestClass(name, Integer.parseInt(suite.group(3)),
                        Double.parseDouble(suite.group(2).replace(",", "")),
                        isNew(processor, start) ? Double.parseDouble(Files.readString(processor)) : 0,
                        module(modules, name)));
                }
            }
        }
    }

    private static boolean isNew(Path file, Instant start) throws IOException {
        return Files.exists(file) && !Files.getLastModifiedTime(file).toInstant().isBefore(start);
    }

    /** {@return the module of a test class; the last module, which runs classes of all, has copies of them} */
    private static String module(List<Path> modules, String name) {
        Path file = Path.of("target/test-classes", name.replace('.', '/') + ".class");
        return modules.stream().filter(each -> Files.exists(each.resolve(file)))
            .min(Comparator.comparing(each -> each.endsWith("integration-tests")))
            .map(each -> each.getFileName().toString()).orElse("");
    }
}
