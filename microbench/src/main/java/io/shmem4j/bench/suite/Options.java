// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.bench.suite;

import io.shmem4j.bench.measure.ProbeTimer;
import io.shmem4j.bench.measure.Report;
import io.shmem4j.bench.measure.Timing;
import io.shmem4j.report.CommandLines;
import io.shmem4j.report.UsageException;
import java.util.List;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.LongStream;
import java.util.stream.Stream;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.Model.PositionalParamSpec;
import picocli.CommandLine.ParseResult;
import picocli.CommandLine;

/** The parsed command line of {@code bench}: names of tests, common options and options of the tests. */
public final class Options {
    /** The partner of PE 0 in tests of pairs, for example on another node. An option of these tests only. */
    public static final Option<Integer> PEER = Option.number("--peer", "PE", "", 1, Integer.MAX_VALUE, "PE that PE 0"
        + " works with, such as the first of another node (default 1; of several pairs N/2)");
    /** Numbers of pairs that exchange data at the same time. */
    public static final Option<int[]> PAIRS = counts("--pairs",
        "how many pairs move at once; all: 1, 2, 4 ... as many as there are");
    /** Numbers of PEs that contend. */
    public static final Option<int[]> CONTENDERS = counts("--contenders",
        "how many PEs at once; all: 1, 2, 4 ... all PEs");
    private static final Option<List<String>> ONLY = new Option<>("--only", "NAME,...", "",
        "only the rows or columns whose names contain one of these words", word -> List.of(word.split(",")));
    private static final Option<Long> MIN = new Option<>("--min", "SIZE", "",
        "smallest message (suffix k, m, g: 1024)", Option::size);
    private static final Option<Long> MAX = new Option<>("--max", "SIZE", "", "largest message", Option::size);
    private static final Option<long[]> SIZES = new Option<>("--sizes", "SIZE,...", "",
        "the message sizes, instead of powers of two",
        word -> Stream.of(word.split(",")).mapToLong(Option::size).sorted().toArray());
    private static final Option<Integer> TRIALS = Option.number("--trials", "N", "10", 1, 10_000,
        "timed trials of each value");
    private static final Option<Integer> TRIAL_TIME = Option.number("--trial-time", "MS", "20", 1, 60_000,
        "length of a trial in milliseconds");
    private static final Option<Integer> WARMUP_TIME = Option.number("--warmup-time", "MS", "3000", 1, 600_000,
        "longest warm-up of a value in milliseconds, times the PEs that share a core");
    private static final Option<Timing.Statistic> STATISTIC = Option.choice("--stat", "S", Timing.Statistic.class,
        "what tables by size show: min or median of the trials");
    private static final Option<Report.Format> FORMAT = Option.choice("--format", "F", Report.Format.class,
        "table, csv or json");
    private static final List<Option<?>> COMMON =
        List.of(ONLY, MIN, MAX, SIZES, TRIALS, TRIAL_TIME, WARMUP_TIME, STATISTIC, FORMAT);

    private final List<Benchmark> tests;
    private final ParseResult given;

    private Options(List<Benchmark> tests, ParseResult given) {
        this.tests = tests;
        this.given = given;
        List<String> known = options(tests).map(Option::name).toList();
        for (OptionSpec option : given.matchedOptions()) {
            if (!option.usageHelp() && !known.contains(option.longestName())) {
                throw new UsageException("there is no option " + option.longestName() + " of "
                    + String.join(", ", tests.stream().map(Benchmark::name).toList()));
            }
        }
        if (isSet(SIZES) && (isSet(MIN) || isSet(MAX))) {
            throw new UsageException("--sizes is instead of --min and --max");
        }
        if (isSet(MIN) && isSet(MAX) && value(MIN) > value(MAX)) {
            throw new UsageException("--min " + value(MIN) + " is larger than --max " + value(MAX));
        }
    }

    private static Stream<Option<?>> options(List<Benchmark> tests) {
        return Stream.concat(tests.stream().flatMap(test -> test.options().stream()), COMMON.stream()).distinct();
    }

    /** {@return an option for numbers of actors; an empty array stands for powers of two and the maximum} */
    private static Option<int[]> counts(String name, String help) {
        return new Option<>(name, "N,...", "all", help, word -> word.equals("all") ? new int[0]
            : Stream.of(word.split(",")).mapToInt(each -> Option.number(each, 1, Integer.MAX_VALUE)).toArray());
    }

    /**
     * {@return the parsed command line}
     *
     * @param all  all tests, for their options
     * @param find finds a test by name, or throws
     * @throws UsageException if the command line is invalid
     */
    public static Options parse(List<Benchmark> all, Function<String, Benchmark> find, String... args) {
        CommandSpec spec = spec(all);
        spec.addPositional(PositionalParamSpec.builder().type(List.class).auxiliaryTypes(String.class).arity("0..*")
            .build());
        ParseResult given = CommandLines.read(new CommandLine(spec), args);
        List<String> names = given.matchedPositionalValue(0, List.of());
        return new Options(names.stream().map(find).toList(), given);
    }

    private static CommandSpec spec(List<Benchmark> tests) {
        CommandSpec spec = CommandSpec.create();
        spec.usageMessage().sortOptions(false);
        options(tests).forEach(option -> spec.addOption(option.spec()));
        return spec.addOption(OptionSpec.builder("-h", "--help").usageHelp(true)
            .description("this text, or with a test's name about it").build());
    }

    /** {@return help on the tests' options and the common ones} */
    public static String help(List<Benchmark> tests) {
        CommandSpec spec = spec(tests);
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
        return !isSet(ONLY) || value(ONLY).stream().anyMatch(name::contains);
    }

    /**
     * {@return the message sizes to measure: powers of two between the user's or the default limits}
     *
     * @param least    the default minimum
     * @param smallest the minimum that the test supports
     * @param largest  the default maximum
     */
    public long[] sizes(long least, long smallest, long largest) {
        if (isSet(SIZES)) {
            long[] sizes = value(SIZES);
            if (LongStream.of(sizes).anyMatch(size -> size == 0 || size % smallest != 0)) {
                throw new UsageException("--sizes: the test can do multiples of " + smallest + " bytes");
            }
            return sizes;
        }
        long from = Math.max(smallest, isSet(MIN) ? value(MIN) : least);
        long to = isSet(MAX) ? value(MAX) : Math.max(from, largest);
        long[] sizes = LongStream.iterate(Long.highestOneBit(Math.max(1, from)), size -> size > 0 && size <= to,
            size -> 2 * size).filter(size -> size >= from).toArray();
        if (sizes.length == 0) {
            throw new UsageException("there is no power of two between --min and --max that the test can use; it"
                + " starts at " + smallest + " bytes");
        }
        return sizes;
    }

    /** {@return the partner of PE 0, from the user or the default; throws a UsageException if it does not exist} */
    public int peer(int nPes, int standard) {
        if (!isSet(PEER)) {
            return standard;
        }
        if (value(PEER) >= nPes) {
            throw new UsageException("--peer: there is no PE " + value(PEER) + " in a job of " + nPes);
        }
        return value(PEER);
    }

    /** {@return whether the user has selected message sizes} */
    public boolean choosesSizes() {
        return isSet(SIZES) || isSet(MIN) || isSet(MAX);
    }

    public int trials() {
        return value(TRIALS);
    }

    public ProbeTimer.Trials amount() {
        return new ProbeTimer.Trials(trials(), value(TRIAL_TIME) * 1_000_000L, value(WARMUP_TIME) * 1_000_000L);
    }

    public Timing.Statistic statistic() {
        return value(STATISTIC);
    }

    public Report.Format format() {
        return value(FORMAT);
    }

    private boolean isSet(Option<?> option) {
        return given.hasMatchedOption(option.name());
    }

    /** {@return the value of an option, from the user or the default} */
    public <T> T value(Option<T> option) {
        try {
            return isSet(option) ? given.matchedOption(option.name()).getValue()
                : option.converter().convert(option.standard());
        } catch (Exception e) {
            throw new IllegalStateException(option.name() + " has a wrong default", e);
        }
    }

    /** {@return the numbers of pairs to measure; each PE of a pair has its partner at the same distance} */
    public int[] pairs(int nPes) {
        int distance = peer(nPes, nPes / 2);
        return counts(PAIRS, Math.min(distance, nPes - distance));
    }

    public int[] contenders(int nPes) {
        return counts(CONTENDERS, nPes);
    }

    private int[] counts(Option<int[]> option, int most) {
        int[] counts = value(option);
        if (IntStream.of(counts).anyMatch(count -> count > most)) {
            throw new UsageException(option.name() + ": the most of this job is " + most);
        }
        return counts.length > 0 ? counts
            : IntStream.concat(IntStream.iterate(1, n -> n < most, n -> 2 * n), IntStream.of(most)).toArray();
    }
}
