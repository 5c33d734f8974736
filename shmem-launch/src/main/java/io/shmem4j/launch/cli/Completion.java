// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.launch.cli;

import io.shmem4j.config.Setting;
import io.shmem4j.config.Variable;
import io.shmem4j.launch.BackendPolicy;
import io.shmem4j.launch.BundledPrograms;
import io.shmem4j.launch.Installation;
import io.shmem4j.launch.Place;
import io.shmem4j.launch.option.HelpText;
import io.shmem4j.shm.JobFiles;
import io.shmem4j.shm.OwnJobs;
import io.shmem4j.tools.Oshstat;
import java.io.File;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.lang.classfile.ClassFile;
import java.lang.classfile.ClassModel;
import java.net.URL;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Stream;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;

/**
 * Answers the shells. {@code oshrun --completion} prints their functions. These call {@code oshrun complete} with the
 * words of the line up to the cursor, and get one candidate a line; where none fits they offer files.
 */
public final class Completion {
    private static final List<String> COMMANDS = List.of("doctor", "heap", "new", "stacks", "stat");
    private static final Map<String, List<String>> OF_COMMANDS = Map.of(
        "heap", List.of("dump", "snapshot", "restore"));
    private static final List<String> CLASS_PATHS = List.of("-cp", "--class-path", "--classpath");
    /** Folders that hold more are no class paths. */
    private static final int MOST_FILES = 2000;

    private final List<String> words;
    private final String begun;
    private final WordTable table = new WordTable();
    private final BundledPrograms programs = BundledPrograms.load();

    private Completion(List<String> words, String begun) {
        this.words = words;
        this.begun = begun;
    }

    /** Prints the candidates for the last word of a command line up to the cursor, the program's name first. */
    public static int run(List<String> line) {
        List<String> words = typed(line);
        if (words.size() > 1) {
            Completion completion = new Completion(words.subList(1, words.size() - 1), words.getLast());
            String name = words.getFirst().substring(words.getFirst().lastIndexOf('/') + 1);
            new TreeSet<>(name.equals("oshstat") ? completion.ofStat() : completion.candidates()).stream()
                .filter(each -> each.startsWith(completion.begun)).forEach(System.out::println);
        }
        return 0;
    }

    /** {@return the words as the user typed them, but --option=value as two} Bash cuts them at each = and colon. */
    private static List<String> typed(List<String> line) {
        List<String> words = new ArrayList<>();
        boolean cut = false;
        boolean valued = false;
        for (String word : line) {
            int last = words.size() - 1;
            boolean joins = cut;
            valued = !joins && word.equals("=") && last > 0 && words.get(last).startsWith("--");
            cut = !valued && last > 0 && (word.equals("=") || word.equals(":") && isInside(words));
            if (cut || joins) {
                words.set(last, words.get(last) + word);
            } else if (!valued) {
                words.add(word);
            }
        }
        if (valued) {
            words.add("");
        }
        return words;
    }

    /** {@return whether a colon belongs to the last word, and does not stand between two programs} */
    private static boolean isInside(List<String> words) {
        OptionSpec before = HelpText.commandLine().getCommandSpec().findOption(words.get(words.size() - 2));
        return words.getLast().startsWith("-") || before != null && before.arity().min() > 0;
    }

    public static String script() {
        return Installation.resource(Completion.class, "functions.sh");
    }

    private Collection<String> ofStat() {
        return begun.startsWith("-") ? names(Oshstat.commandLine().getCommandSpec()) : jobs();
    }

    private static Collection<String> names(CommandSpec spec) {
        return spec.optionsMap().keySet();
    }

    /** {@return candidates for this place, with any beginning} */
    private Collection<String> candidates() {
        CommandSpec spec = HelpText.commandLine().getCommandSpec();
        int at = 0;
        String classPath = null;
        while (at < words.size() && words.get(at).startsWith("-")) {
            String option = words.get(at++);
            OptionSpec known = spec.findOption(option);
            if (at == words.size() && !table.after(option).isEmpty()) {
                return values(option);
            }
            if (known != null && known.arity().min() > 0) {
                if (at == words.size()) {
                    return values(option);
                }
                classPath = CLASS_PATHS.contains(option) ? words.get(at) : classPath;
                at++;
            }
        }
        if (at < words.size()) {
            return afterProgram(words.subList(at, words.size()));
        }
        return begun.startsWith("-") ? names(spec) : programs(classPath);
    }

    private Collection<String> programs(String classPath) {
        TreeSet<String> all = new TreeSet<>(programs.shownNames());
        // Names of two words, such as "bench compare", complete the second word behind the first.
        all.removeIf(name -> name.indexOf(' ') >= 0);
        all.addAll(COMMANDS);
        String path = classPath == null ? System.getenv("CLASSPATH") : classPath;
        all.addAll(classes(path == null || path.isEmpty() ? "." : path));
        return all;
    }

    private List<String> values(String option) {
        if (option.equals("--backend")) {
            return BackendPolicy.names();
        }
        if (option.equals("-x")) {
            return Stream.of(Setting.values()).filter(each -> each.kind() != Variable.Kind.INTERNAL)
                .map(Setting::variable).toList();
        }
        return table.after(option);
    }

    private Collection<String> afterProgram(List<String> line) {
        String program = line.getFirst();
        if (program.equals("stacks") || program.equals("heap") && line.size() == 2) {
            return jobs();
        }
        if (line.size() == 1 && OF_COMMANDS.containsKey(program)) {
            return OF_COMMANDS.get(program);
        }
        List<String> values = table.after(program + " " + line.getLast());
        List<String> listed = line.getLast().startsWith("-") && !values.isEmpty() ? values
            : table.after(String.join(" ", line));
        return line.size() > 1 && (listed.isEmpty() || listed != values && begun.startsWith("-")) ? options(line)
            : listed;
    }

    /** {@return what stands behind any word of a program}: its tools have options of their own */
    private List<String> options(List<String> line) {
        List<String> ofTool = table.after(line.getFirst() + " " + line.get(1) + " *");
        return ofTool.isEmpty() ? table.after(line.getFirst() + " *") : ofTool;
    }

    /** {@return names of the user's running jobs, none where the folder of jobs can't be read} */
    private static List<String> jobs() {
        List<String> names = new ArrayList<>();
        try {
            for (JobFiles files : OwnJobs.in(Path.of(Setting.SHM_DIR.value()))) {
                if (!OwnJobs.abandoned(files)) {
                    names.add(files.job());
                }
            }
        } catch (IOException e) {
            // Then there is none to complete.
            names.clear();
        }
        return names;
    }

    /**
     * Words that may follow an option or a bundled program. Every jar may add some: its {@value #TABLE} has lines
     * {@code word = candidate candidate ...}.
     */
    private static final class WordTable {
        /** Resource that each contributing jar has. */
        private static final String TABLE = "META-INF/shmem4j/completion";

        private final Map<String, List<String>> byWord = new TreeMap<>();

        WordTable() {
            try {
                for (URL table : Collections.list(Installation.loader().getResources(TABLE))) {
                    read(table);
                }
            } catch (IOException e) {
                throw new UncheckedIOException("can't read " + TABLE, e);
            }
        }

        private void read(URL table) throws IOException {
            try (InputStream in = table.openStream()) {
                for (String line : new String(in.readAllBytes(), StandardCharsets.UTF_8).split("\n")) {
                    int equals = line.indexOf('=');
                    if (equals > 0 && !line.startsWith("#")) {
                        byWord.computeIfAbsent(line.substring(0, equals).strip(), word -> new ArrayList<>())
                            .addAll(List.of(line.substring(equals + 1).strip().split(" +")));
                    }
                }
            }
        }

        /** {@return what may follow a word, nothing where that is not known} */
        List<String> after(String word) {
            return byWord.getOrDefault(word, List.of());
        }
    }

    /** {@return the classes of a class path that have a main method} */
    private static List<String> classes(String classPath) {
        List<String> names = new ArrayList<>();
        for (String entry : classPath.split(File.pathSeparator)) {
            try (Place place = Place.of(Path.of(entry.isEmpty() ? "." : entry))) {
                List<String> all = new ArrayList<>();
                place.classes(all::add);
                for (String name : all.stream().filter(Completion::isMainLike).limit(MOST_FILES).toList()) {
                    add(place.read(name + ".class"), names);
                }
            } catch (IOException e) {
                // A file that is no jar has no classes to offer.
                continue;
            }
        }
        return names;
    }

    private static boolean isMainLike(String name) {
        return !name.contains("$") && !name.contains("-info");
    }

    private static void add(byte[] bytes, List<String> names) {
        try {
            ClassModel model = ClassFile.of().parse(bytes);
            if (model.methods().stream().anyMatch(method -> method.methodName().equalsString("main"))) {
                names.add(model.thisClass().asInternalName().replace('/', '.'));
            }
        } catch (IllegalArgumentException e) {
            // No class file, in spite of its name.
        }
    }
}
