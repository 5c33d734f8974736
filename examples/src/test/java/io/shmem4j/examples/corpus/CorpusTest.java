// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.examples.corpus;

import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.shmem4j.Shmem;
import io.shmem4j.error.JobFailedException;
import io.shmem4j.examples.RingReduce;
import io.shmem4j.explore.Explore;
import io.shmem4j.testing.Thorough;
import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
import java.lang.reflect.Modifier;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.CsvFileSource;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Published bugs between PEs: the explorer finds each and says what is missing, and nothing in the mended form or in
 * algorithms that are right.
 */
class CorpusTest {
    private static final String TABLE = "/corpus.txt";
    private static final int SUSPECTS = 20;
    private static final int FEW = 100;
    private static final int MANY = 100_000;

    private static void explore(String program, int pes, String how, int schedules, String... args)
        throws ReflectiveOperationException {
        MethodHandle main = main(program);
        Explore.of(how).bounds(schedules, 60, 20_000).explore(pes, () -> {
            main.invokeExact(args);
        });
    }

    private static MethodHandle main(String program) throws ReflectiveOperationException {
        String name = program.equals("RingReduce") ? RingReduce.class.getName()
            : CorpusTest.class.getPackageName() + "." + program;
        return MethodHandles.publicLookup().findStatic(Class.forName(name), "main",
            MethodType.methodType(void.class, String[].class));
    }

    private static Stream<Arguments> rightOnes() {
        return Stream.of(RightOnes.class.getDeclaredMethods())
            .filter(method -> !Modifier.isPrivate(method.getModifiers()) && !method.isSynthetic())
            .flatMap(method -> Stream.of(2, 3).map(pes -> Arguments.of(method.getName(), pes)));
    }

    @ParameterizedTest
    @MethodSource("rightOnes")
    void someSchedulesOfRightAlgorithmsPass(String algorithm, int pes) throws Exception {
        exploreRightOne(algorithm, pes, FEW);
    }

    @Thorough
    @ParameterizedTest
    @MethodSource("rightOnes")
    void allSchedulesOfRightAlgorithmsPass(String algorithm, int pes) throws Exception {
        exploreRightOne(algorithm, pes, MANY / 10);
    }

    private static void exploreRightOne(String algorithm, int pes, int schedules) throws ReflectiveOperationException {
        MethodHandle method = MethodHandles.lookup().findStatic(RightOnes.class, algorithm,
            MethodType.methodType(void.class, Shmem.class));
        Explore.standard().bounds(schedules, 60, 20_000).explore(pes, () -> {
            try (Shmem shmem = Shmem.init()) {
                method.invokeExact(shmem);
            }
        });
    }

    @ParameterizedTest
    @CsvFileSource(resources = TABLE, delimiter = '|')
    void theBugIsFound(String program, int pes, String how, String cause) throws Exception {
        String story = assertThrows(JobFailedException.class, () -> explore(program, pes, how, MANY)).getMessage();
        // The usual suspects come first.
        Matcher schedules = Pattern.compile("after (\\d+) schedules? in").matcher(story);
        assertTrue(schedules.find() && Integer.parseInt(schedules.group(1)) <= SUSPECTS, story);
        assertTrue(story.replaceAll("(?<=:|step )\\d+", "N").lines().anyMatch(cause::equals),
            () -> cause + " is not said by " + story);
    }

    @ParameterizedTest
    @CsvFileSource(resources = TABLE, delimiter = '|')
    void someSchedulesOfTheMendedFormPass(String program, int pes, String how, String cause) throws Exception {
        explore(program, pes, how, FEW, "mended");
    }

    @Thorough
    @ParameterizedTest
    @CsvFileSource(resources = TABLE, delimiter = '|')
    void allSchedulesOfTheMendedFormPass(String program, int pes, String how, String cause) throws Exception {
        explore(program, pes, how, MANY, "mended");
    }
}
