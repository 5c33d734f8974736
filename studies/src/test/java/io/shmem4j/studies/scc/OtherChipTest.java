// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.studies.scc;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.shmem4j.sim.machine.MeshMachine;
import io.shmem4j.sim.mesh.MeshOptions;
import io.shmem4j.sim.mesh.Topology;
import io.shmem4j.sim.schedule.Scheduler.CarrierKind;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Chips that nobody built: the formulas hold for any constants, and nothing but constants makes the times. */
class OtherChipTest {
    /** Nobody waits for a port. */
    private static final MeshOptions ALONE = new MeshOptions(true, false, false, false, CarrierKind.fastest());
    @TempDir
    private Path folder;

    private MeshMachine chip(String... changes) throws IOException {
        Path file = folder.resolve("chip.json");
        try (var stream = OtherChipTest.class.getResourceAsStream("/io/shmem4j/sim/machine/scc.json")) {
            String text = new String(stream.readAllBytes(), StandardCharsets.UTF_8);
            for (int i = 0; i < changes.length; i += 2) {
                text = text.replace(changes[i], changes[i + 1]);
            }
            Files.writeString(file, text);
        }
        return MeshMachine.load(file.toString());
    }

    @ParameterizedTest
    @CsvSource({"'\"hop\": 0.005', '\"hop\": 0.011'", "'\"mpbLine\": 0.126', '\"mpbLine\": 0.2'",
        "'\"readMem\": 0.208', '\"readMem\": 0.3'", "'\"getMpb\": 0.33', '\"getMpb\": 0'",
        "'\"read\": 6.8', '\"read\": 80'", "'\"columns\": 6', '\"columns\": 9'",
        "'\"coresPerTile\": 2', '\"coresPerTile\": 1'"})
    void aTransferAloneTakesItsFormulasTime(String before, String after) throws IOException {
        MeshMachine machine = chip(before, after);
        int last = new Topology(machine).cores() - 1;
        for (SingleTransfer kind : SingleTransfer.values()) {
            for (int lines : new int[] {1, 97}) {
                assertEquals(kind.formula(machine, last, 2, lines), kind.picos(machine, last, 2, lines));
            }
        }
    }

    /** Nothing is put in for contention: ports that take no time leave distances alone. */
    @Test
    void portsWithoutTimeDelayNobody() throws IOException {
        MeshMachine machine = chip("\"read\": 6.8", "\"read\": 0", "\"write\": 9.1", "\"write\": 0",
            "\"controllerLineNs\": 5", "\"controllerLineNs\": 0");
        for (boolean gets : new boolean[] {true, false}) {
            for (double quotient : new ChipLoad(machine).shared(MeshOptions.STANDARD, 48, 33, gets).quotients()) {
                assertEquals(1, quotient, 1e-12);
            }
        }
        OcBroadcast.Kary tree = new OcBroadcast.Kary(9);
        assertEquals(new BroadcastRun(machine, ALONE, 48, 20).latency(tree, 130),
            new BroadcastRun(machine, MeshOptions.STANDARD.seeing(), 48, 20).latency(tree, 130), 0.001);
    }
}
