// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.nas.npb;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.shmem4j.Shmem;
import io.shmem4j.report.CommandLines;
import io.shmem4j.report.UsageException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import picocli.CommandLine;

class OptionsTest {
    /** The options that all benchmarks have. */
    private static final class Common extends Options {
        @Override
        protected Result measure(Shmem shmem) {
            return null;
        }
    }

    private static Options read(String line) {
        Options options = new Common();
        CommandLines.read(new CommandLine(options), line.split(" "));
        return options;
    }

    @Test
    void valuesFollowAsAWordOrBehindAnEqualsSign() {
        Options options = read("--class w --warmup=3 --json");
        assertEquals(NpbClass.W, options.problemClass());
        assertEquals(3, options.warmup());
        assertTrue(options.json());
        assertFalse(read("--class=A").json());
    }

    @ParameterizedTest
    @ValueSource(strings = {"--klass W", "W", "--class", "--json=1", "--class Q", "--warmup x", "--warmup -1",
        "--warmup 1e3"})
    void mistakesAreRefused(String line) {
        assertThrows(UsageException.class, () -> read(line));
    }
}
