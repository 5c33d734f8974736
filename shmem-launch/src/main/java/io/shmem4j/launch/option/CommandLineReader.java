// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.launch.option;

import io.shmem4j.config.Variable;
import io.shmem4j.launch.BackendPolicy;
import io.shmem4j.launch.LaunchException;
import io.shmem4j.report.CommandLines;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * Parser of the command line. It loads backends only for options that the launcher itself lacks, because that takes
 * time.
 */
public final class CommandLineReader {
    /**
     * A parsed command line.
     *
     * @param words program word and arguments
     * @param given main names of the given options
     */
    public record Read(Options options, List<String> words, List<String> given) {
        /** {@return an argument of the program that looks like an option of the launcher, or null} */
        public String misplaced() {
            boolean number = words.size() > 1 && NUMBERS.contains(words.get(1)) && !given.contains("-n");
            return !number ? null : words.get(1) + " after " + words.getFirst() + " is an argument of "
                + words.getFirst() + "; options of oshrun stand before it: oshrun " + words.get(1)
                + (words.size() > 2 ? " " + words.get(2) : " N") + " " + words.getFirst();
        }
    }

    /** Options that hardly any program has itself, unlike -n. */
    private static final Set<String> NUMBERS = Set.of("-np", "--np");
    private static final Set<String> OF_A_PROGRAM = Set.of("-n", "-cp", "--jar", "--project", "--with", "-x", "--wdir",
        "-J", "--vector");

    private final List<String> args;
    private final Options options = new Options();
    private final List<String> given = new ArrayList<>();
    private Map<String, BackendPolicy.Option> ofBackends;
    private int at;

    private CommandLineReader(List<String> args) {
        this.args = args;
    }

    /** Parses a command line, or one program's part; the first part holds the options of the job. */
    public static Read read(List<String> args, boolean first) {
        Read read = new CommandLineReader(args).read();
        for (String name : read.given()) {
            if (!first && !OF_A_PROGRAM.contains(name)) {
                LauncherOption option = LauncherOption.find(name);
                throw LaunchException.usage((option == null ? name : option.longestName())
                    + " holds for the whole job and belongs before its first program, not after ':'");
            }
        }
        return read;
    }

    private Read read() {
        while (at < args.size() && args.get(at).startsWith("-")) {
            String word = args.get(at++);
            if (word.equals("--")) {
                break;
            }
            int equals = word.indexOf('=');
            String name = equals < 0 ? word : word.substring(0, equals);
            String value = equals < 0 ? null : word.substring(equals + 1);
            LauncherOption option = find(name);
            if (option != null) {
                take(option, word, value);
            } else if (!takeLetters(word)) {
                takeOfBackend(word, name, value);
            }
        }
        return new Read(options, List.copyOf(args.subList(at, args.size())), List.copyOf(given));
    }

    /** {@return the option with this name, or null} One dash suffices for a long name. */
    private static LauncherOption find(String name) {
        LauncherOption option = LauncherOption.find(name);
        return option == null && !name.startsWith("--") ? LauncherOption.find("-" + name) : option;
    }

    /** Parses combined one-letter options, the last perhaps with a value, and {@return whether the word is one} */
    private boolean takeLetters(String word) {
        List<LauncherOption> found = new ArrayList<>();
        boolean flags = true;
        int letter = 1;
        while (flags && letter < word.length()) {
            LauncherOption option = LauncherOption.find("-" + word.charAt(letter++));
            if (option == null) {
                return false;
            }
            found.add(option);
            flags = option.kind == LauncherOption.Kind.FLAG;
        }
        String value = letter < word.length() ? word.substring(letter) : null;
        found.forEach(option -> take(option, option.names.getFirst(),
            option.kind == LauncherOption.Kind.FLAG ? null : value));
        return !found.isEmpty();
    }

    private void take(LauncherOption option, String word, String joined) {
        String value = switch (option.kind) {
            case FLAG -> {
                if (joined != null) {
                    throw LaunchException.usage(option.longestName() + " takes no value");
                }
                yield null;
            }
            case OPTIONAL -> joined;
            case INTEGER, NUMBER, TEXT, LIST -> joined != null ? joined : next(word, option.longestName());
        };
        note(option.names.getFirst(), option.longestName(), option.kind == LauncherOption.Kind.LIST);
        try {
            options.set(option, value);
        } catch (NumberFormatException e) {
            throw LaunchException.usage(option.longestName() + ": " + e.getMessage());
        }
    }

    private String next(String word, String name) {
        if (at == args.size() || isOption(args.get(at))) {
            throw LaunchException.usage(name + " needs a value");
        }
        String value = args.get(at++);
        options.valueHint = at < args.size() ? null : "'" + value + "' is the value of " + word;
        return value;
    }

    private static boolean isOption(String word) {
        return LauncherOption.find(word.contains("=") ? word.substring(0, word.indexOf('=')) : word) != null;
    }

    private void note(String name, String longest, boolean again) {
        if (!again && given.contains(name)) {
            throw LaunchException.usage(longest + " is given twice; give it once");
        }
        given.add(name);
    }

    private void takeOfBackend(String word, String name, String joined) {
        BackendPolicy.Option option = ofBackends().get(name);
        option = option == null && !name.startsWith("--") ? ofBackends().get("-" + name) : option;
        if (option == null) {
            throw LaunchException.usage("unknown option " + word + similar(word) + " (oshrun --help lists all)");
        }
        Variable variable = option.variable();
        boolean flag = variable.kind() == Variable.Kind.FLAG;
        if (flag && joined != null) {
            throw LaunchException.usage(option.name() + " takes no value");
        }
        note(option.name(), option.name(), false);
        String value = flag ? "1" : joined != null ? joined : next(word, option.name());
        try {
            options.backendVariables().put(variable.variable(), variable.kind() == Variable.Kind.INTEGER
                ? Integer.toString(LauncherOption.whole(value)) : value);
        } catch (NumberFormatException e) {
            throw LaunchException.usage(option.name() + ": " + e.getMessage());
        }
    }

    private Map<String, BackendPolicy.Option> ofBackends() {
        if (ofBackends == null) {
            ofBackends = new LinkedHashMap<>();
            BackendPolicy.added().forEach(backend -> backend.options().forEach(
                option -> ofBackends.put(option.name(), option)));
        }
        return ofBackends;
    }

    private String similar(String unknown) {
        Map<String, String> names = new LinkedHashMap<>();
        for (LauncherOption option : LauncherOption.values()) {
            names.put(option.longestName().replaceAll("^-+", ""), option.longestName());
        }
        ofBackends().keySet().forEach(name -> names.put(name.replaceAll("^-+", ""), name));
        return CommandLines.mostSimilar(unknown.replaceAll("^-+|=.*", ""), names.keySet())
            .map(name -> "; did you mean " + names.get(name) + "?").orElse("");
    }
}
