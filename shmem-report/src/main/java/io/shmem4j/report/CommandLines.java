// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.report;

import java.util.Collection;
import java.util.List;
import java.util.Optional;
import picocli.CommandLine;
import picocli.CommandLine.Help.Ansi;
import picocli.CommandLine.MissingParameterException;
import picocli.CommandLine.Model.ArgSpec;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.ParseResult;
import picocli.CommandLine.UnmatchedArgumentException;

/** How programs of a job read their command lines: the last of several equal options counts, enums are in any case. */
public final class CommandLines {
    private CommandLines() {
    }

    /**
     * {@return what a command line says}
     *
     * @param parser what it may say
     * @param args   its words
     * @throws UsageException if it says something else
     */
    public static ParseResult read(CommandLine parser, String... args) {
        try {
            return parser.setOverwrittenOptionsAllowed(true).setExpandAtFiles(false)
                .setCaseInsensitiveEnumValuesAllowed(true).parseArgs(args);
        } catch (UnmatchedArgumentException e) {
            String word = e.getUnmatched().getFirst();
            throw new UsageException("there is no " + (word.startsWith("-") ? "option " : "") + word + suggestion(e));
        } catch (MissingParameterException e) {
            ArgSpec missing = e.getMissing().getFirst();
            throw new UsageException(missing instanceof OptionSpec option ? option.longestName() + " needs a value"
                : e.getMessage());
        } catch (ParameterException e) {
            throw new UsageException(e.getMessage());
        }
    }

    /**
     * {@return the help, with options and values as two words}
     *
     * @param parser whose
     */
    public static String help(CommandLine parser) {
        parser.getCommandSpec().parser().separator(" ");
        return parser.getUsageMessage(Ansi.OFF);
    }

    /**
     * {@return the most similar known word, to end a message with, or nothing}
     *
     * @param unknown the word
     * @param known   what it could have been
     */
    public static String suggestion(String unknown, Collection<String> known) {
        return suggestion(unmatched(unknown, known));
    }

    /**
     * {@return the most similar known word, or nothing}
     *
     * @param unknown the word
     * @param known   what it could have been
     */
    public static Optional<String> mostSimilar(String unknown, Collection<String> known) {
        return unmatched(unknown, known).getSuggestions().stream().findFirst();
    }

    private static UnmatchedArgumentException unmatched(String unknown, Collection<String> known) {
        CommandSpec words = CommandSpec.create();
        known.forEach(word -> words.addSubcommand(word, CommandSpec.create()));
        return new UnmatchedArgumentException(new CommandLine(words), List.of(unknown));
    }

    private static String suggestion(UnmatchedArgumentException unmatched) {
        List<String> similar = unmatched.getSuggestions();
        return similar.isEmpty() ? "" : "; did you mean " + similar.getFirst() + "?";
    }
}
