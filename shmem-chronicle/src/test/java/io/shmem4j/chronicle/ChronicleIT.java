// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.chronicle;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.shmem4j.testing.Oshrun;
import io.shmem4j.testing.Thorough;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Jobs by {@code oshrun --with chronicle}. */
class ChronicleIT {
    private static List<String> words(String... options) {
        return Oshrun.words(2, Oshrun.program(TradingProgram.class), options);
    }

    @Test
    void processesAndSharedJvmsHaveItWithoutWarnings() {
        for (String shape : List.of("--pes-per-jvm=1", "--pes-per-jvm=2")) {
            Oshrun.Result result = Oshrun.run(words("--with", "agrona,chronicle", shape)).expect(0);
            assertEquals(List.of("0 2.5 of 0", "1 2.5 of 1"), result.outLines().stream().sorted().toList());
            assertEquals("", result.errors());
        }
    }

    @Thorough
    @Test
    void simulatedMachinesHaveMessagesToo() {
        Oshrun.Result result = Oshrun.run(words("--with", "chronicle", "--backend", "sim")).expect(0);
        assertEquals(List.of("0 2.5 of 0", "1 2.5 of 1"), result.outLines().stream().sorted().toList());
    }

    @Test
    void aLaterLifeGoesOn() {
        aLaterLifeGoesOnWithItsMessages(1);
    }

    @Thorough
    @ParameterizedTest
    @ValueSource(ints = {0, 2, 3})
    void aLaterLifeGoesOnWithItsMessages(int taken) {
        Oshrun.Result result = Oshrun.run(Oshrun.words(2, Oshrun.program(RespawnedTrader.class,
            Integer.toString(taken)), "--with", "chronicle", "--respawn", "1", "--pes-per-jvm", "1", "--timeout",
            "60")).expect(0);
        assertEquals(List.of("true 7", "trade " + taken, "trade " + (taken + 1), "trade 10", "trade 11", "trade 12"),
            result.outLines(), result::err);
    }

    @Test
    void withoutItTheMessageSaysWhatToDo() {
        String err = Oshrun.run(words()).expect(1).err();
        assertTrue(err.contains("oshrun --with chronicle"), err);
    }
}
