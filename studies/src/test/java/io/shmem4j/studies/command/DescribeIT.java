// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.studies.command;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.shmem4j.sim.machine.CoherentMachine;
import io.shmem4j.testing.Oshrun;
import io.shmem4j.testing.Oshrun.Result;
import io.shmem4j.testing.Thorough;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A machine is measured, and the simulator becomes that machine. */
@Thorough
class DescribeIT {
    @TempDir
    private Path config;

    @Test
    void measuresThisMachineAndSimulatesIt() throws IOException {
        Result report = Oshrun.run(Map.of("XDG_CONFIG_HOME", config.toString()), List.of("sim", "describe")).expect(0);
        Path machine = config.resolve("shmem4j").resolve("machine.json");
        assertTrue(report.out().contains("one cache line, ns:"), report::out);
        assertTrue(report.out().contains("written: " + machine), report::out);
        assertEquals("", report.err());
        try (Stream<Path> files = Files.list(machine.getParent())) {
            assertEquals(List.of(machine), files.toList());
        }
        CoherentMachine measured = CoherentMachine.load(machine.toString());
        assertTrue(measured.latency().memory() > measured.latency().ownModified(), measured::toString);
        Result ring = Oshrun.run(List.of("--backend", "sim", "--machine", machine.toString(), "-np", "2", "--",
            Oshrun.helloIn(config).toString())).expect(0);
        assertTrue(ring.out().contains("Hello from PE 1 of 2"), ring::out);
    }

    @Test
    void aFileThatCantBeWrittenIsFoundAtOnce() {
        Result result = Oshrun.run(List.of("sim", "describe", "/proc/none/machine.json")).expect(1);
        assertTrue(result.err().startsWith("oshrun sim: can't write /proc/none/machine.json"), result::err);
    }
}
