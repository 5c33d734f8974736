// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.launch;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * Programs of the library with short names. Jars contribute them by {@value #TABLE}, one line each: {@code name = class
 * flags | help || words}. Lines with {@code #} are comments. Flags are for the program's JVMs; words are arguments for
 * the training of AOT caches.
 *
 * <p>A mark after the name: {@code *} is a tool, which runs once in a JVM without a job and may have two words as name;
 * {@code +} needs the Vector API; {@code -} is not listed. A line {@value #LIBRARIES} names additional jars, without
 * version, for PEs of the programs in this table.
 */
public final class BundledPrograms {
    /** Resource of each contributing jar. */
    static final String TABLE = "META-INF/shmem4j/programs";
    private static final String LIBRARIES = "libraries:";
    private static final String TRAINING = "||";
    private static final char TOOL = '*';
    private static final char VECTOR = '+';
    private static final char HIDDEN = '-';

    /**
     * A program.
     *
     * @param help      one line of help
     * @param libraries additional jars for its PEs
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

        /** {@return the class and, if the training runs it, its arguments after a space} */
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

    /** {@return the programs of all jars on the class path} */
    public static synchronized BundledPrograms load() {
        if (loaded == null) {
            Installation here = Installation.current();
            loaded = new BundledPrograms(KeptTexts.of(here).get("programs", () -> tables(here.jars())));
        }
        return loaded;
    }

    /** Concatenates the tables. An empty line of libraries precedes each table. */
    private static String tables(List<String> jars) {
        StringBuilder all = new StringBuilder();
        for (String jar : jars) {
            String table = table(Path.of(jar));
            all.append(table == null ? "" : LIBRARIES + "\n" + table + "\n");
        }
        return all.toString();
    }

    /** {@return the table of a jar or folder, or null} */
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

    /** {@return a line per program: its class and, if the training runs it, its arguments after a space} */
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
