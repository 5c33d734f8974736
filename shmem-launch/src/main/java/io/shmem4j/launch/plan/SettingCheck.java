// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.launch.plan;

import io.shmem4j.config.Setting;
import io.shmem4j.config.Variable.Kind;
import io.shmem4j.config.Variable;
import io.shmem4j.engine.SnapshotFile;
import io.shmem4j.launch.BackendPolicy;
import io.shmem4j.launch.LaunchException;
import io.shmem4j.launch.program.Program;
import io.shmem4j.report.CommandLines;
import io.shmem4j.spi.Interceptor;
import java.io.IOException;
import java.net.URLClassLoader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/** Checks variables before a job starts, so that PEs don't fail one by one. Skips variables that the launcher sets. */
public final class SettingCheck {
    private static final String PREFIX = "SHMEM_";
    private static final String OLD_PREFIX = "SMA_";
    private static final String BOOT_LOADER = "org.springframework.boot.loader.";
    /** Maximum edit distance for a suggestion: other libraries use the same prefix, so distant names are not ours. */
    private static final int SLIP = 2;
    /** Minimum number of words for matching by words, so that unrelated names don't match by chance. */
    private static final int FEWEST_WORDS = 3;

    private SettingCheck() {
    }

    public static void values(Map<String, String> variables) {
        for (Setting setting : Setting.values()) {
            refuse(setting, setting.variable(), variables);
            if (setting.specified() && !variables.containsKey(setting.variable())) {
                refuse(setting, OLD_PREFIX + setting.name(), variables);
            }
        }
        if (variables.keySet().stream().anyMatch(SettingCheck::isUnknown)) {
            ofBackends().forEach(variable -> refuse(variable, variable.variable(), variables));
        }
    }

    private static boolean isUnknown(String name) {
        return name.startsWith(PREFIX) && Stream.of(Setting.values()).noneMatch(each -> each.variable().equals(name));
    }

    /** {@return variables of additional backends; slow, because it loads them} */
    private static List<Variable> ofBackends() {
        List<Variable> variables = new ArrayList<>();
        BackendPolicy.added().forEach(backend -> backend.options().forEach(each -> variables.add(each.variable())));
        return variables;
    }

    private static void refuse(Variable setting, String name, Map<String, String> variables) {
        String value = variables.get(name);
        if (value != null && setting.kind() != Kind.INTERNAL) {
            String problem = setting.problem(name, value);
            if (problem != null) {
                throw LaunchException.usage(problem);
            }
        }
    }

    /** Rejects snapshot files that PEs in this working folder can't write or read; null is the current folder. */
    public static void files(Map<String, String> variables, Path folder) {
        Path base = folder == null ? Path.of("") : folder;
        String written = variables.getOrDefault(Setting.CHECKPOINT.variable(), "");
        Path file = base.resolve(written).toAbsolutePath();
        if (!written.isEmpty() && !SnapshotFile.hasPlace(file)) {
            throw LaunchException.usage(Setting.CHECKPOINT.variable() + "=" + written
                + " is not a file that can be written");
        }
        String read = variables.getOrDefault(Setting.RESTART.variable(), "");
        if (!read.isEmpty() && !Files.isRegularFile(base.resolve(read))) {
            throw LaunchException.usage(Setting.RESTART.variable() + "=" + read + ": there is no such file");
        }
    }

    /**
     * Rejects a class that is not an interceptor. Looks it up on the program's class path without initializing it.
     * Classes that the launcher's JVM can't link are accepted, and all names in an executable jar of Spring Boot, whose
     * classes only its own loader finds.
     */
    static void interceptor(String value, Program program) {
        String name = value.strip();
        if (name.isEmpty() || name.equals("0") || name.equals("1")) {
            return;
        }
        try (URLClassLoader loader = program.loader()) {
            Class.forName(name, false, loader).asSubclass(Interceptor.class).getConstructor();
        } catch (ClassNotFoundException e) {
            if (!program.mainClass().startsWith(BOOT_LOADER)) {
                throw refused(value, "there is no such class");
            }
        } catch (ClassCastException e) {
            throw refused(value, "this class is none");
        } catch (NoSuchMethodException e) {
            throw refused(value, "this class has no public constructor without parameters");
        } catch (LinkageError | IOException e) {
            // The PE reports the fault when it loads the class.
        }
    }

    private static LaunchException refused(String value, String why) {
        return LaunchException.usage(Setting.PROFILE.variable() + "=" + value + ": it is 0, 1 or a subclass of "
            + Interceptor.class.getName() + "; " + why);
    }

    /** {@return a warning for each name that resembles a known variable} */
    public static List<String> slips(Iterable<String> names) {
        List<String> warnings = new ArrayList<>();
        for (String name : names) {
            List<String> known = !isUnknown(name) ? List.of(name) : Stream.concat(Stream.of(Setting.values()),
                ofBackends().stream()).map(Variable::variable).toList();
            if (!known.contains(name)) {
                CommandLines.mostSimilar(name, known).filter(meant -> differentLetters(name, meant) <= SLIP)
                    .or(() -> known.stream().filter(each -> hasWordsOf(name, each)).findFirst())
                    .ifPresent(meant -> warnings.add("there is no variable " + name + "; did you mean " + meant + "?"));
            }
        }
        return warnings;
    }

    /** {@return whether {@code name} is {@code other} with words inserted, as in SHMEM_SYMMETRIC_HEAP_SIZE} */
    private static boolean hasWordsOf(String name, String other) {
        Iterator<String> words = List.of(name.split("_")).iterator();
        String[] needed = other.split("_");
        return needed.length >= FEWEST_WORDS && Stream.of(needed).allMatch(word -> {
            boolean found = false;
            while (!found && words.hasNext()) {
                found = words.next().equals(word);
            }
            return found;
        });
    }

    /** {@return the number of letters that occur in only one of the names, regardless of order} */
    private static int differentLetters(String a, String b) {
        int[] surplus = new int[Character.MAX_VALUE + 1];
        a.chars().forEach(letter -> surplus[letter]++);
        b.chars().forEach(letter -> surplus[letter]--);
        return Math.max(IntStream.of(surplus).map(more -> Math.max(0, more)).sum(),
            IntStream.of(surplus).map(more -> Math.max(0, -more)).sum());
    }
}
