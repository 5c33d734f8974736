// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.sim;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.shmem4j.sim.machine.CoherentMachine;
import io.shmem4j.testing.Oshrun;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import simtest.Mailbox;

/** A machine is measured, jobs choose by what was measured, and the simulator becomes that machine. */
class TunedMachineIT {
    @TempDir
    private Path config;

    @Test
    void measuresThisMachineAndSimulatesIt() throws IOException {
        Map<String, String> environment = Map.of("XDG_CONFIG_HOME", config.toString());
        Oshrun.Result report = Oshrun.run(environment, List.of("--tune=8")).expect(0);
        Path folder = config.resolve("shmem4j");
        Path machine = folder.resolve("machine.json");
        assertTrue(report.out().contains("one cache line, ns:"), report::out);
        assertTrue(report.out().contains("More PEs than cores"), report::out);
        assertTrue(report.out().contains(folder.resolve("costs").toString()), report::out);
        assertEquals("", report.err());
        try (Stream<Path> files = Files.list(folder)) {
            assertEquals(List.of("costs", "machine.json"), files.map(file -> file.getFileName().toString()).sorted()
                .toList());
        }
        String info = Oshrun.run(environment, List.of("--info")).expect(0).out();
        assertTrue(info.contains("cost table      " + folder.resolve("costs") + " ("), info);

        CoherentMachine measured = CoherentMachine.load(machine.toString());
        assertTrue(measured.simplified().memory() > measured.simplified().ownExclusive(), measured::toString);
        Oshrun.run(environment, Oshrun.words(2, Oshrun.program(Mailbox.class, "fence"), "--backend", "sim", "--machine",
            machine.toString())).expect(0);
    }
}
