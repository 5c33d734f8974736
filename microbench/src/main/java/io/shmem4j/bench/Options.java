// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.bench;

import io.shmem4j.config.ByteSize;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Locale;

/** The command line of {@code bench}, parsed. */
public final class Options {
    /** What {@code --help} says about options. */
    static final String HELP = """
        Options
          --only NAME,...     only the rows whose names contain one of these words
          --min SIZE          smallest message (suffix k, m, g: powers of 1024)
          --max SIZE          largest message
          --trials N          timed trials of each row (default 10)
          --trial-time MS     length of a trial in milliseconds (default 20)
          --warmup-time MS    longest warm-up of a row in milliseconds (default 3000), times the PEs that share a core
          --format F          table, csv, json, or osu: the columns of the OSU suite (default table)
          --output FILE       write there instead of to standard output
          --help              this text
        Names of options may be given with = or as two words.
        """;

    private final List<String> tests = new ArrayList<>();
    private final List<String> only = new ArrayList<>();
    private long min;
    private long max = -1;
    private int trials = 10;
    private int trialMillis = 20;
    private int warmupMillis = 3000;
    private Format format = Format.TABLE;
    private Path output;
    private boolean help;

    private Options() {
    }

    /**
     * {@return the command line's meaning}
     *
     * @param args its words
     * @throws UsageException if it has none
     */
    public static Options parse(String... args) {
        Options options = new Options();
        Deque<String> words = new ArrayDeque<>(List.of(args));
        while (!words.isEmpty()) {
            String word = words.pop();
            int equals = word.indexOf('=');
            if (word.startsWith("--") && equals > 0) {
                words.push(word.substring(equals + 1));
                word = word.substring(0, equals);
            }
            if (word.startsWith("-")) {
                options.option(word, words);
            } else {
                options.tests.add(word);
            }
        }
        if (options.max >= 0 && options.min > options.max) {
            throw new UsageException("--min " + options.min + " is larger than --max " + options.max);
        }
        return options;
    }

    private void option(String name, Deque<String> words) {
        switch (name) {
            case "--help", "-h" -> help = true;
            case "--only" -> only.addAll(List.of(value(name, words).split(",")));
            case "--min" -> min = size(name, words);
            case "--max" -> max = size(name, words);
            case "--trials" -> trials = number(name, words, 1, 10_000);
            case "--trial-time" -> trialMillis = number(name, words, 1, 60_000);
            case "--warmup-time" -> warmupMillis = number(name, words, 1, 600_000);
            case "--format" -> format = Format.of(value(name, words));
            case "--output" -> output = Path.of(value(name, words));
            default -> throw new UsageException("there is no option " + name
                + Nearest.suggestion(name, List.of("--help", "--only", "--min", "--max", "--trials", "--trial-time",
                "--warmup-time", "--format", "--output")));
        }
    }

    private static String value(String name, Deque<String> words) {
        if (words.isEmpty()) {
            throw new UsageException(name + " needs a value");
        }
        return words.pop();
    }

    private static int number(String name, Deque<String> words, int least, int most) {
        String word = value(name, words);
        try {
            int number = Integer.parseInt(word);
            if (number >= least && number <= most) {
                return number;
            }
        } catch (NumberFormatException e) {
            // Said below.
        }
        throw new UsageException(String.format(Locale.ROOT, "%s is a whole number from %d to %d, not '%s'", name,
            least, most, word));
    }

    private static long size(String name, Deque<String> words) {
        try {
            return ByteSize.parse(value(name, words));
        } catch (IllegalArgumentException e) {
            throw new UsageException(name + ": " + e.getMessage());
        }
    }

    /** {@return names of the tests to run} */
    public List<String> tests() {
        return tests;
    }

    /**
     * {@return whether a row is wanted}
     *
     * @param name the row's name
     */
    public boolean wants(String name) {
        return only.isEmpty() || only.stream().anyMatch(name::contains);
    }

    /**
     * {@return whether a message size is wanted}
     *
     * @param bytes the size
     */
    public boolean wants(long bytes) {
        return bytes >= min && (max < 0 || bytes <= max);
    }

    /** {@return smallest message} */
    public long min() {
        return min;
    }

    /**
     * {@return largest message}
     *
     * @param standard when the user has not said
     */
    public long max(long standard) {
        return max < 0 ? standard : max;
    }

    /** {@return number of timed trials} */
    public int trials() {
        return trials;
    }

    /** {@return length of a trial in nanoseconds} */
    public long trialNanos() {
        return trialMillis * 1_000_000L;
    }

    /** {@return longest warm-up in nanoseconds} */
    public long warmupNanos() {
        return warmupMillis * 1_000_000L;
    }

    /** {@return how to print} */
    public Format format() {
        return format;
    }

    /** {@return where to print, or null for standard output} */
    public Path output() {
        return output;
    }

    /** {@return whether help is asked for} */
    public boolean help() {
        return help;
    }
}
