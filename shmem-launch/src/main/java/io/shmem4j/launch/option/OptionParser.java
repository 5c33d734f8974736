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
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.UnmatchedArgumentException;
import picocli.CommandLine;

/** Reads any command line, those with options of backends and those with mistakes too, and lists the options. */
public final class OptionParser {
    private final CommandLine parser = new CommandLine(spec());
    private final Map<String, BackendOption> ofBackends = new LinkedHashMap<>();

    OptionParser() {
        parser.registerConverter(Integer.class, OptionParser::number);
        parser.registerConverter(int.class, OptionParser::number);
    }

    private static CommandSpec spec() {
        CommandSpec spec = CommandSpec.create();
        HelpText.describe(spec);
        for (LauncherOption option : LauncherOption.values()) {
            OptionSpec.Builder builder = OptionSpec.builder(option.names().toArray(new String[0]))
                .description(option.help());
            if (option.label() != null) {
                builder.paramLabel(option.label());
            }
            OptionSpec.Builder typed = switch (option.kind()) {
                case FLAG -> builder.type(boolean.class);
                case INTEGER -> builder.type(Integer.class);
                case NUMBER -> builder.type(Double.class);
                case TEXT -> builder.type(String.class);
                case LIST -> builder.type(List.class).auxiliaryTypes(String.class);
                case OPTIONAL -> builder.type(String.class).arity("0..1").fallbackValue(Options.STANDARD_TUNING);
            };
            spec.addOption(typed.build());
        }
        return spec;
    }

    private static int number(String word) {
        try {
            return Options.whole(word);
        } catch (NumberFormatException e) {
            throw new CommandLine.TypeConversionException(e.getMessage());
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

    /**
     * Reads a command line, or one program's part of it.
     *
     * @param args its words
     * @return options and program words
     * @throws LaunchException for an unknown option or an impossible value
     */
    CommandLineReader.Read parse(List<String> args) {
        Options options = new Options();
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
        for (OptionSpec option : matched(given)) {
            names.add(option.names()[0]);
            note(option, options);
        }
        return new CommandLineReader.Read(options, List.copyOf(args.subList(at, args.size())), List.copyOf(names));
    }

    private List<OptionSpec> matched(List<String> given) {
        try {
            return parser.parseArgs(given.toArray(new String[0])).matchedOptions();
        } catch (UnmatchedArgumentException e) {
            String unknown = e.getUnmatched().getFirst();
            throw LaunchException.usage("unknown option " + unknown + similar(unknown)
                + " (oshrun --help lists all)");
        } catch (ParameterException e) {
            throw LaunchException.usage(CommandLines.problem(e));
        }
    }

    private void note(OptionSpec given, Options options) {
        BackendOption ofBackend = ofBackends.get(given.longestName());
        LauncherOption option = LauncherOption.find(given.longestName());
        if (ofBackend != null) {
            options.backendVariables.put(ofBackend.variable().variable(),
                ofBackend.variable().kind() == Variable.Kind.FLAG ? "1" : given.getValue().toString());
        } else if (option.kind() == LauncherOption.Kind.LIST) {
            given.<List<String>>getValue().forEach(value -> options.set(option, value));
        } else if (option.kind() != LauncherOption.Kind.FLAG) {
            options.set(option, given.getValue().toString());
        } else if (given.<Boolean>getValue()) {
            options.set(option, null);
        }
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
        return new OptionParser().addOptionsOfBackends();
    }

    /** {@return the help text} */
    public static String help() {
        CommandLine parser = commandLine();
        HelpText.group(parser);
        return parser.getUsageMessage();
    }
}
