// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.sim.machine;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.google.gson.JsonObject;
import com.google.gson.JsonParser;
import java.io.IOException;
import java.io.StringReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class MachineFileTest {
    @Test
    void bundledMachinesAreThere() {
        for (String name : MachineFile.BUNDLED) {
            assertEquals(name, MachineFile.load(name).name());
        }
        assertEquals(240, CoherentMachine.load("knc-5110p").threads());
        assertEquals(512 << 10, CoherentMachine.load("knc-5110p").l2().lines() * 64);
        for (String name : SoftwareProfile.BUNDLED) {
            assertEquals(name, SoftwareProfile.load(name).name());
        }
    }

    @Test
    void aUsersFileIsReadByPath(@TempDir Path folder) throws IOException {
        Path file = folder.resolve("mine.json");
        Files.writeString(file, knc().replace("\"cores\": 60", "\"cores\": 7").replace("knc-5110p", "mine"));
        assertEquals(7, CoherentMachine.load(file.toString()).cores());
    }

    @Test
    void aChangeMultipliesOneNumber() throws IOException {
        JsonObject machine = JsonParser.parseString(knc()).getAsJsonObject();
        Change.parse("latencyNs.remote.exclusive*2").change(machine);
        Change.parse("cores*0.5").change(machine);
        Change.parse("name*2").change(machine);
        Change.parse("latencyNs.nothing*2").change(machine);
        assertEquals(471.6, machine.getAsJsonObject("latencyNs").getAsJsonObject("remote").get("exclusive")
            .getAsDouble());
        assertEquals(30, machine.get("cores").getAsInt());
        assertEquals("knc-5110p", machine.get("name").getAsString());
        assertFalse(machine.getAsJsonObject("latencyNs").has("nothing"));
        JsonObject profile = JsonParser.parseString("{\"prefetchLoops\": \"all\"}").getAsJsonObject();
        Change.parse("prefetchLoops*0").change(profile);
        assertEquals("none", profile.get("prefetchLoops").getAsString());
        for (String wrong : new String[] {"callNs", "callNs*", "*2", "callNs*-1", "a b*2"}) {
            assertThrows(IllegalArgumentException.class, () -> Change.parse(wrong), wrong);
        }
    }

    @Test
    void errorsCarryThePathOfTheWrongField() throws IOException {
        refused("\"modified\": 8.6", "\"modified\": \"fast\"", "$.latencyNs.own.modified", "number");
        refused("\"cores\": 60", "\"cores\": 257", "$.cores", "from 1 to 256");
        refused("\"cores\": 60", "\"cores\": 2.5", "$.cores", "whole");
        refused("\"cores\": 60,", "", "$.cores", "missing");
        refused("\"perReaderNs\": 54", "\"perReaderNs\": -1", "$.contention.perReaderNs", "at least");
        refused("\"exclusive\": 235.8", "\"exclusive\": 3", "$.latencyNs.remote.exclusive", "more than");
        refused("\"q\": 2750.0", "\"q\": 1", "$.multiLineNs.memory.p", "exceed");
        refused("\"bytes\": \"512k\"", "\"bytes\": \"500k\"", "$.l2.bytes", "power of two");
        refused("\"lineBytes\": 64", "\"lineBytes\": 48", "$.lineBytes", "power of two");
        refused("\"threadGBs\": 4.6", "\"treadGBs\": 4.6", "$.memory.threadGBs", "missing");
        refused("\"threadGBs\": 4.6", "\"threadGBs\": 4.6, \"banks\": 3", "$.memory.banks", "not a field");
        refused("\"interruptEveryNs\": 1000000", "\"interruptEveryNs\": 9000", "$.issue.interruptEveryNs", "more than");
        refused("\"kind\": \"coherent\"", "\"kind\": \"quantum\"", "$.kind", "coherent");
        refused("\"l1\": {", "\"l1\": [", "$", "JSON");
        refused("\"contention\": {", "\"contention\": 5, \"other\": {", "$.contention", "object");
    }

    @Test
    void errorsOfDistancesCarryThePathOfTheWrongField() throws IOException {
        String[][] cases = {{"\"groupCores\": 8", "\"groupCores\": 97", "$.distances.groupCores", "from 1 to 96"},
            {"\"socketCores\": 48", "\"socketCores\": 50", "$.distances.socketCores", "multiple of groupCores, 8"},
            {"\"socketCores\": 48", "\"socketCores\": 4", "$.distances.socketCores", "from 8 to 96"},
            {"\"otherGroupNs\": 84", "\"otherGroupNs\": -1", "$.distances.otherGroupNs", "at least"},
            {"\"hopNs\": 0, ", "", "$.distances.hopNs", "missing"}};
        for (String[] wrong : cases) {
            refused("epyc-7r13-x2", wrong[0], wrong[1], wrong[2], wrong[3]);
        }
    }

    @Test
    void errorsOfAMeshCarryThePathOfTheWrongField() throws IOException {
        String[][] cases = {{"\"read\": 6.8", "\"read\": 127", "$.portNs.read", "must not exceed"},
            {"[5, 2]]", "[6, 2]]", "$.controllers[3]", "from 0 to 5"},
            {"[5, 2]]", "[5]]", "$.controllers[3]", "a column and a row"},
            {"\"payloadLines\": 251", "\"payloadLines\": 257", "$.payloadLines", "from 1 to 256"},
            {"\"chunkLines\": 96", "\"chunkLines\": 128", "$.chunkLines", "from 1 to 127"},
            {"\"hop\": 0.005", "\"hop\": -1", "$.us.hop", "at least"},
            {"\"mpbBytes\": 8192", "\"mpbBytes\": 8200", "$.mpbBytes", "multiple of 32"},
            {"\"reduceNs\": 30", "\"reduceNs\": 30, \"cores\": 48", "$.cores", "not a field"},
            {"\"columns\": 6", "\"columns\": 257", "$.mesh.rows", "from 1 to 3"},
            {"\"coresPerTile\": 2", "\"coresPerTile\": 3", "$.mesh.coresPerTile", "from 1 to 2"},
            {"\"trig\": 120", "\"trig\": \"many\"", "$.gcmcCycles.trig", "number"}};
        for (String[] wrong : cases) {
            refused("scc", wrong[0], wrong[1], wrong[2], wrong[3]);
        }
    }

    @Test
    void aMachineOfTheOtherKindIsRefused() {
        assertThrows(IllegalArgumentException.class, () -> CoherentMachine.load("scc"));
        assertThrows(IllegalArgumentException.class, () -> MeshMachine.load("knc-5110p"));
    }

    @Test
    void anUnknownNameListsTheKnownOnes() {
        IllegalArgumentException e = assertThrows(IllegalArgumentException.class, () -> MachineFile.load("knc-9000"));
        assertTrue(e.getMessage().contains("knc-5110p"), e.getMessage());
    }

    @Test
    void aWrongProfileNamesTheField(@TempDir Path folder) throws IOException {
        Path file = folder.resolve("mine.json");
        Files.writeString(file, """
            {"name": "mine", "title": "Mine", "callNs": 1, "pointerNs": 1, "reducedNumberNs": 0,
             "prefetchLoops": "some"}
            """);
        IllegalArgumentException e = assertThrows(IllegalArgumentException.class,
            () -> SoftwareProfile.load(file.toString()));
        assertTrue(e.getMessage().endsWith("$.prefetchLoops: must be one of [none, cached, all]"), e.getMessage());
    }

    private static void refused(String from, String to, String path, String problem) throws IOException {
        refused("knc-5110p", from, to, path, problem);
    }

    private static void refused(String machine, String from, String to, String path, String problem)
            throws IOException {
        String text = text(machine);
        assertTrue(text.contains(from), from);
        IllegalArgumentException e = assertThrows(IllegalArgumentException.class,
            () -> MachineFile.parse("mine.json", new StringReader(text.replaceFirst(
                java.util.regex.Pattern.quote(from), java.util.regex.Matcher.quoteReplacement(to)))));
        assertTrue(e.getMessage().startsWith("mine.json: " + path + ":"), e.getMessage());
        assertTrue(e.getMessage().contains(problem), e.getMessage());
    }

    static String knc() throws IOException {
        return text("knc-5110p");
    }

    private static String text(String machine) throws IOException {
        try (var stream = MachineFile.class.getResourceAsStream("/io/shmem4j/sim/machine/" + machine + ".json")) {
            return new String(stream.readAllBytes(), StandardCharsets.UTF_8);
        }
    }
}
