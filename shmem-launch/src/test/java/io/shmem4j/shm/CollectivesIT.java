// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.shm;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.shmem4j.collective.matrix.BroadcastMatrix;
import io.shmem4j.collective.matrix.GatherMatrix;
import io.shmem4j.collective.matrix.HelpedRounds;
import io.shmem4j.collective.matrix.MixRounds;
import io.shmem4j.collective.matrix.ReduceMatrix;
import io.shmem4j.collective.matrix.ScanMatrix;
import io.shmem4j.collective.matrix.SyncRounds;
import io.shmem4j.collective.matrix.SumOrder;
import io.shmem4j.testing.LongOnesFirst.TakesLong;
import io.shmem4j.testing.Oshrun;
import io.shmem4j.testing.Thorough;
import io.shmem4j.testing.Weekly;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;

/** Every collective algorithm against a serial computation, in all shapes of jobs; the programs say what they cover. */
@TakesLong
class CollectivesIT {
    /** Seven, seven and three: as many PEs in processes of their own would each compile all algorithms. */
    private static final int THREE_JVMS = 7;
    private static final int TWO_JVMS = 32;
    private static final int ONE_JVM = 64;

    static Stream<Arguments> runs() {
        Stream<Arguments> few = Stream.of(ReduceMatrix.class, BroadcastMatrix.class, GatherMatrix.class,
            ScanMatrix.class, SyncRounds.class).map(program -> Arguments.of(program,
                program == ReduceMatrix.class ? 6 : 9, "", ONE_JVM));
        return Stream.concat(few, Stream.of(Arguments.of(GatherMatrix.class, 64, "large", TWO_JVMS),
            Arguments.of(SyncRounds.class, 17, "", THREE_JVMS), Arguments.of(HelpedRounds.class, 4, "200", 1)));
    }

    static Stream<Arguments> furtherRuns() {
        return Stream.of(Arguments.of(ReduceMatrix.class, 64, "large", TWO_JVMS),
            Arguments.of(BroadcastMatrix.class, 64, "large", TWO_JVMS),
            Arguments.of(ScanMatrix.class, 64, "large", TWO_JVMS),
            Arguments.of(SyncRounds.class, 64, "large", TWO_JVMS),
            Arguments.of(ReduceMatrix.class, 17, "short", THREE_JVMS));
    }

    /** Some algorithms act in another way where members outnumber cores, so the number of cores is set. */
    @Thorough
    @ParameterizedTest
    @CsvSource({"2, 1000, 2, 1", "7, 500, 1, 64", "7, 300, 99, 1", "20, 400, 1, 10"})
    void mixesAreRight(int pes, String rounds, String cores, String pesPerJvm) {
        Oshrun.Result result = Oshrun.run(Oshrun.words(pes, Oshrun.program(MixRounds.class, rounds), "--heap-size",
            "8m", "-x", "SHMEM_CORES=" + cores, "--pes-per-jvm", pesPerJvm, "--share-classes")).expect(0);
        assertEquals(rounds + " rounds on " + pes + " PEs are right", result.out().strip());
    }

    @Thorough
    @ParameterizedTest
    @CsvSource({"1", "1 --vector"})
    void sumsRepeatTheirBits(String deterministic) {
        String[] options = ("--pes-per-jvm 4 --share-classes -x SHMEM_REDUCE_DETERMINISTIC=" + deterministic)
            .split(" ");
        Oshrun.Result result = Oshrun.run(Oshrun.words(7, Oshrun.program(SumOrder.class), options)).expect(0);
        assertEquals("sums on 7 PEs are right", result.out().strip());
    }

    @Test
    void pendingOnesAreHelped() {
        check(HelpedRounds.class, 4, "40", 2);
    }

    @Thorough
    @ParameterizedTest
    @MethodSource("runs")
    void resultsAreRight(Class<?> program, int pes, String argument, int pesPerJvm) {
        check(program, pes, argument, pesPerJvm);
    }

    @Weekly
    @ParameterizedTest
    @MethodSource("furtherRuns")
    void furtherResultsAreRight(Class<?> program, int pes, String argument, int pesPerJvm) {
        check(program, pes, argument, pesPerJvm);
    }

    private static void check(Class<?> program, int pes, String argument, int pesPerJvm) {
        Oshrun.Result result = Oshrun.run(Oshrun.words(pes, Oshrun.program(program, argument.split(" ")),
            "--heap-size", "8m", "--pes-per-jvm", Integer.toString(pesPerJvm), "--share-classes")).expect(0);
        assertTrue(result.out().strip().endsWith("on " + pes + " PEs are right"), result::out);
    }
}
