// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.agrona;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.shmem4j.testing.Oshrun;
import io.shmem4j.testing.Thorough;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

/** Jobs by {@code oshrun --with agrona}, and their counters by {@code oshstat}. */
class AgronaIT {
    private static final Pattern COUNTERS = Pattern.compile("\n +0 +cells done +1000\n +1 +cells done +2000\n");

    private static List<String> words(String... options) {
        return Oshrun.words(2, Oshrun.program(CountingProgram.class), options);
    }

    private static Oshrun.Result stat(Oshrun job, String... options) {
        List<String> words = new ArrayList<>(List.of("--shm-dir", job.shm().toString(), "--interval", "0.1"));
        words.addAll(Arrays.asList(options));
        try (Oshrun stat = Oshrun.start(Oshrun.home().resolve("oshstat"), Oshrun.home(), Map.of(), words)) {
            stat.write("");
            return stat.await().expect(0);
        }
    }

    @Test
    void oshstatShowsCountersOfARunningJob() {
        for (String shape : List.of("--pes-per-jvm=1", "--pes-per-jvm=2")) {
            try (Oshrun job = Oshrun.start(words("--with", "agrona", shape))) {
                job.awaitOutput("counted", 1);
                String text = stat(job).out();
                assertTrue(COUNTERS.matcher(text).find(), text);
                String json = stat(job, "--json").out().replaceAll("\\s+", "");
                assertTrue(json.contains("{\"pe\":1,\"counter\":\"cellsdone\",\"value\":2000}"), json);
                job.write("");
                assertEquals("", job.await().expect(0).errors());
            }
        }
    }

    @Thorough
    @Test
    void aLaterLifeGoesOnWithItsLogAndItsMail() {
        Oshrun.Result result = Oshrun.run(Oshrun.words(2, Oshrun.program(MailedProgram.class), "--with", "agrona",
            "--respawn", "1", "--pes-per-jvm", "1", "--timeout", "60")).expect(0);
        assertEquals(List.of("1 java.lang.IllegalStateException: life 1", "1 java.lang.IllegalStateException: life 2",
            "first of life 2: 2", "3 letters"), result.outLines(), result::err);
    }

    @Thorough
    @Test
    void aLogThatIsMadeAfterADeathLeavesBarriersInStep() {
        Oshrun.Result result = Oshrun.run(Oshrun.words(2, Oshrun.program(LateLogProgram.class), "--with", "agrona",
            "--respawn", "1", "--pes-per-jvm", "1", "--timeout", "60")).expect(0);
        assertEquals(List.of("PE 0: true", "PE 1 has died", "PE 1: true"), result.outLines().stream().sorted()
            .toList());
    }

    @Test
    void withoutItTheMessageSaysWhatToDo() {
        String err = Oshrun.run(words()).expect(1).err();
        assertTrue(err.contains("oshrun --with agrona"), err);
        err = Oshrun.run(words("--with", "agrone")).expect(2).err();
        assertTrue(err.contains("--with agrone: there are agrona, mpi, chronicle"), err);
    }
}
