// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.tools;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.shmem4j.tools.JobSample.PeSample;
import java.util.List;
import java.util.OptionalDouble;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The view fits the terminal. */
class StatTableTest {
    private static final String PROGRAM = "io.shmem4j.examples.Heat 700 0.002";

    private static List<String> lines(int width) {
        return lines(new Look(width, false, Look.Order.PE));
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
        List<String> coloured = lines(new Look(width, true, Look.Order.PE));
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
        assertEquals("shape: " + shape, lines(new Look(140, false, Look.Order.PE), shape).get(1));
    }

    @Test
    void thePesAreSortedAsAPersonWants() {
        List<PeSample> all = List.of(pe(0, 0.25, 0.5), pe(1, 0.5, 0.75), pe(2, 0.75, 0.25));
        assertEquals(List.of(0, 1, 2), sorted(all, Look.Order.PE));
        assertEquals(List.of(1, 0, 2), sorted(all, Look.Order.PE.next()));
        assertEquals(List.of(2, 1, 0), sorted(all, Look.Order.WAITING));
        assertEquals(Look.Order.PE, Look.Order.WAITING.next());
    }

    private static PeSample pe(int number, double waited, double cpu) {
        return new PeSample(number, "", 1, "running", "", waited, cpu, 1, 1, OptionalDouble.empty(),
            OptionalDouble.empty());
    }

    private static List<Integer> sorted(List<PeSample> pes, Look.Order order) {
        return pes.stream().sorted(order.comparator).map(PeSample::pe).toList();
    }
}
