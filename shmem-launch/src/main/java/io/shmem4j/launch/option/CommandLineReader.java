// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.launch.option;

import io.shmem4j.config.Variable;
import io.shmem4j.launch.BackendOption;
import io.shmem4j.launch.BackendPolicy;
import io.shmem4j.launch.LaunchException;
import io.shmem4j.report.CommandLines;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.UnmatchedArgumentException;
import picocli.CommandLine;

/** Splits a command line into options and program words, and reads the options. */
public final class CommandLineReader {
    /**
     * A command line that was read.
     *
     * @param options the options
     * @param words   the program word and its arguments
     * @param given   first names of the options that were given
     */
    public record Read(Options options, List<String> words, List<String> given) {
        /** {@return what looks like an option of the launcher behind the program, or null} */
        public String misplaced() {
            boolean number = words.size() > 1 && NUMBERS.contains(words.get(1)) && !given.contains("-n");
            return !number ? null : words.get(1) + " after " + words.getFirst() + " is an argument of "
                + words.getFirst() + "; options of oshrun stand before it: oshrun " + words.get(1)
                + (words.size() > 2 ? " " + words.get(2) : " N") + " " + words.getFirst();
        }
    }

    /** A program's own -n may be anything, these are hardly. */
    private static final Set<String> NUMBERS = Set.of("-np", "--np");
    private static final Set<String> OF_A_PROGRAM = Set.of("-n", "-cp", "--jar", "--project", "--with", "-x", "--wdir",
        "-J", "--vector");

    private final Options options = new Options();
    private final CommandLine parser = new CommandLine(options);
    private final Map<String, BackendOption> ofBackends = new LinkedHashMap<>();

    private CommandLineReader() {
        parser.registerConverter(Integer.class, CommandLineReader::number);
        parser.registerConverter(int.class, CommandLineReader::number);
    }

    /** Digits of other scripts, which Java would take, are a mistake here. */
    private static int number(String word) {
        if (!word.matches("[+-]?[0-9]+")) {
            throw new CommandLine.TypeConversionException("'" + word + "' is not a whole number");
        }
        try {
            return Integer.parseInt(word);
        } catch (NumberFormatException e) {
            throw new CommandLine.TypeConversionException("'" + word + "' is too large");
        }
    }

    /** {@return the option, of the launcher or of a backend}; most jobs need none of a backend, which takes time */
    private OptionSpec find(String name) {
        OptionSpec option = parser.getCommandSpec().findOption(name);
        if (option == null && ofBackends.isEmpty()) {
            addOptionsOfBackends();
            option = parser.getCommandSpec().findOption(name);
        }
        return option;
    }

    private CommandLine addOptionsOfBackends() {
        for (BackendPolicy backend : BackendPolicy.added()) {
            for (BackendOption option : backend.options()) {
                Variable variable = option.variable();
                OptionSpec.Builder spec = OptionSpec.builder(option.name()).paramLabel(option.label())
                    .type(variable.kind() == Variable.Kind.INTEGER ? Integer.class
                        : variable.kind() == Variable.Kind.FLAG ? boolean.class : String.class)
                    .description("--backend " + backend.name() + ": " + variable.help()
                        + (variable.standard().isEmpty() ? "" : " (default: " + variable.standard() + ")"));
                parser.getCommandSpec().addOption(spec.build());
                ofBackends.put(option.name(), option);
            }
        }
        return parser;
    }

    private void set(OptionSpec given) {
        BackendOption option = ofBackends.get(given.longestName());
        if (option != null) {
            options.backendVariables.put(option.variable().variable(),
                option.variable().kind() == Variable.Kind.FLAG ? "1" : given.getValue().toString());
        }
    }

    /**
     * Reads a command line, or one program's part of it.
     *
     * @param args  its words
     * @param first whether it is the first part, which has the options for the whole job
     * @return options and program words
     * @throws LaunchException for an unknown option or an impossible value
     */
    public static Read read(List<String> args, boolean first) {
        return new CommandLineReader().parse(args, first);
    }

    private Read parse(List<String> args, boolean first) {
        List<String> given = new ArrayList<>();
        int at = 0;
        while (at < args.size() && args.get(at).startsWith("-")) {
            String word = args.get(at++);
            if (word.equals("--")) {
                break;
            }
            String name = word.contains("=") ? word.substring(0, word.indexOf('=')) : word;
            OptionSpec option = find(name);
            if (option == null && !word.startsWith("--")) {
                option = find("-" + name);
                word = option == null ? word : "-" + word;
            }
            boolean joined = option != null && word.contains("=");
            given.add(joined ? word.substring(0, word.indexOf('=')) : word);
            if (joined) {
                given.add(word.substring(word.indexOf('=') + 1));
            } else if (option != null && option.arity().min() > 0 && at < args.size()) {
                given.add(args.get(at++));
                options.last = at < args.size() ? null : "'" + args.get(at - 1) + "' is the value of " + word;
            }
        }
        List<String> names = new ArrayList<>();
        try {
            for (OptionSpec option : parser.parseArgs(given.toArray(new String[0])).matchedOptions()) {
                names.add(option.names()[0]);
                set(option);
                if (!first && !OF_A_PROGRAM.contains(option.names()[0])) {
                    throw LaunchException.usage(option.longestName() + " holds for the whole job and belongs before"
                        + " its first program, not after ':'");
                }
            }
        } catch (UnmatchedArgumentException e) {
            String unknown = e.getUnmatched().getFirst();
            throw LaunchException.usage("unknown option " + unknown + similar(unknown)
                + " (oshrun --help lists all)");
        } catch (ParameterException e) {
            throw LaunchException.usage(CommandLines.problem(e));
        }
        return new Read(options, List.copyOf(args.subList(at, args.size())), List.copyOf(names));
    }

    /** {@return the most similar option's name; "-heapsize" was taken apart into -h and "-eapsize" before} */
    private String similar(String unknown) {
        Map<String, String> names = new LinkedHashMap<>();
        for (OptionSpec option : parser.getCommandSpec().options()) {
            names.put(option.longestName().replaceAll("^-+", ""), option.longestName());
        }
        return CommandLines.mostSimilar(unknown.replaceAll("^-+|=.*", ""), names.keySet())
            .map(name -> "; did you mean " + names.get(name) + "?").orElse("");
    }

    /** {@return the launcher's options, those of backends too} */
    public static CommandLine commandLine() {
        return new CommandLineReader().addOptionsOfBackends();
    }

    /** {@return the help text} */
    public static String help() {
        CommandLine parser = commandLine();
        HelpGroups.use(parser);
        return parser.getUsageMessage();
    }
}
