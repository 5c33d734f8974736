// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.report;

import java.util.Collection;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.function.UnaryOperator;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.IntStream;
import java.util.stream.StreamSupport;
import picocli.CommandLine.Help.Ansi;
import picocli.CommandLine.MissingParameterException;
import picocli.CommandLine.Model.ArgSpec;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.ParseResult;
import picocli.CommandLine.UnmatchedArgumentException;
import picocli.CommandLine;

/**
 * Parses command lines of programs and tools. The last of repeated options counts, and enum values are
 * case-insensitive.
 */
public final class CommandLines {
    private static final int USAGE = 2;
    /** Matches the parser's message about an invalid value of an option or parameter. */
    private static final Pattern VALUE = Pattern.compile(
        "Invalid value for (?:option '([^']*)'|positional parameter at index \\S+)(?: \\((.*?)\\))?: (.*)",
        Pattern.DOTALL);
    private static final Pattern ONE_OF = Pattern.compile("(.*)expected one of \\[(.*)].* but was '(.*)'");

    private CommandLines() {
    }

    /**
     * {@return the parsed command line}
     *
     * @throws UsageException if it is invalid
     */
    public static ParseResult read(CommandLine parser, String... args) {
        try {
            return parser.setOverwrittenOptionsAllowed(true).setExpandAtFiles(false)
                .setCaseInsensitiveEnumValuesAllowed(true).parseArgs(args);
        } catch (ParameterException e) {
            throw new UsageException(problem(e));
        }
    }

    /** Configures a tool to report command line errors in one line on standard error, with status 2. */
    public static void refuse(CommandLine parser) {
        parser.setParameterExceptionHandler((e, words) -> {
            String name = name(e.getCommandLine());
            System.err.println(name + ": " + problem(e) + " (" + name + " --help shows what there is)");
            return USAGE;
        });
    }

    private static String name(CommandLine parser) {
        String name = parser.getCommandSpec().qualifiedName();
        return name.startsWith("osh") ? name : "oshrun " + name;
    }

    /** {@return a message about an error, with the most similar word} */
    public static String problem(ParameterException e) {
        return switch (e) {
            case UnmatchedArgumentException unmatched -> {
                String word = unmatched.getUnmatched().getFirst();
                Collection<String> commands = words(unmatched.getCommandLine());
                boolean option = word.startsWith("-");
                String similar = suggestion(word, option
                    ? unmatched.getCommandLine().getCommandSpec().optionsMap().keySet() : commands);
                yield "there is no " + (option ? "option " : "") + word + (similar.isEmpty() && !option
                    && !commands.isEmpty() ? "; there are " + String.join(", ", commands) : similar);
            }
            case MissingParameterException missing when !missing.getMissing().isEmpty() -> {
                ArgSpec argument = missing.getMissing().getFirst();
                yield argument instanceof OptionSpec option ? option.longestName() + " needs a value"
                    : "a " + argument.paramLabel() + " is missing" + place(missing.getCommandLine());
            }
            default -> inOurWords(e.getMessage());
        };
    }

    /** {@return the subcommand that lacks an argument, in words; empty without subcommands} */
    private static String place(CommandLine parser) {
        return parser.getParent() == null ? "" : " after " + parser.getCommandName();
    }

    /** {@return the valid words for the first argument: subcommands, otherwise values of the parameters} */
    private static Collection<String> words(CommandLine parser) {
        Set<String> commands = parser.getSubcommands().keySet();
        return !commands.isEmpty() ? commands : parser.getCommandSpec().positionalParameters().stream()
            .filter(parameter -> parameter.completionCandidates() != null)
            .flatMap(parameter -> StreamSupport.stream(parameter.completionCandidates().spliterator(), false))
            .map(word -> word.toLowerCase(Locale.ROOT)).distinct().toList();
    }

    private static String inOurWords(String message) {
        Matcher value = VALUE.matcher(message);
        String words = value.matches() ? (value.group(1) == null ? value.group(2) : value.group(1)) + ": "
            + value.group(3) : message;
        Matcher oneOf = ONE_OF.matcher(words);
        return oneOf.matches() ? oneOf.group(1) + "there is no " + oneOf.group(3)
            + suggestion(oneOf.group(3), List.of(oneOf.group(2).split(", "))) + "; known: " + oneOf.group(2)
            : words.replaceFirst("' is not an? (int|long)$", "' is not a whole number")
                .replaceFirst("' is not a (double|float)$", "' is not a number");
    }

    /** {@return the help, with a space between options and values} */
    public static String help(CommandLine parser) {
        parser.getCommandSpec().parser().separator(" ");
        return parser.getUsageMessage(Ansi.OFF);
    }

    /** {@return text for the end of a message that suggests the most similar word, or empty text} */
    public static String suggestion(String unknown, Collection<String> known) {
        return mostSimilar(unknown, known).map(word -> "; did you mean " + word + "?").orElse("");
    }

    /**
     * {@return the most similar known word, if any} This is a word that starts with the unknown one, or differs in at
     * most a third of its letters, or whose part before the first dash does.
     */
    public static Optional<String> mostSimilar(String unknown, Collection<String> known) {
        String letters = letters(unknown);
        return nearest(letters, known, CommandLines::letters)
            .or(() -> nearest(letters, known, word -> letters(word).replaceAll("-.*", "")));
    }

    private static Optional<String> nearest(String letters, Collection<String> known, UnaryOperator<String> part) {
        String best = null;
        int least = Math.max(1, letters.length() / 3) + 1;
        for (String word : known) {
            String other = part.apply(word);
            int distance = letters.length() > 2 && other.startsWith(letters) ? 1 : distance(letters, other);
            if (distance < least) {
                least = distance;
                best = word;
            }
        }
        return Optional.ofNullable(best);
    }

    private static String letters(String word) {
        return word.replaceAll("^-+|=.*", "").toLowerCase(Locale.ROOT);
    }

    /** {@return the edit distance, counting swapped neighbours as one edit} */
    private static int distance(String a, String b) {
        int[] twoBefore = new int[0];
        int[] before = IntStream.rangeClosed(0, b.length()).toArray();
        for (int i = 1; i <= a.length(); i++) {
            int[] now = new int[b.length() + 1];
            now[0] = i;
            for (int j = 1; j <= b.length(); j++) {
                int changed = before[j - 1] + (a.charAt(i - 1) == b.charAt(j - 1) ? 0 : 1);
                now[j] = Math.min(changed, 1 + Math.min(before[j], now[j - 1]));
                if (i > 1 && j > 1 && a.charAt(i - 1) == b.charAt(j - 2) && a.charAt(i - 2) == b.charAt(j - 1)) {
                    now[j] = Math.min(now[j], 1 + twoBefore[j - 2]);
                }
            }
            twoBefore = before;
            before = now;
        }
        return before[b.length()];
    }
}
