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
    private static final String CLASSICS = "/classics.txt";
    /** Number of schedules within which the usual suspects are tried. */
    private static final int SUSPECTS = 20;
    private static final int FEW = 100;
    private static final int MANY = 100_000;

    private static void explore(String program, int pes, String how, int schedules, String... args)
        throws ReflectiveOperationException {
        String[] words = program.split(" ");
        MethodHandle main = main(words[0]);
        String[] all = Stream.concat(Stream.of(words).skip(1), Stream.of(args)).toArray(String[]::new);
        Explore.of(how).bounds(schedules, 60, 20_000).explore(pes, () -> {
            main.invokeExact(all);
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
        findIn(SUSPECTS, program, pes, how, cause);
    }

    @Thorough
    @ParameterizedTest
    @CsvFileSource(resources = CLASSICS, delimiter = '|')
    void theClassicIsFound(String program, int pes, String how, String cause) throws Exception {
        findIn(MANY, program, pes, how, cause);
    }

    private static void findIn(int most, String program, int pes, String how, String cause) {
        String story = assertThrows(JobFailedException.class, () -> explore(program, pes, how, most)).getMessage();
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

    @Thorough
    @ParameterizedTest
    @CsvFileSource(resources = CLASSICS, delimiter = '|')
    void someSchedulesOfTheMendedClassicPass(String program, int pes, String how, String cause) throws Exception {
        explore(program, pes, how, FEW, "mended");
    }
}
