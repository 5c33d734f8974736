// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.testing;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.fail;
import static org.junit.jupiter.api.DynamicTest.dynamicTest;

import io.shmem4j.conformance.Conformance;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.function.Supplier;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicContainer;
import org.junit.jupiter.api.DynamicTest;
import org.opentest4j.TestAbortedException;

/** One job that runs conformance cases, as JUnit tests: one for each case, and one for the job itself. */
public final class ConformanceRun {
    /**
     * Flag for jobs that do not depend on how code is compiled: most of their cases run once, and the quick compiler
     * takes a third less of the processor for all. Other jobs keep the users' compilers.
     */
    public static final String QUICKLY_COMPILED = "-J-XX:TieredStopAtLevel=1";

    /** Changes with each commit, so that some days of them run all cases. */
    private static final String TENTH = "--tenth=" + Integer.getInteger("conformance.tenth", tenthOfCommit());
    private static final Pattern LINE = Pattern.compile("(run|skip|FAILED|FAIL) (\\w+\\.\\w+)(.*)");

    private final Oshrun.Result result;
    private final Map<String, List<String>> reports = new LinkedHashMap<>();
    private final Map<String, String> skipped = new LinkedHashMap<>();
    private String last = "none";

    private ConformanceRun(Oshrun.Result result) {
        this.result = result;
        for (String line : result.outLines()) {
            Matcher matcher = LINE.matcher(line);
            if (!matcher.matches()) {
                continue;
            }
            String name = matcher.group(2);
            switch (matcher.group(1)) {
                case "run" -> {
                    last = name;
                    reports.computeIfAbsent(name, key -> new ArrayList<>());
                }
                case "skip" -> skipped.put(name, matcher.group(3));
                default -> reports.computeIfAbsent(name, key -> new ArrayList<>()).add(line);
            }
        }
    }

    /**
     * {@return the tests of one job}
     *
     * @param options  for oshrun, such as a backend
     * @param patterns groups or cases, none for all
     */
    public static List<DynamicTest> tests(int np, List<String> options, String... patterns) {
        return tests(np, options, List.of(patterns));
    }

    /** {@return the tests of one job with a tenth of the cases, another one for each commit} */
    public static List<DynamicTest> tenthOfTests(int np, List<String> options, String... patterns) {
        List<String> words = new ArrayList<>(List.of(TENTH));
        words.addAll(List.of(patterns));
        return tests(np, options, words);
    }

    private static List<DynamicTest> tests(int np, List<String> options, List<String> words) {
        long seed = System.nanoTime() | 1;
        List<String> arguments = new ArrayList<>(List.of("--seed=" + seed));
        arguments.addAll(words);
        Oshrun.Result result = Oshrun.run(Oshrun.words(np,
            Oshrun.program(Conformance.class, arguments.toArray(String[]::new)), options.toArray(String[]::new)));
        return new ConformanceRun(result).tests(np, seed);
    }

    private static int tenthOfCommit() {
        try {
            Process git = new ProcessBuilder("git", "-C", Oshrun.sources().toString(), "rev-parse", "--short=7", "HEAD")
                .redirectError(ProcessBuilder.Redirect.DISCARD).start();
            String commit = new String(git.getInputStream().readAllBytes(), StandardCharsets.US_ASCII).strip();
            return git.waitFor() == 0 ? Integer.parseInt(commit, 16) % 10 : 0;
        } catch (IOException | InterruptedException e) {
            // An archive of the sources has no commit, and a machine perhaps no git.
            return 0;
        }
    }

    /** {@return the containers of jobs, two at a time} */
    public static Stream<DynamicContainer> sideBySide(List<Supplier<DynamicContainer>> jobs) {
        try (ExecutorService pair = Executors.newFixedThreadPool(2)) {
            return jobs.stream().map(job -> CompletableFuture.supplyAsync(job, pair)).toList().stream()
                .map(CompletableFuture::join).toList().stream();
        }
    }

    private List<DynamicTest> tests(int np, long seed) {
        List<DynamicTest> tests = new ArrayList<>();
        tests.add(dynamicTest("the job on " + np + " PEs, seed " + seed, () -> {
            if (reports.values().stream().allMatch(List::isEmpty)) {
                assertEquals(0, result.status(), () -> "it ended in " + last + "\n" + result.out() + result.err());
            }
        }));
        reports.forEach((name, report) -> tests.add(dynamicTest(name + " on " + np + " PEs", () -> {
            if (!report.isEmpty()) {
                fail(String.join("\n", report) + "\n" + result.err());
            }
        })));
        skipped.forEach((name, reason) -> tests.add(dynamicTest(name + " on " + np + " PEs", () -> {
            throw new TestAbortedException(reason);
        })));
        return tests;
    }
}
