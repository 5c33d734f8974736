// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.report;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Reports of a long run where nobody sees a bar. */
class ProgressLinesTest {
    private final ByteArrayOutputStream said = new ByteArrayOutputStream();
    private long seconds;

    private Progress progress(double stepSeconds) {
        return new Progress(null, new Progress.ProgressLines("values", stepSeconds, "say less",
            new PrintStream(said, true, StandardCharsets.UTF_8), () -> TimeUnit.SECONDS.toNanos(seconds)));
    }

    private String said() {
        return said.toString(StandardCharsets.UTF_8);
    }

    @Test
    void everyPartIsAnnouncedThatMayTakeLong() {
        try (Progress progress = progress(3)) {
            progress.begin("bench latency");
            progress.plan(28);
            progress.step("p");
            progress.step("g");
            progress.begin("bench locks");
            progress.plan(2);
            progress.step("one window");
        }
        assertEquals("oshrun bench latency: 28 values, up to about 80 seconds; say less\n", said());
    }

    @Test
    void aLineNowAndThenTellsHowFarItIs() {
        try (Progress progress = progress(1)) {
            progress.begin("bench latency");
            progress.plan(4);
            for (String what : new String[] {"p", "g", "put", "get"}) {
                progress.step(what);
                seconds += 15;
            }
        }
        assertEquals("oshrun bench latency: 2 of 4 values measured after 30 seconds, now put\n", said());
    }

    @ParameterizedTest
    @CsvSource({"1, 10 seconds", "24, 20 seconds", "89, 90 seconds", "100, 2 minutes", "700, 12 minutes"})
    void secondsInWords(double time, String words) {
        assertEquals(words, Progress.inWords(time));
    }
}
