// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.launch;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.net.URL;
import java.nio.charset.StandardCharsets;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * The programs that come with the library under short names. Every jar may add some: its {@value #TABLE} has one line
 * each, {@code name = class | what it does}, with {@code #} for comments. A {@code *} after the name marks a tool: it
 * runs once, in one JVM without a job; its name may be that of a program and a second word. A {@code +} marks a program
 * that gets the Vector API as by {@code --vector}, a {@code -} one of our own that no list shows. JVM flags that a
 * program needs in its JVMs stand behind the class. A line that begins with {@value #LIBRARIES} names the jars, without
 * version, that the PEs of the jar's programs have on their class path beside the library's own.
 */
public final class BundledPrograms {
    /** Resource that each contributing jar has. */
    static final String TABLE = "META-INF/shmem4j/programs";
    private static final String LIBRARIES = "libraries:";
    private static final char TOOL = '*';
    private static final char VECTOR = '+';
    private static final char HIDDEN = '-';

    /**
     * One program.
     *
     * @param className its main class
     * @param help      one line about it
     * @param tool      whether it runs without a job
     * @param vector    whether it gets the Vector API
     * @param hidden    whether no list shows it
     * @param jvmFlags  flags of its JVMs
     * @param libraries names of jars that its PEs have beside the library's
     */
    public record Entry(String className, String help, boolean tool, boolean vector, boolean hidden,
        List<String> jvmFlags, List<String> libraries) { }

    private static BundledPrograms loaded;

    private final Map<String, Entry> byName = new TreeMap<>();

    /** {@return the programs of all jars on our class path, each of which is opened for that once} */
    public static synchronized BundledPrograms load() {
        if (loaded == null) {
            loaded = readAll();
        }
        return loaded;
    }

    private static BundledPrograms readAll() {
        BundledPrograms programs = new BundledPrograms();
        try {
            for (URL table : Collections.list(BundledPrograms.class.getClassLoader().getResources(TABLE))) {
                programs.read(table);
            }
        } catch (IOException e) {
            throw new LaunchException(ExitStatus.LAUNCH, "can't read the table of bundled programs: " + e.getMessage(),
                e);
        }
        return programs;
    }

    private void read(URL table) throws IOException {
        try (BufferedReader lines = new BufferedReader(
            new InputStreamReader(table.openStream(), StandardCharsets.UTF_8))) {
            List<String> libraries = List.of();
            for (String line = lines.readLine(); line != null; line = lines.readLine()) {
                int equals = line.indexOf('=');
                if (line.startsWith(LIBRARIES)) {
                    libraries = List.of(line.substring(LIBRARIES.length()).strip().split(" +"));
                } else if (equals > 0 && !line.startsWith("#")) {
                    int bar = line.indexOf('|', equals);
                    String help = bar < 0 ? "" : line.substring(bar + 1).strip();
                    String name = line.substring(0, equals).strip();
                    List<String> words = List.of(line.substring(equals + 1, bar < 0 ? line.length() : bar).strip()
                        .split(" +"));
                    char mark = name.charAt(name.length() - 1);
                    boolean marked = mark == TOOL || mark == VECTOR || mark == HIDDEN;
                    byName.put(marked ? name.substring(0, name.length() - 1) : name,
                        new Entry(words.getFirst(), help, mark == TOOL, mark == VECTOR, mark == HIDDEN,
                            words.subList(1, words.size()), libraries));
                }
            }
        }
    }

    /** {@return the program, or null} */
    public Entry find(String name) {
        return byName.get(name);
    }

    /** {@return the program, or null} */
    public Entry ofClass(String className) {
        return byName.values().stream().filter(entry -> entry.className().equals(className)).findFirst().orElse(null);
    }

    /** {@return the main classes of all programs} */
    public List<String> classNames() {
        return byName.values().stream().map(Entry::className).toList();
    }

    /** {@return the names of the programs that lists show} */
    public List<String> shownNames() {
        return byName.entrySet().stream().filter(entry -> !entry.getValue().hidden()).map(Map.Entry::getKey).toList();
    }

    /** {@return one line per program} */
    public String describe() {
        StringBuilder text = new StringBuilder();
        List<String> names = shownNames();
        int width = names.stream().mapToInt(String::length).max().orElse(0);
        names.forEach(name -> text.append("  ").append(name).append(" ".repeat(width - name.length() + 2))
            .append(byName.get(name).help()).append('\n'));
        return text.toString();
    }
}
