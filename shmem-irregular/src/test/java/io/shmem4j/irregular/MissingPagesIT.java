// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.irregular;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.shmem4j.Shmem;
import io.shmem4j.shm.ShmJob;
import io.shmem4j.testing.Oshrun;
import io.shmem4j.testing.Thorough;
import io.shmem4j.testing.Weekly;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Each first touch of a page fails, in code of each compiler. */
@Execution(ExecutionMode.CONCURRENT)
class MissingPagesIT {
    private static final List<String> ALL = List.of();
    /** Objects that take some 20 s together. */
    private static final int SOME = 2;
    private static final AtomicInteger FILES = new AtomicInteger();

    @TempDir
    private static Path folder;

    private static void run(int rounds, int changes, List<String> subjects, String... options) {
        List<String> program = Oshrun.program(ScarcePages.class, Long.toString(System.nanoTime()),
            Integer.toString(rounds), Integer.toString(changes));
        program.addAll(subjects);
        List<String> words = Oshrun.words(2, program, options);
        words.addAll(1 + words.indexOf("-np") + 1, List.of("--pes-per-jvm", "1", "--heap-size", "512m", "--timeout",
            "240"));
        if (subjects == ALL || subjects.contains("snapshots")) {
            words.addAll(0, List.of("--checkpoint", folder.resolve("snapshot" + FILES.incrementAndGet()).toString()));
        }
        Oshrun.Result result = Oshrun.run(words).expect(0);
        assertEquals("", result.err());
        assertTrue(result.outLines().stream().allMatch(line -> line.matches("[a-z ]+: [1-9]\\d* thrown")),
            result.out());
    }

    @Thorough
    @Test
    void changesOfInterpretedCodeAreWholeOrNotDone() {
        run(1, 2000, ALL, "-J-Xint");
    }

    @Thorough
    @Test
    void changesOfCompiledCodeAreWholeOrNotDone() {
        run(2, 2000, ALL);
    }

    @ParameterizedTest
    @ValueSource(strings = {"-J-Xint", "-J-Xmixed"})
    void locksThatSurviveDeathsAreWholeOrNotTaken(String compiler) {
        run("-J-Xint".equals(compiler) ? 1 : 2, 2000, List.of("locks", "locks of both"), "--respawn", "1",
            compiler);
    }

    @Weekly
    @Test
    void manyChangesAreWholeOrNotDone() {
        run(10, 3000, ALL);
        run(5, 3000, ALL, "-J-XX:TieredStopAtLevel=1");
    }

    /** A seed chooses the objects. */
    @Thorough
    @Test
    void manyChangesOfSomeObjectsAreWholeOrNotDone() {
        long seed = Long.getLong("pages.seed", System.nanoTime());
        System.out.println("-Dpages.seed=" + seed);
        List<String> subjects = new ArrayList<>(ScarcePages.subjects());
        Collections.shuffle(subjects, new Random(seed));
        run(4, 3000, subjects.subList(0, SOME), "-J-Xmixed");
        run(2, 3000, subjects.subList(0, SOME), "-J-XX:TieredStopAtLevel=1");
    }

    private static void callCollectives(String compiler, String pages, int warmCalls) {
        List<String> words = List.of(ProcessHandle.current().info().command().orElseThrow(), compiler,
            "-Dshmem4j.time.abort=1", "--enable-native-access=ALL-UNNAMED", "-cp",
            Oshrun.classPath(ScarceCollectives.class, Shmem.class, ShmJob.class), ScarceCollectives.class.getName(),
            Long.toString(System.nanoTime()), pages, Integer.toString(warmCalls));
        try {
            Process process = new ProcessBuilder(words).redirectErrorStream(true).start();
            String out = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
            assertEquals(0, process.waitFor(), out);
            assertTrue(out.lines().allMatch(line -> line.matches("\\w+: \\d+ pages, \\d+ refused"))
                && out.matches("(?s).* [1-9]\\d* refused.*"), out);
        } catch (IOException | InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }

    @Test
    void aCollectiveWithoutAPageIsRefusedLater() {
        callCollectives("-Xmixed", "1", 500);
    }

    @Thorough
    @Test
    void compiledCollectivesWithoutSomePagesAreRefusedLater() {
        callCollectives("-Xmixed", "12", 5000);
    }

    @Thorough
    @Test
    void interpretedCollectivesWithoutSomePagesAreRefusedLater() {
        callCollectives("-Xint", "12", 0);
    }

    @Weekly
    @ParameterizedTest
    @ValueSource(strings = {"-Xint", "-Xmixed"})
    void collectivesWithoutEachPageAreRefusedLater(String compiler) {
        callCollectives(compiler, "all", "-Xint".equals(compiler) ? 0 : 20_000);
    }
}
