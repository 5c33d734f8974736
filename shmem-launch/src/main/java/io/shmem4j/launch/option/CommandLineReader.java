// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.launch.option;

import io.shmem4j.launch.LaunchException;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;

/**
 * Splits a command line into options and program words, and reads the options.
 *
 * <p>Most command lines have options of the launcher only, each once and with a value where it takes one. These are
 * read here, because loading picocli takes longer than all else before the first PE's start. Any other command line is
 * read by {@link OptionParser}, which also says what is wrong.
 */
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

    private final List<String> args;
    private final Options options = new Options();
    private final List<String> given = new ArrayList<>();
    private int at;

    private CommandLineReader(List<String> args) {
        this.args = args;
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
        Read plain = new CommandLineReader(args).plain();
        Read read = plain == null ? new OptionParser().parse(args) : plain;
        for (String name : read.given()) {
            if (!first && !OF_A_PROGRAM.contains(name)) {
                LauncherOption option = LauncherOption.find(name);
                throw LaunchException.usage((option == null ? name : option.longestName())
                    + " holds for the whole job and belongs before its first program, not after ':'");
            }
        }
        return read;
    }

    /** {@return the command line, or null where it takes the parser to read it} */
    private Read plain() {
        while (at < args.size() && args.get(at).startsWith("-")) {
            String word = args.get(at++);
            if (word.equals("--")) {
                break;
            }
            if (!take(word)) {
                return null;
            }
        }
        return new Read(options, List.copyOf(args.subList(at, args.size())), List.copyOf(given));
    }

    /** {@return whether the word is a plain option, which is noted then} */
    private boolean take(String word) {
        int equals = word.indexOf('=');
        String name = equals < 0 ? word : word.substring(0, equals);
        LauncherOption option = LauncherOption.find(name);
        option = option == null && !name.startsWith("--") ? LauncherOption.find("-" + name) : option;
        if (option == null) {
            String flags = LauncherOption.JVM_FLAG.longestName();
            return word.startsWith(flags) && note(LauncherOption.JVM_FLAG, word.substring(flags.length()));
        }
        return switch (option.kind()) {
            case FLAG -> equals < 0 && note(option, null);
            case OPTIONAL -> false;
            case INTEGER, NUMBER, TEXT, LIST -> equals >= 0 ? isValue(word.substring(equals + 1))
                && note(option, word.substring(equals + 1)) : at < args.size() && takeNext(word, option);
        };
    }

    private boolean takeNext(String word, LauncherOption option) {
        String value = args.get(at++);
        options.last = at < args.size() ? null : "'" + value + "' is the value of " + word;
        return isValue(value) && note(option, value);
    }

    /** {@return whether a word is a value, and no option and no file with words} */
    private static boolean isValue(String word) {
        return !word.startsWith("-") && !word.startsWith("@");
    }

    private boolean note(LauncherOption option, String value) {
        String name = option.names().getFirst();
        if (option.kind() != LauncherOption.Kind.LIST && given.contains(name)) {
            return false;
        }
        given.add(name);
        try {
            options.set(option, value);
            return true;
        } catch (IllegalArgumentException e) {
            return false;
        }
    }
}
