// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.launch;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * The programs that come with the library under short names. Every jar may add some: its {@value #TABLE} has one line
 * each, {@code name = class | what it does}, with {@code #} for comments. A {@code *} after the name marks a tool: it
 * runs once, in one JVM without a job; its name may be that of a program and a second word. A {@code +} marks a program
 * that gets the Vector API as by {@code --vector}, a {@code -} one of our own that no list shows. JVM flags that a
 * program needs in its JVMs stand behind the class, and words for a run in the start-up caches' training at the end,
 * behind {@value #TRAINING}. A line that begins with {@value #LIBRARIES} names the jars, without version, that the PEs
 * of the jar's programs have on their class path beside the library's own.
 */
public final class BundledPrograms {
    /** Resource that each contributing jar has. */
    static final String TABLE = "META-INF/shmem4j/programs";
    private static final String LIBRARIES = "libraries:";
    private static final String TRAINING = "||";
    private static final char TOOL = '*';
    private static final char VECTOR = '+';
    private static final char HIDDEN = '-';

    /**
     * One program.
     *
     * @param help      one line about it
     * @param libraries names of jars that its PEs have beside the library's
     */
    public record Entry(String className, String help, boolean tool, boolean vector, boolean hidden,
        List<String> jvmFlags, List<String> libraries) { }

    private static BundledPrograms loaded;

    /** A line of the table, parsed on demand. */
    private record Line(String words, String libraries, char mark) {
        Entry entry() {
            int end = words.indexOf(TRAINING);
            String shown = end < 0 ? words : words.substring(0, end);
            int bar = shown.indexOf('|');
            List<String> named = words((bar < 0 ? shown : shown.substring(0, bar)).strip());
            return new Entry(named.getFirst(), bar < 0 ? "" : shown.substring(bar + 1).strip(), mark == TOOL,
                mark == VECTOR, mark == HIDDEN, named.subList(1, named.size()), words(libraries));
        }

        /** {@return the class, and behind a space the words that a training runs it with, if it does} */
        String forTraining() {
            int end = words.indexOf(TRAINING);
            return entry().className()
                + (end < 0 ? "" : " " + words.substring(end + TRAINING.length()).strip());
        }

        private static List<String> words(String text) {
            return text.isEmpty() ? List.of() : List.of(text.split(" +"));
        }
    }

    private final Map<String, Line> byName = new TreeMap<>();

    private BundledPrograms(String tables) {
        String libraries = "";
        for (String line : tables.split("\n")) {
            int equals = line.indexOf('=');
            if (line.startsWith(LIBRARIES)) {
                libraries = line.substring(LIBRARIES.length()).strip();
            } else if (equals > 0 && !line.startsWith("#")) {
                String name = line.substring(0, equals).strip();
                char mark = name.charAt(name.length() - 1);
                boolean marked = mark == TOOL || mark == VECTOR || mark == HIDDEN;
                byName.put(marked ? name.substring(0, name.length() - 1) : name,
                    new Line(line.substring(equals + 1), libraries, mark));
            }
        }
    }

    /** {@return the programs of all jars on our class path} */
    public static synchronized BundledPrograms load() {
        if (loaded == null) {
            Installation here = Installation.current();
            loaded = new BundledPrograms(KeptTexts.of(here).get("programs", () -> tables(here.jars())));
        }
        return loaded;
    }

    /** Each ends the libraries of the one before. */
    private static String tables(List<String> jars) {
        StringBuilder all = new StringBuilder();
        for (String jar : jars) {
            String table = table(Path.of(jar));
            all.append(table == null ? "" : LIBRARIES + "\n" + table + "\n");
        }
        return all.toString();
    }

    /** {@return the table of a part of a class path; null if it has none, as what is no jar} */
    static String table(Path part) {
        try (Place place = Place.of(part)) {
            byte[] table = place.read(TABLE);
            return table == null ? null : new String(table, StandardCharsets.UTF_8);
        } catch (IOException e) {
            return null;
        }
    }

    /** {@return the program, or null} */
    public Entry find(String name) {
        Line line = byName.get(name);
        return line == null ? null : line.entry();
    }

    /** {@return the program, or null} */
    public Entry ofClass(String className) {
        return byName.values().stream().map(Line::entry).filter(entry -> entry.className().equals(className))
            .findFirst().orElse(null);
    }

    /** {@return their classes, each with a space and words behind it where the training is to run it} */
    public List<String> forTraining() {
        return byName.values().stream().map(Line::forTraining).toList();
    }

    public List<String> shownNames() {
        return byName.entrySet().stream().filter(entry -> entry.getValue().mark() != HIDDEN).map(Map.Entry::getKey)
            .toList();
    }

    public String describe() {
        StringBuilder text = new StringBuilder();
        List<String> names = shownNames();
        int width = names.stream().mapToInt(String::length).max().orElse(0);
        names.forEach(name -> text.append("  ").append(name).append(" ".repeat(width - name.length() + 2))
            .append(find(name).help()).append('\n'));
        return text.toString();
    }
}
