// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.report;

import java.util.Collection;
import java.util.List;
import picocli.CommandLine;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.UnmatchedArgumentException;

/** The end of a message about a word that nobody knows: the most similar known word. */
public final class Suggestion {
    private Suggestion() {
    }

    /**
     * {@return words to end a message with, or nothing}
     *
     * @param unknown the word
     * @param known   what it could have been
     */
    public static String of(String unknown, Collection<String> known) {
        CommandSpec words = CommandSpec.create();
        known.forEach(word -> words.addSubcommand(word, CommandSpec.create()));
        return of(new UnmatchedArgumentException(new CommandLine(words), List.of(unknown)));
    }

    /**
     * {@return words to end a message with, or nothing}
     *
     * @param unmatched an option or word that a command line has and its parser does not know
     */
    public static String of(UnmatchedArgumentException unmatched) {
        List<String> similar = unmatched.getSuggestions();
        return similar.isEmpty() ? "" : "; did you mean " + similar.getFirst() + "?";
    }
}
