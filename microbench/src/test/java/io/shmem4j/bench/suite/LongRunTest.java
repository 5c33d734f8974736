// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.bench.suite;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.shmem4j.report.Progress;
import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

/** Reports of a run of minutes where nobody sees a bar. */
class LongRunTest {
    private final ByteArrayOutputStream said = new ByteArrayOutputStream();
    private long seconds;

    private LongRun run(int steps, double expected) {
        return new LongRun("bench compare", steps, expected, Progress.none(),
            new PrintStream(said, true, StandardCharsets.UTF_8), () -> TimeUnit.SECONDS.toNanos(seconds));
    }

    private String said() {
        return said.toString(StandardCharsets.UTF_8);
    }

    @Test
    void theStartTellsWhatComesHowLongItTakesAndHowToChooseLess() {
        run(54, 605).tell("54 runs of latency", "say --rounds 1 for less").close();
        assertEquals("oshrun bench compare: 54 runs of latency, about 10 minutes; say --rounds 1 for less\n", said());
    }

    @Test
    void nothingIsSaidOfAShortRun() {
        try (LongRun run = run(2, 9).tell("2 runs", "less")) {
            run.step("one", 5);
            seconds = 8;
            run.step("two", 4);
        }
        assertEquals("", said());
    }

    /** Steps of 10 s each take 40 s: the rest follows from the pace so far. */
    @Test
    void aLineNowAndThenTellsWhatIsLeft() {
        try (LongRun run = run(4, 40)) {
            run.step("one", 10);
            seconds = 40;
            run.step("two", 10);
            seconds = 50;
            run.step("three", 10);
        }
        assertEquals("oshrun bench compare: 1 of 4 runs done, about 2 minutes left, now two\n", said());
    }
}
