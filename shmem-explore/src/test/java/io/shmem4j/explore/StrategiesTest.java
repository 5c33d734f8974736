// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.explore;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import exploretest.Litmus;
import exploretest.Model;
import exploretest.RandomLitmus;
import exploretest.Strategies;
import io.shmem4j.testing.Thorough;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * The complete strategy has all results that samples have, on random programs: {@code -Dexplore.programs=} says how
 * many of each kind the long forms compare.
 */
class StrategiesTest {
    private static final int FEW = 2;
    private static final int MOST_OF_FEW = 100;
    private static final int MOST = 4000;
    private static final int PROGRAMS = Integer.getInteger("explore.programs", 40);
    private static final long SEED = 5000;

    /**
     * Programs whose results once depended on the order of independent stores, of a death and a forced step, or of two
     * PEs' deaths.
     */
    @ParameterizedTest
    @CsvSource(delimiter = '#', value = {
        "PLAIN # L x0=1; H; R y1 | X y1=11; H; R z2 | L z2=21; G z2; H; R x0 # [[0], [0, 21], [21, 0]] [1, 11, 21]",
        "PLAIN # L x0=1; H; R y1 | X y1=11; H; R z2 | L z2=21; G z2; H; R x0 # [[11], [0, 0], [21, 0]] [1, 11, 21]",
        "STAYS_DEAD # R y1 | X z0=1; C x1=2 # [[0, 1], []] [0, 0, 0]",
        "STAYS_DEAD # L z0=1; G z0 | X z0=2 # [[2, 1], [1, 1]] [0, 0, 0]",
    })
    void aProgramHasAResult(Strategies pes, String program, String result) {
        requireResult(pes, program, result);
    }

    @Thorough
    @ParameterizedTest
    @CsvSource(delimiter = '#', value = {
        "RESTARTS # U x1+5 | R x1; W x1=22 # [[22, 1], [22, 2]] [0, 0, 0]",
        "RESTARTS # R y1 | X z0=1; C x1=2 # [[0, 1], [1, 0, 2]] [0, 0, 0]",
        "RESTARTS # A y1=2 | U x1+3; X x1=4 # [[1], [3, 6, 2]] [0, 0, 0]",
    })
    void aLargerProgramHasAResult(Strategies pes, String program, String result) {
        requireResult(pes, program, result);
    }

    private static void requireResult(Strategies pes, String program, String result) {
        Strategies.Found found = pes.compare(program, 1, MOST, 0);
        assertTrue(found.ended());
        assertTrue(found.results().contains(result), () -> found.results().toString());
    }

    @ParameterizedTest
    @EnumSource
    void samplesHaveNoOtherResults(Strategies pes) {
        compare(pes, FEW, MOST_OF_FEW, 20);
    }

    /** Programs with deaths have a hundred times as many schedules. */
    @Thorough
    @ParameterizedTest
    @CsvSource({"PLAIN, 1", "SPURIOUS, 1", "RESTARTS, 40", "STAYS_DEAD, 40"})
    void samplesOfMoreProgramsHaveNoOtherResults(Strategies pes, int fewer) {
        compare(pes, PROGRAMS / fewer, MOST, 100);
    }

    @Test
    void storesAndLoadsHaveTheResultsOfTheModel() {
        compareWithModel(FEW);
    }

    @Thorough
    @Test
    void moreStoresAndLoadsHaveTheResultsOfTheModel() {
        compareWithModel(20 * PROGRAMS);
    }

    private static void compare(Strategies pes, int programs, int most, int samples) {
        for (long seed = SEED; seed < SEED + programs; seed++) {
            String program = pes.program(seed);
            Set<String> missing = pes.compare(program, seed, most, samples).missing();
            if (!missing.isEmpty()) {
                long last = seed;
                String small = RandomLitmus.shrink(program, each -> pes.lacks(each, last, most, samples));
                throw new AssertionError(pes + " # " + small + " # " + pes.compare(small, seed, most, samples)
                    .missing());
            }
        }
    }

    private static void compareWithModel(int programs) {
        for (long seed = SEED; seed < SEED + programs; seed++) {
            String program = RandomLitmus.ofModel(seed);
            Strategies.Found found = Strategies.PLAIN.compare(program, seed, MOST, 0);
            assertEquals(found.ended() ? Model.results(Litmus.of(program)) : found.results(), found.results(),
                program);
        }
    }
}
