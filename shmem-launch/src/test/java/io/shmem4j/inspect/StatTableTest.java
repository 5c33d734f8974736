// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.inspect;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.shmem4j.inspect.JobSample.PeSample;
import java.util.List;
import java.util.OptionalDouble;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The view fits the terminal. */
class StatTableTest {
    private static final String PROGRAM = "io.shmem4j.examples.Heat 700 0.002";

    private static List<String> lines(int width) {
        return lines(new Look(width, false));
    }

    private static List<String> lines(Look look) {
        return lines(look, "");
    }

    private static List<String> lines(Look look, String shape) {
        PeSample pe = new PeSample(1023, "", 4194304, "waiting", "Signal.waitUntil", 1, 1, 900L << 20, 900L << 20,
            OptionalDouble.of(9999), OptionalDouble.of(9999e6));
        return StatTable.of(new Sampler.Found(List.of(new JobSample("84f99542bf03cd16", "/dev/shm/x", 930, 4.1, PROGRAM,
            shape, 1, 64 << 20, List.of(pe), List.of(), List.of())), List.of()), "/dev/shm", look).lines().toList();
    }

    @ParameterizedTest
    @ValueSource(ints = {40, 80, 100, 140})
    void noLineIsLongerThanTheTerminal(int width) {
        lines(width).forEach(line -> assertTrue(line.length() <= width, line));
        List<String> coloured = lines(new Look(width, true));
        assertTrue(coloured.contains("\033[7m" + lines(width).get(2) + "\033[0m")
            || coloured.contains("\033[7m" + lines(width).get(1) + "\033[0m"), coloured::toString);
        assertEquals(lines(width), coloured.stream().map(line -> line.replaceAll("\033\\[\\d+m", "")).toList());
    }

    @Test
    void aNarrowTerminalKeepsWhatChanges() {
        List<String> lines = lines(80);
        assertEquals("heap 64 MiB each: " + PROGRAM, lines.get(1));
        assertTrue(lines.get(2).matches(" *PE  state .*waits in .*waiting +cpu +memory +ops/s +bytes/s"), lines.get(2));
        assertTrue(lines.get(3).endsWith("9999   9999 M"), lines.get(3));
        assertTrue(lines(140).get(1).contains("heap used"), lines(140)::toString);
    }

    @Test
    void theShapeAndItsReasonStandUnderTheTitle() {
        String shape = "1 PE in each of 8 JVMs, because x.jar has a native library, libx.so";
        assertEquals("shape: " + shape, lines(new Look(140, false), shape).get(1));
    }
}
