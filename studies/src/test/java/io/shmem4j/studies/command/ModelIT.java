// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.studies.command;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.shmem4j.sim.machine.CoherentMachine;
import io.shmem4j.testing.Oshrun.Result;
import io.shmem4j.testing.Oshrun;
import io.shmem4j.testing.Thorough;
import io.shmem4j.testing.Weekly;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A machine is measured, and the simulator becomes that machine. */
class ModelIT {
    @TempDir
    private Path config;

    @Weekly
    @Test
    void measuresThisMachineAndSimulatesIt() throws IOException {
        Result report = Oshrun.run(Map.of("XDG_CONFIG_HOME", config.toString()), List.of("model", "--quick")).expect(0);
        Path machine = config.resolve("shmem4j").resolve("machine.json");
        assertTrue(report.out().contains("one cache line, ns:"), report::out);
        assertTrue(report.out().contains("written: " + machine), report::out);
        for (String row : List.of("broadcast +[0-9,]+ ", "barrier +m=[0-9]+ r=[0-9]+ ", "reduction +[0-9,]+ ")) {
            assertTrue(report.outLines().stream().anyMatch(line -> line.matches(row + " +[0-9]+ to [0-9]+ .*")),
                report::out);
        }
        assertEquals(List.of(machine.getFileName().toString()), Oshrun.names(machine.getParent()));
        CoherentMachine measured = CoherentMachine.load(machine.toString());
        assertTrue(measured.latency().memory() > 0 && measured.latency().ownModified() > 0, measured::toString);
        Result ring = Oshrun.run(List.of("--backend", "sim", "--machine", machine.toString(), "-np", "2", "--",
            Oshrun.helloIn(config).toString())).expect(0);
        assertTrue(ring.out().contains("Hello from PE 1 of 2"), ring::out);
    }

    @Thorough
    @Test
    void aFileThatCantBeWrittenIsFoundAtOnce() {
        Result result = Oshrun.run(List.of("model", "/proc/none/machine.json")).expect(1);
        assertTrue(result.err().startsWith("oshrun model: can't write /proc/none/machine.json"), result::err);
    }

    @Test
    void predictsForMachinesOfManyCores() {
        Result model = Oshrun.run(List.of("model", "--machine", "epyc-7r13-x2", "--pes", "16")).expect(0);
        assertTrue(model.out().contains("R_R 67.8,"), "half of 16 cores are in another group: " + model.out());
        assertTrue(model.out().contains("reduction"), model::out);
        Result tooMany = Oshrun.run(List.of("model", "--machine", "knl-flat", "--pes", "65")).expect(2);
        assertEquals("oshrun model: --pes 65: from 2 to 64, one a core", tooMany.err().strip());
    }
}
