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
    void numbersThatNoTimeHasRoomForAreRefused() throws IOException {
        String[][] cases = {{"\"memory\": 277.7\n", "\"memory\": 1e18\n", "$.latencyNs.memory"},
            {"\"memory\": 277.7\n", "\"memory\": 1e-300\n", "$.latencyNs.memory"},
            {"\"memory\": 277.7}", "\"memory\": 1e999}", "$.simplifiedNs.memory"},
            {"\"clockMHz\": 1053", "\"clockMHz\": 1e-30", "$.clockMHz"},
            {"\"perReaderNs\": 54", "\"perReaderNs\": 1e18", "$.contention.perReaderNs"},
            {"\"o\": 76.0", "\"o\": 1e17", "$.multiLineNs.cached.o"},
            {"\"q\": 1521.0", "\"q\": 1e18", "$.multiLineNs.cached.q"},
            {"\"chipGBs\": 172.0", "\"chipGBs\": 1e-200", "$.memory.chipGBs"},
            {"\"threadGBs\": 4.6", "\"threadGBs\": 1e-200", "$.memory.threadGBs"},
            {"\"latencyCycles\": 23.4", "\"latencyCycles\": 1e300", "$.l2.latencyCycles"},
            {"\"randomAccessCycles\": 23.4", "\"randomAccessCycles\": 1e30", "$.issue.randomAccessCycles"},
            {"\"interruptEveryNs\": 1000000", "\"interruptEveryNs\": 1e18", "$.issue.interruptEveryNs"},
            {"\"own\": 0.2", "\"own\": 1e18", "$.deviationNs.own"},
            {"\"cached\": 18", "\"cached\": 1e18", "$.activeOverheadNs.cached"}};
        for (String[] wrong : cases) {
            refused(wrong[0], wrong[1], wrong[2], "1.0E9");
        }
        refused("epyc-7r13-x2", "\"hopNs\": 0", "\"hopNs\": 1e18", "$.distances.hopNs", "at most");
        refused("scc", "\"hop\": 0.005", "\"hop\": 1e18", "$.us.hop", "at most");
        refused("scc", "\"core\": 533", "\"core\": 1e-30", "$.clocksMHz.core", "positive");
        refused("scc", "\"pollCycles\": 45", "\"pollCycles\": 1e300", "$.pollCycles", "at most");
    }

    @Test
    void memoryWithoutRoomForHeapsIsRefused() throws IOException {
        for (String bytes : new String[] {"0", "\"0g\"", "1", "\"59m\""}) {
            refused("\"bytes\": \"8g\"", "\"bytes\": " + bytes, "$.memory.bytes", "at least 60 MiB");
        }
        for (String bytes : new String[] {"0", "\"3g\""}) {
            refused("scc", "\"memory\": \"32g\"", "\"memory\": " + bytes, "$.memory", "at least 3.0 GiB");
        }
    }

    @Test
    void aFieldThatIsThereTwiceIsRefused() throws IOException {
        refused("\"cores\": 60", "\"cores\": 60, \"cores\": 30", "$.cores", "twice");
        refused("\"modified\": 8.6", "\"modified\": 8.6, \"modified\": 8.6", "$.latencyNs.own.modified", "twice");
        refused("\"l1\": {", "\"l2\": 3, \"l1\": {", "$.l2", "twice");
        refused("scc", "\"read\": 6.8", "\"read\": 6.8, \"read\": 6.8", "$.portNs.read", "twice");
    }

    @Test
    void halfOfAnInterruptIsMissing() throws IOException {
        refused("\"interruptNs\": 10000, ", "", "$.issue.interruptNs", "missing");
        refused(", \"interruptEveryNs\": 1000000", "", "$.issue.interruptEveryNs", "missing");
    }

    @Test
    void whatIsNoJsonSaysWhere() {
        String[][] cases = {{"", "End of input"}, {"[]", "must be a JSON object"}, {"{", "End of input"},
            {"{} x", "malformed JSON at line 1 column 5"}, {"// ours\n{}", "malformed JSON at line 1"},
            {"{'kind': 'mesh'}", "malformed JSON at line 1 column 3"}, {"{\"kind\": \"mesh\",}", "line 1 column 18"},
            {"{\"a\": NaN}", "malformed JSON at line 1"}, {"[".repeat(5000), "Nesting limit"}};
        for (String[] wrong : cases) {
            IllegalArgumentException e = assertThrows(IllegalArgumentException.class,
                () -> MachineFile.parse("mine.json", new StringReader(wrong[0])), wrong[0]);
            assertTrue(e.getMessage().startsWith("mine.json: $: "), e.getMessage());
            assertTrue(e.getMessage().contains(wrong[1]), e.getMessage());
            assertFalse(e.getMessage().contains("JsonReader") || e.getMessage().contains("\n"), e.getMessage());
        }
    }

    @Test
    void aFileInAnotherEncodingIsRefused(@TempDir Path folder) throws IOException {
        Path file = Files.write(folder.resolve("mine.json"), new byte[] {'{', (byte) 0xff, '}'});
        IllegalArgumentException e = assertThrows(IllegalArgumentException.class,
            () -> MachineFile.load(file.toString()));
        assertTrue(e.getMessage().endsWith("mine.json: $: is no text in UTF-8"), e.getMessage());
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
    void errorsOfAProtocolCarryThePathOfTheWrongField() throws IOException {
        String[][] cases = {{"\"states\": \"mesif\"", "\"states\": \"mesi\"", "$.protocol.states", "mesif, moesi"},
            {"\"bytes\": \"20m\"", "\"bytes\": \"21m\"", "$.protocol.third.bytes", "power of two"},
            {"\"third\": 3.2, ", "", "$.protocol.lineNs.third", "missing"},
            {"\"flushNs\": 30", "\"flushNs\": -1", "$.protocol.flushNs", "at least"},
            {"\"distances\": {", "\"distance\": {", "$.protocol", "needs distances"}};
        for (String[] wrong : cases) {
            refused("xeon-e5-2650-x2", wrong[0], wrong[1], wrong[2], wrong[3]);
        }
    }

    /** What a chip does not have is left out; lines then come at a thread's rate after the first one's latency. */
    @Test
    void sectionsThatAChipDoesNotUseAreOptional() throws IOException {
        CoherentMachine mine = (CoherentMachine) MachineFile.parse("mine",
            new StringReader(MachineFile.example("coherent")));
        assertEquals(24, mine.directories());
        assertEquals(55, mine.simplified().remoteModified());
        assertEquals(64 / 12.0, mine.fromMemory().time(1), 1e-9);
        assertEquals(90 * 127 / 128.0 + 128 * 64 / 12.0, mine.fromMemory().time(128), 1e-9);
        assertEquals(30, CoherentMachine.load("xeon-e5-2650-x2").latency().remoteModified(), "from its protocol");
        MeshMachine mesh = (MeshMachine) MachineFile.parse("mine", new StringReader(MachineFile.example("mesh")));
        assertEquals(1000, mesh.reduceNumber());
        assertEquals(45_000, mesh.poll());
    }

    @Test
    void errorsOfAMeshCarryThePathOfTheWrongField() throws IOException {
        String[][] cases = {{"\"read\": 6.8", "\"read\": 127", "$.portNs.read", "must not exceed"},
            {"[5, 2]]", "[6, 2]]", "$.controllers[3]", "from 0 to 5"},
            {"[5, 2]]", "[5]]", "$.controllers[3]", "a column and a row"},
            {"\"pollCycles\": 45", "\"pollCycles\": 0", "$.pollCycles", "at least"},
            {"\"pollCycles\": 45", "\"pollCycles\": 3", "$.pollCycles", "at least as long as its read"},
            {"\"read\": 6.8", "\"read\": 100", "$.pollCycles", "100.0 ns, not 45.0 cycles"},
            {"\"hop\": 0.005", "\"hop\": -1", "$.us.hop", "at least"},
            {"\"mpbBytes\": 8192", "\"mpbBytes\": 8200", "$.mpbBytes", "multiple of 32"},
            {"\"reduceNs\": 16.9", "\"reduceNs\": 16.9, \"cores\": 48", "$.cores", "not a field"},
            {"\"columns\": 6", "\"columns\": 257", "$.mesh.rows", "from 1 to 3"},
            {"\"coresPerTile\": 2", "\"coresPerTile\": 3", "$.mesh.coresPerTile", "from 1 to 2"}};
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
