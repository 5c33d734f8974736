// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.launch;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * Plans for a machine of two packages with four cores each, two hardware threads a core (cpus k and k + 8), a
 * third-level cache for every two cores, and a memory for each package.
 */
class PlacementTest {
    @TempDir
    private static Path root;

    @BeforeAll
    static void makeMachine() throws IOException {
        file("online", "0-15");
        for (int cpu = 0; cpu < 16; cpu++) {
            int core = cpu % 8;
            int pack = core / 4;
            int pair = core / 2 * 2;
            file("cpu" + cpu + "/topology/core_cpus_list", core + "," + (core + 8));
            file("cpu" + cpu + "/topology/package_cpus_list", pack == 0 ? "0-3,8-11" : "4-7,12-15");
            cache(cpu, 0, "1", "Instruction", core + "," + (core + 8));
            cache(cpu, 2, "2", "Unified", core + "," + (core + 8));
            cache(cpu, 3, "3", "Unified", pair + "-" + (pair + 1) + "," + (pair + 8) + "-" + (pair + 9));
            Files.createDirectory(root.resolve("cpu" + cpu + "/node" + pack));
        }
    }

    private static void cache(int cpu, int index, String level, String type, String shared) throws IOException {
        String folder = "cpu" + cpu + "/cache/index" + index + "/";
        file(folder + "level", level);
        file(folder + "type", type);
        file(folder + "shared_cpu_list", shared);
    }

    private static void file(String name, String text) throws IOException {
        Path file = root.resolve(name);
        Files.createDirectories(file.getParent());
        Files.writeString(file, text + "\n", StandardCharsets.US_ASCII);
    }

    private static Placement plan(String bind, String map, String cpus, int nPes, String allowed) {
        return Placement.plan(bind, map, cpus, nPes, Topology.read(root, CpuSet.parse(allowed)));
    }

    private static String sets(Placement placement, int nPes) {
        return String.join(" ", IntStream.range(0, nPes).mapToObj(pe -> String.valueOf(placement.of(pe))).toList());
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', value = {
        // bind to           | map by        | cpu set    | PEs | sets
        "core                |               |            | 3 | 0,8 1,9 2,10",
        "core                |               |            | 9 | 0,8 1,9 2,10 3,11 4,12 5,13 6,14 7,15 0,8",
        "hwthread            |               |            | 3 | 0 8 1",
        "l2cache             |               |            | 2 | 0,8 1,9",
        "l3cache             |               |            | 3 | 0,1,8,9 2,3,10,11 4,5,12,13",
        "numa                |               |            | 3 | 0-3,8-11 4-7,12-15 0-3,8-11",
        "socket              |               |            | 2 | 0-3,8-11 4-7,12-15",
        "package             |               | 2-5        | 2 | 2,3 4,5",
        "core                | package       |            | 4 | 0,8 4,12 1,9 5,13",
        "core                | socket        |            | 2 | 0,8 4,12",
        "core                | slot          |            | 2 | 0,8 1,9",
        "hwthread            | core          |            | 3 | 0 1 2",
        "hwthread            | core          |            | 9 | 0 1 2 3 4 5 6 7 8",
        "numa                | core          |            | 5 | 0-3,8-11 0-3,8-11 0-3,8-11 0-3,8-11 4-7,12-15",
        "                    | l3cache       |            | 2 | 0,1,8,9 2,3,10,11",
        "                    | core:PE=2     |            | 3 | 0,1,8,9 2,3,10,11 4,5,12,13",
        "core                | package:PE=2  |            | 3 | 0,1,8,9 4,5,12,13 2,3,10,11",
        "core                | ppr:2:package |            | 4 | 0,8 1,9 4,12 5,13",
        "                    | ppr:1:numa    |            | 2 | 0-3,8-11 4-7,12-15",
        "                    | ppr:2147483647:numa |      | 2 | 0-3,8-11 0-3,8-11",
        "user:0+2,4-5        |               |            | 3 | 0,2 4,5 0,2",
        "                    |               | 1,3        | 2 | 1,3 1,3",
        "none                |               | 1,3        | 2 | 1,3 1,3",
        "core                |               | 3-4        | 3 | 3 4 3",
        "none                |               |            | 2 | null null"})
    void pesGetTheirCpus(String bind, String map, String cpus, int nPes, String sets) {
        assertEquals(sets, sets(plan(bind, map, cpus, nPes, "0-15"), nPes));
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', value = {
        "shelf        |               |      | 'shelf'; known: hwthread, core, l2cache, l3cache, numa, package, node,",
        "shelf        |               |      | socket, user:LIST, none",
        "             | shelf         |      | --map-by: there is no 'shelf'",
        "             | core:PE=0     |      | the number is 1 or more",
        "             | core:PE=x     |      | 'x' is no number",
        "             | core:SPAN     |      | there is no modifier 'SPAN'",
        "             | core:PE=9     |      | 9 cores for a PE, but there are 8",
        "core         | l3cache:PE=3  |      | 3 cores for a PE, but a l3cache has 2",
        "             | ppr:2         |      | write ppr:N:LEVEL",
        "             | ppr:1:package |      | 3 PEs, but 1 for each package make 2",
        "none         | core          |      | --map-by core says nothing together with --bind-to none",
        "user:0       | core          |      | --map-by core says nothing together with --bind-to user:0",
        "user:0+x     |               |      | '0+x' is no set of cpus for a PE",
        "user:16      |               |      | this machine has no cpu 16; this launcher may use 0-7",
        "user:9       |               |      | cpu 9 may not be used by this launcher, only 0-7",
        "             |               | 0-x  | --cpu-set: '0-x' is no list of cpus such as 0-3,8",
        "             |               | 3-1  | 3-1 is no range",
        "             |               | 7-8  | --cpu-set 7-8: cpu 8 may not be used by this launcher, only 0-7",
        "             |               | 0-99 | this machine has no cpu 16-99"})
    void whatCantBeIsRefused(String bind, String map, String cpus, String message) {
        String said = assertThrows(IllegalArgumentException.class, () -> plan(bind, map, cpus, 3, "0-7")).getMessage();
        assertTrue(said.contains(message), said);
    }

    @Test
    void onlyCpusOfTheLauncherAreUsed() {
        assertEquals("2,10 3 2,10", sets(plan("core", null, null, 3, "2,3,10"), 3));
        assertEquals("package 0[core 2]: [~~/~~/BB/.~][~~/~~/~~/~~], cpus 2,10",
            plan("core", null, null, 1, "2,3,10").describe(CpuSet.parse("2,10")));
    }

    @Test
    void boundPesCountOnTheirShareOfProcessors() {
        Placement two = plan("core", null, null, 2, "0-15");
        assertEquals(2, two.share(0));
        assertEquals(4, two.cores());
        assertNull(two.warning());
        Placement five = plan("package", null, null, 5, "0-15");
        assertEquals(8 / 3, five.share(0));
        assertEquals(8 / 2, five.share(1));
        assertEquals(16, five.cores());
    }

    @Test
    void pesThatShareACpuAreWarnedAboutAndDoNotSpin() {
        Placement crowded = plan("user:0,0,0,4-7", null, null, 4, "0-15");
        assertEquals(1, crowded.share(0));
        assertEquals("3 PEs are bound to cpu 0, which they have to share (--bind-to LEVEL:overload-allowed says that"
            + " this is meant)", crowded.warning());
        assertTrue(crowded.cores() < 4, () -> "cores " + crowded.cores());
        assertNull(plan("user:0:overload-allowed", null, null, 4, "0-15").warning());
    }

    @Test
    void silentMachinesHaveOneCoreForEachCpu(@TempDir Path empty) {
        Topology silent = Topology.read(empty, CpuSet.parse("1-3"));
        assertEquals("1 2 3", sets(Placement.plan("core", null, null, 3, silent), 3));
        assertEquals("1-3", sets(Placement.plan("package", null, null, 1, silent), 1));
        assertThrows(IllegalArgumentException.class, () -> Placement.plan("l3cache", null, null, 1, silent));
    }

    @Test
    void startingElsewhereLeavesTheStarterWhereItIs() throws IOException {
        CpuSet before = Affinity.current();
        CpuSet one = CpuSet.of(before.first());
        Affinity.Started started = Affinity.start(new ProcessBuilder("cat", "/proc/self/status"),
            new Affinity.Binding(one, true));
        assertEquals(one, started.cpus());
        List<String> lines = new String(started.process().getInputStream().readAllBytes(), StandardCharsets.US_ASCII)
            .lines().filter(line -> line.startsWith("Cpus_allowed_list:")).toList();
        assertEquals(List.of("Cpus_allowed_list:\t" + one), lines);
        assertEquals(before, Affinity.current());
        CpuSet absent = CpuSet.parse("60000");
        assertThrows(IOException.class,
            () -> Affinity.start(new ProcessBuilder("true"), new Affinity.Binding(absent, true)));
        assertNull(Affinity.start(new ProcessBuilder("true"), new Affinity.Binding(absent, false)).cpus());
        assertEquals(before, Affinity.current());
    }

    @Test
    void jobsThatFillTheMachineHaveACoreForEachPe() {
        Topology machine = Topology.read(root, CpuSet.parse("0-15"));
        assertEquals("0,8 1,9 2,10 3,11 4,12 5,13 6,14 7,15", sets(Placement.oneForEach(8, machine), 8));
        assertFalse(Placement.oneForEach(8, machine).asked());
        assertNull(Placement.oneForEach(8, machine).warning());
        Placement threads = Placement.oneForEach(16, machine);
        assertEquals(16, Stream.of(sets(threads, 16).split(" ")).distinct().count());
        assertNull(Placement.oneForEach(7, machine));
        assertNull(Placement.oneForEach(9, machine));
    }
}
