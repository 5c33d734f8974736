// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.bench;

import io.shmem4j.config.ByteSize;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Deque;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/** The command line of {@code bench}, parsed: names of tests, and values of the options common to all and of theirs. */
public final class Options {
    private static final Option ONLY = new Option("--only", "NAME,...", "",
        "only the rows or columns whose names contain one of these words");
    private static final Option MIN = new Option("--min", "SIZE", "", "smallest message (suffix k, m, g: 1024)");
    private static final Option MAX = new Option("--max", "SIZE", "", "largest message");
    private static final Option SIZES = new Option("--sizes", "SIZE,...", "",
        "the message sizes, instead of powers of two");
    private static final Option TRIALS = new Option("--trials", "N", "10", "timed trials of each value");
    private static final Option TRIAL_TIME = new Option("--trial-time", "MS", "20",
        "length of a trial in milliseconds");
    private static final Option WARMUP_TIME = new Option("--warmup-time", "MS", "3000",
        "longest warm-up of a value in milliseconds, times the PEs that share a core");
    private static final Option STATISTIC = new Option("--stat", "S", "min",
        "what tables by size show: min or median of the trials");
    private static final Option FORMAT = new Option("--format", "F", "table",
        "table, csv, json, or the columns of a C suite: osu, sos, uh, imb, shmembench");
    private static final Option OUTPUT = new Option("--output", "FILE", "", "write there, not to standard output");
    private static final Option HELP = new Option("--help", "", "", "this text, or with a test's name about it");

    private static final List<Option> COMMON =
        List.of(ONLY, MIN, MAX, SIZES, TRIALS, TRIAL_TIME, WARMUP_TIME, STATISTIC, FORMAT, OUTPUT, HELP);

    private final List<BenchTest> tests = new ArrayList<>();
    private final Map<String, String> values = new LinkedHashMap<>();
    private final Map<String, Option> known = new HashMap<>();
    private final Format format;

    private Options(List<String> words, Map<String, String> given) {
        for (String word : words) {
            tests.add(Catalogue.find(word));
        }
        COMMON.forEach(option -> known.put(option.name(), option));
        tests.forEach(test -> test.options().forEach(option -> known.put(option.name(), option)));
        for (Map.Entry<String, String> entry : given.entrySet()) {
            if (!known.containsKey(entry.getKey())) {
                throw new UsageException("there is no option " + entry.getKey()
                    + Nearest.suggestion(entry.getKey(), known.keySet()));
            }
            if (entry.getValue() == null) {
                throw new UsageException(entry.getKey() + " needs a value");
            }
        }
        values.putAll(given);
        format = choice(FORMAT.name(), Format.class);
        choice(STATISTIC.name(), Statistic.class);
        for (Option limit : List.of(MIN, MAX)) {
            if (isSet(limit.name())) {
                size(limit.name());
            }
        }
        if (isSet(SIZES.name())) {
            if (isSet(MIN.name()) || isSet(MAX.name())) {
                throw new UsageException("--sizes is instead of --min and --max");
            }
            given(0);
        }
        if (isSet(MIN.name()) && isSet(MAX.name()) && size(MIN.name()) > size(MAX.name())) {
            throw new UsageException("--min " + size(MIN.name()) + " is larger than --max " + size(MAX.name()));
        }
        number(TRIALS.name(), 1, 10_000);
        number(TRIAL_TIME.name(), 1, 60_000);
        number(WARMUP_TIME.name(), 1, 600_000);
    }

    /**
     * {@return the command line's meaning}
     *
     * @param args its words
     * @throws UsageException if it has none
     */
    public static Options parse(String... args) {
        List<String> names = new ArrayList<>();
        Map<String, String> given = new LinkedHashMap<>();
        Deque<String> words = new ArrayDeque<>(List.of(args));
        while (!words.isEmpty()) {
            String word = words.pop();
            int equals = word.indexOf('=');
            if (word.equals(HELP.name()) || word.equals("-h")) {
                given.put(HELP.name(), "");
            } else if (word.startsWith("--") && equals > 0) {
                given.put(word.substring(0, equals), word.substring(equals + 1));
            } else if (word.startsWith("-") && word.length() > 1) {
                given.put(word, words.poll());
            } else {
                names.add(word);
            }
        }
        return new Options(names, given);
    }

    /** {@return what {@code --help} says about the options that all tests have} */
    static String help() {
        StringBuilder text = new StringBuilder("Options of all tests, given as two words or with =\n");
        COMMON.forEach(option -> text.append(option.line()));
        return text.toString();
    }

    /** {@return the tests to run} */
    public List<BenchTest> tests() {
        return tests;
    }

    /** {@return whether help is asked for} */
    public boolean wantsHelp() {
        return isSet(HELP.name());
    }

    /**
     * {@return whether a row or column is wanted}
     *
     * @param name its name
     */
    public boolean wants(String name) {
        return !isSet(ONLY.name()) || Arrays.stream(value(ONLY.name()).split(",")).anyMatch(name::contains);
    }

    /**
     * {@return the message sizes to measure: powers of two between the limits given}
     *
     * @param least    smallest when the user has not said
     * @param smallest what the test can do at least
     * @param largest  largest when the user has not said
     */
    public long[] sizes(long least, long smallest, long largest) {
        if (isSet(SIZES.name())) {
            return given(smallest);
        }
        long from = Math.max(smallest, isSet(MIN.name()) ? size(MIN.name()) : least);
        long to = isSet(MAX.name()) ? size(MAX.name()) : Math.max(from, largest);
        List<Long> sizes = new ArrayList<>();
        for (long size = Long.highestOneBit(Math.max(1, from)); size <= to && size > 0; size *= 2) {
            if (size >= from) {
                sizes.add(size);
            }
        }
        if (sizes.isEmpty()) {
            throw new UsageException("there is no power of two between --min and --max that the test can use; it"
                + " starts at " + smallest + " bytes");
        }
        return sizes.stream().mapToLong(Long::longValue).toArray();
    }

    private long[] given(long smallest) {
        long[] sizes = Arrays.stream(value(SIZES.name()).split(",")).mapToLong(word -> size(SIZES.name(), word))
            .sorted().toArray();
        if (smallest > 0 && Arrays.stream(sizes).anyMatch(size -> size == 0 || size % smallest != 0)) {
            throw new UsageException("--sizes: the test can do multiples of " + smallest + " bytes");
        }
        return sizes;
    }

    /** {@return whether the user says which message sizes to measure} */
    public boolean choosesSizes() {
        return isSet(SIZES.name()) || isSet(MIN.name()) || isSet(MAX.name());
    }

    /** {@return number of timed trials} */
    public int trials() {
        return number(TRIALS.name(), 1, 10_000);
    }

    /** {@return length of a trial in nanoseconds} */
    public long trialNanos() {
        return number(TRIAL_TIME.name(), 1, 60_000) * 1_000_000L;
    }

    /** {@return longest warm-up in nanoseconds} */
    public long warmupNanos() {
        return number(WARMUP_TIME.name(), 1, 600_000) * 1_000_000L;
    }

    /** {@return what tables by size show} */
    public Statistic statistic() {
        return choice(STATISTIC.name(), Statistic.class);
    }

    /** {@return how to print} */
    public Format format() {
        return format;
    }

    /** {@return where to print, or null for standard output} */
    public Path output() {
        return isSet(OUTPUT.name()) ? Path.of(value(OUTPUT.name())) : null;
    }

    /**
     * {@return whether the user gave an option}
     *
     * @param name with its dashes
     */
    public boolean isSet(String name) {
        return values.containsKey(name);
    }

    /**
     * {@return an option's value or its default}
     *
     * @param name with its dashes
     */
    public String value(String name) {
        return values.getOrDefault(name, known.get(name).standard());
    }

    /**
     * {@return an option's value as a whole number}
     *
     * @param name  with its dashes
     * @param least smallest allowed
     * @param most  largest allowed
     */
    public int number(String name, int least, int most) {
        return number(name, value(name), least, most);
    }

    /**
     * {@return an option's value as whole numbers with commas between}
     *
     * @param name  with its dashes
     * @param least smallest allowed
     * @param most  largest allowed
     */
    public int[] numbers(String name, int least, int most) {
        return Arrays.stream(value(name).split(",")).mapToInt(word -> number(name, word, least, most)).toArray();
    }

    private static int number(String name, String word, int least, int most) {
        try {
            int number = Integer.parseInt(word.strip());
            if (number >= least && number <= most) {
                return number;
            }
        } catch (NumberFormatException e) {
            // Said below.
        }
        throw new UsageException(String.format(Locale.ROOT, "%s is a whole number from %d to %d, not '%s'", name,
            least, most, word));
    }

    /**
     * {@return an option's value as a number of bytes or things, suffixes are powers of 1024}
     *
     * @param name of it
     */
    public long size(String name) {
        return size(name, value(name));
    }

    private static long size(String name, String word) {
        try {
            return ByteSize.parse(word);
        } catch (IllegalArgumentException e) {
            throw new UsageException(name + ": " + e.getMessage());
        }
    }

    /**
     * {@return an option's value as one of some words}
     *
     * @param name with its dashes
     * @param type whose constants' names in lower case are the words
     * @param <E>  the type
     */
    public <E extends Enum<E>> E choice(String name, Class<E> type) {
        List<String> words = Arrays.stream(type.getEnumConstants())
            .map(constant -> constant.name().toLowerCase(Locale.ROOT)).toList();
        int index = words.indexOf(value(name));
        if (index < 0) {
            throw new UsageException(name + " is one of " + String.join(", ", words) + ", not '" + value(name) + "'"
                + Nearest.suggestion(value(name), words));
        }
        return type.getEnumConstants()[index];
    }
}
