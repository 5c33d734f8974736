// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.bench.suite;

import io.shmem4j.bench.measure.ProbeTimer;
import io.shmem4j.bench.measure.Report;
import io.shmem4j.bench.measure.Timing;
import io.shmem4j.report.CommandLines;
import io.shmem4j.report.UsageException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.Model.PositionalParamSpec;
import picocli.CommandLine.ParseResult;
import picocli.CommandLine;

/** The parsed command line of {@code bench}: names of tests, common options and options of the tests. */
public final class Options {
    private static final Option ONLY = new Option("--only", "NAME,...", "",
        "only the rows or columns whose names contain one of these words");
    private static final Option MIN = Option.size("--min", "SIZE", "", "smallest message (suffix k, m, g: 1024)");
    private static final Option MAX = Option.size("--max", "SIZE", "", "largest message");
    private static final Option SIZES = new Option("--sizes", "SIZE,...", "",
        "the message sizes, instead of powers of two");
    private static final Option TRIALS = Option.number("--trials", "N", "10", 1, 10_000, "timed trials of each value");
    private static final Option TRIAL_TIME = Option.number("--trial-time", "MS", "20", 1, 60_000,
        "length of a trial in milliseconds");
    private static final Option WARMUP_TIME = Option.number("--warmup-time", "MS", "3000", 1, 600_000,
        "longest warm-up of a value in milliseconds, times the PEs that share a core");
    private static final Option STATISTIC = new Option("--stat", "S", "min",
        "what tables by size show: min or median of the trials");
    private static final Option FORMAT = new Option("--format", "F", "table",
        "table, csv or json");
    /** The partner of PE 0 in tests of pairs, for example on another node. An option of these tests only. */
    public static final Option PEER = new Option("--peer", "PE", "", "PE that PE 0 works with, such as the first of"
        + " another node (default 1; of several pairs N/2)");
    private static final List<Option> COMMON =
        List.of(ONLY, MIN, MAX, SIZES, TRIALS, TRIAL_TIME, WARMUP_TIME, STATISTIC, FORMAT);

    private final List<Benchmark> tests;
    private final Map<String, Option> known = new HashMap<>();
    private final ParseResult given;
    private final Report.Format format;

    private Options(List<Benchmark> tests, ParseResult given) {
        this.tests = tests;
        this.given = given;
        Stream.concat(COMMON.stream(), tests.stream().flatMap(test -> test.options().stream()))
            .forEach(option -> known.put(option.name(), option));
        for (OptionSpec option : given.matchedOptions()) {
            if (!option.usageHelp() && !known.containsKey(option.longestName())) {
                throw new UsageException("there is no option " + option.longestName() + " of "
                    + String.join(", ", tests.stream().map(Benchmark::name).toList()));
            }
        }
        format = choice(FORMAT.name(), Report.Format.class);
        choice(STATISTIC.name(), Timing.Statistic.class);
        known.values().stream().filter(option -> isSet(option.name())).forEach(this::size);
        if (isSet(SIZES.name())) {
            if (isSet(MIN.name()) || isSet(MAX.name())) {
                throw new UsageException("--sizes is instead of --min and --max");
            }
            given(0);
        }
        if (isSet(MIN.name()) && isSet(MAX.name()) && size(MIN) > size(MAX)) {
            throw new UsageException("--min " + size(MIN) + " is larger than --max " + size(MAX));
        }
    }

    /**
     * {@return the parsed command line}
     *
     * @param all  all tests, for their options
     * @param find finds a test by name, or throws
     * @throws UsageException if the command line is invalid
     */
    public static Options parse(List<Benchmark> all, Function<String, Benchmark> find, String... args) {
        CommandSpec spec = spec(COMMON);
        all.stream().flatMap(test -> test.options().stream()).filter(option -> spec.findOption(option.name()) == null)
            .forEach(option -> spec.addOption(option.spec()));
        spec.addPositional(PositionalParamSpec.builder().type(List.class).auxiliaryTypes(String.class).arity("0..*")
            .build());
        ParseResult given = CommandLines.read(new CommandLine(spec), args);
        List<String> names = given.matchedPositionalValue(0, List.of());
        return new Options(names.stream().map(find).toList(), given);
    }

    private static CommandSpec spec(List<Option> options) {
        CommandSpec spec = CommandSpec.create();
        spec.usageMessage().sortOptions(false);
        options.forEach(option -> spec.addOption(option.spec()));
        return spec.addOption(OptionSpec.builder("-h", "--help").usageHelp(true)
            .description("this text, or with a test's name about it").build());
    }

    /** {@return help on the tests' options and the common ones} */
    public static String help(List<Benchmark> tests) {
        CommandSpec spec = spec(Stream.concat(tests.stream().flatMap(test -> test.options().stream()),
            COMMON.stream()).distinct().toList());
        spec.parser().separator(" ");
        return "Options, given as two words or with =\n" + new CommandLine.Help(spec, CommandLine.Help.Ansi.OFF)
            .optionList();
    }

    public List<Benchmark> tests() {
        return tests;
    }

    public boolean wantsHelp() {
        return given.isUsageHelpRequested();
    }

    /** {@return the rows or columns of a test that the user has selected, at least one} */
    public <T> List<T> wanted(String test, List<T> all, Function<T, String> name) {
        List<T> wanted = all.stream().filter(item -> wants(name.apply(item))).toList();
        if (wanted.isEmpty()) {
            throw new UsageException("--only leaves nothing of the test '" + test + "', which has "
                + all.stream().map(name).distinct().collect(Collectors.joining(", ")));
        }
        return wanted;
    }

    public boolean wants(String name) {
        return !isSet(ONLY.name()) || Arrays.stream(value(ONLY.name()).split(",")).anyMatch(name::contains);
    }

    /**
     * {@return the message sizes to measure: powers of two between the user's or the default limits}
     *
     * @param least    the default minimum
     * @param smallest the minimum that the test supports
     * @param largest  the default maximum
     */
    public long[] sizes(long least, long smallest, long largest) {
        if (isSet(SIZES.name())) {
            return given(smallest);
        }
        long from = Math.max(smallest, isSet(MIN.name()) ? size(MIN) : least);
        long to = isSet(MAX.name()) ? size(MAX) : Math.max(from, largest);
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
        long[] sizes = Arrays.stream(value(SIZES.name()).split(",")).mapToLong(word -> Option.size(SIZES.name(), word))
            .sorted().toArray();
        if (smallest > 0 && Arrays.stream(sizes).anyMatch(size -> size == 0 || size % smallest != 0)) {
            throw new UsageException("--sizes: the test can do multiples of " + smallest + " bytes");
        }
        return sizes;
    }

    /** {@return the partner of PE 0, from the user or the default; throws a UsageException if it does not exist} */
    public int peer(int nPes, int standard) {
        if (!isSet(PEER.name())) {
            return standard;
        }
        if (nPes == 1) {
            throw new UsageException(PEER.name() + " needs two PEs or more");
        }
        return Option.number(PEER.name(), value(PEER.name()), 1, nPes - 1);
    }

    /** {@return whether the user has selected message sizes} */
    public boolean choosesSizes() {
        return isSet(SIZES.name()) || isSet(MIN.name()) || isSet(MAX.name());
    }

    public int trials() {
        return number(TRIALS);
    }

    public ProbeTimer.Trials amount() {
        return new ProbeTimer.Trials(trials(), number(TRIAL_TIME) * 1_000_000L, number(WARMUP_TIME) * 1_000_000L);
    }

    public Timing.Statistic statistic() {
        return choice(STATISTIC.name(), Timing.Statistic.class);
    }

    public Report.Format format() {
        return format;
    }

    public boolean isSet(String name) {
        return given.hasMatchedOption(name);
    }

    public String value(String name) {
        return given.matchedOptionValue(name, known.get(name).standard());
    }

    /** {@return the value of a numeric option} */
    public long size(Option option) {
        return option.number().applyAsLong(value(option.name()));
    }

    public int number(Option option) {
        return Math.toIntExact(size(option));
    }

    /** {@return the counts of an option; by default powers of two and the maximum} */
    public int[] counts(Option option, int nPes) {
        int most = option.most().applyAsInt(this, nPes);
        String word = value(option.name());
        return word.equals(option.standard())
            ? IntStream.concat(IntStream.iterate(1, n -> n < most, n -> 2 * n), IntStream.of(most)).toArray()
            : Arrays.stream(word.split(",")).mapToInt(each -> Option.number(option.name(), each, 1, most)).toArray();
    }

    /** {@return the constant whose name is the option's value in upper case} */
    public <E extends Enum<E>> E choice(String name, Class<E> type) {
        List<String> words = Arrays.stream(type.getEnumConstants())
            .map(constant -> constant.name().toLowerCase(Locale.ROOT)).toList();
        int index = words.indexOf(value(name));
        if (index < 0) {
            throw new UsageException(name + " is one of " + String.join(", ", words) + ", not '" + value(name) + "'"
                + CommandLines.suggestion(value(name), words));
        }
        return type.getEnumConstants()[index];
    }
}
