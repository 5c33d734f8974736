// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.nas.npb;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class OptionsTest {
    private static Options read(String line) {
        return new Options(List.of(line.split(" ")), List.of("class", "warmup"), List.of("json"));
    }

    @Test
    void valuesFollowAsAWordOrBehindAnEqualsSign() {
        Options options = read("--class w --warmup=3 --json");
        assertEquals(NpbClass.W, options.problemClass());
        assertEquals(3, options.number("warmup", 1));
        assertTrue(options.has("json"));
        assertFalse(read("--class=A").has("json"));
    }

    @ParameterizedTest
    @ValueSource(strings = {"--klass W", "W", "--class", "--json=1", "--class Q", "--warmup x", "--warmup -1",
        "--warmup 1e3"})
    void mistakesAreRefused(String line) {
        assertThrows(UsageException.class, () -> {
            Options options = read(line);
            options.problemClass();
            options.number("warmup", 1);
        });
    }
}
