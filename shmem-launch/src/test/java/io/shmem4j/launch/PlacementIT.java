// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.launch;

import static io.shmem4j.launch.TestProgram.program;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.shmem4j.testing.Oshrun;
import io.shmem4j.testing.Thorough;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Cpus that PEs really run on, on whatever machine this is. */
class PlacementIT {
    @TempDir
    private Path folder;

    private static Map<Integer, String> cpus(Oshrun.Result result) {
        Map<Integer, String> cpus = new TreeMap<>();
        for (String line : result.expect(0).outLines()) {
            String[] words = line.split(" ");
            cpus.put(Integer.parseInt(words[0]), CpuSet.parse(words[1]) + " " + words[2]);
        }
        return cpus;
    }

    private static CpuSet usable() throws IOException {
        return Affinity.current();
    }

    private static String first(CpuSet set) {
        return set.toString().split("[-,]")[0];
    }

    @Test
    void eachPeRunsWhereItIsBound() throws IOException {
        Oshrun.Result result = Oshrun.run(Oshrun.words(2, program("cpus"), "--bind-to", "hwthread:overload-allowed",
            "--report-bindings"));
        Map<Integer, String> cpus = cpus(result);
        assertEquals(2, cpus.size());
        assertEquals(usable().size() == 1, cpus.get(0).equals(cpus.get(1)), cpus::toString);
        for (int pe = 0; pe < 2; pe++) {
            String cpu = cpus.get(pe).split(" ")[0];
            assertEquals(cpu + " 1", cpus.get(pe));
            assertTrue(CpuSet.parse(cpu).without(usable()).isEmpty(), cpu);
            assertTrue(result.err().matches("(?s).*oshrun: PE " + pe + " \\(pid \\d+\\) bound to package \\d+\\[core"
                + " \\d+]: \\[.*B.*], cpus " + cpu + "\n.*"), result::err);
        }
        assertEquals(2, result.err().lines().count(), result::err);
    }

    @Thorough
    @Test
    void aSetOfCpusIsForAllAndIsTheNumberOfPes() throws IOException {
        String first = first(usable());
        List<String> line = new ArrayList<>(List.of("--cpu-set", first, "--report-bindings"));
        line.addAll(program("cpus"));
        assertEquals(Map.of(0, first + " 1"), cpus(Oshrun.run(line)));
        assertEquals(Map.of(0, first + " 1", 1, first + " 1"),
            cpus(Oshrun.run(Oshrun.words(2, program("cpus"), "--cpu-set", first))));
    }

    @Thorough
    @Test
    void pesThatShareAJvmRunWhereEachIsBound() throws IOException {
        String first = first(usable());
        String together = Oshrun.run(Oshrun.words(3, Oshrun.program(BarriersProgram.class, "3"), "--cpu-set", first,
            "-v", "--pes-per-jvm", "3")).expect(0).err();
        assertEquals(1, pids(together), together);
        Oshrun.Result apart = Oshrun.run(Oshrun.words(4, program("thread-cpus"), "--bind-to",
            "hwthread:overload-allowed", "-v", "--pes-per-jvm", "4", "--report-bindings"));
        assertEquals(1, pids(apart.expect(0).err()), apart::err);
        Set<String> found = new HashSet<>();
        for (String line : apart.outLines()) {
            // The PE, its thread's cpus, and those of a thread that it has started.
            String[] words = line.split(" ");
            assertEquals(words[1], words[2], apart::out);
            assertTrue(apart.err().matches("(?s).*oshrun: PE " + words[0] + " \\(pid \\d+\\) bound to [^\n]*, cpus "
                + words[1] + "\n.*"), apart::err);
            found.add(words[1]);
        }
        assertEquals(4, apart.outLines().size());
        assertEquals(Math.min(4, usable().size()), found.size(), apart::out);
    }

    private static long pids(String said) {
        return said.lines().filter(line -> line.contains(" started, pid ")).map(line -> line.substring(
            line.lastIndexOf(' '))).distinct().count();
    }

    @Thorough
    @Test
    void unboundPesAreReportedAsSuch() throws IOException {
        String said = Oshrun.run(Oshrun.words(1, program("cpus"), "--report-bindings")).expect(0).err();
        assertTrue(said.contains(" is not bound: ") && said.endsWith(", cpus " + usable() + "\n"), said);
    }

    /** Nobody is bound, but N JVMs do not each start threads for the whole machine. */
    @Thorough
    @Test
    void processorsAreDividedByThePes() throws IOException {
        String expected = usable() + " " + Math.max(1, Runtime.getRuntime().availableProcessors() / 2);
        assertEquals(Map.of(0, expected, 1, expected),
            cpus(Oshrun.run(Oshrun.words(2, program("cpus"), "--bind-to", "none"))));
    }

    @Thorough
    @Test
    void pesThatFillTheMachineHaveACoreEach() throws IOException {
        int count = usable().size();
        assumeTrue(count >= 2 && count == Runtime.getRuntime().availableProcessors() && count <= 64, "needs cpus");
        Oshrun.Result result = Oshrun.run(Oshrun.words(count, program("cpus"), "--report-bindings"));
        assertEquals(count, Set.copyOf(cpus(result).values()).size(), result::out);
        assertEquals(count, result.err().lines().filter(line -> line.contains(" bound to package ")).count(),
            result::err);
        // As if each had a JVM, and with that a core.
        String shared = usable() + " 1";
        Map<Integer, String> together = cpus(Oshrun.run(Oshrun.words(count, program("cpus"), "--pes-per-jvm",
            Integer.toString(count))));
        assertEquals(Set.of(shared), Set.copyOf(together.values()));
    }

    @Thorough
    @Test
    void theLaunchersOwnCpusAreTheLimit() throws IOException {
        assumeTrue(Files.isExecutable(Path.of("/usr/bin/taskset")), "needs taskset");
        String first = first(usable());
        Path script = Files.setPosixFilePermissions(Files.writeString(folder.resolve("bound"), "#!/bin/sh\nexec taskset"
            + " -c " + first + " '" + Oshrun.home().resolve("oshrun") + "' \"$@\"\n"),
            PosixFilePermissions.fromString("rwx------"));
        Oshrun.Result result = Oshrun.run(script, folder, Map.of(), Oshrun.words(2, program("cpus"), "--bind-to",
            "core"));
        assertEquals(Map.of(0, first + " 1", 1, first + " 1"), cpus(result));
        assertTrue(result.err().startsWith("oshrun: warning: 2 PEs are bound to cpu " + first + ", which"),
            result::err);
        CpuSet others = usable().without(CpuSet.parse(first));
        assumeTrue(!others.isEmpty(), "needs a second cpu");
        assertTrue(Oshrun.run(script, folder, Map.of(), Oshrun.words(1, program("cpus"), "--bind-to", "user:"
            + first(others))).expect(2).err().contains("may not be used by this launcher, only " + first));
    }

    @Test
    void dryRunShowsThePlan() throws IOException {
        String first = first(usable());
        String said = Oshrun.inThisJvm(Oshrun.words(2, program("cpus"), "--bind-to", "user:" + first
            + ":overload-allowed", "--report-bindings", "--do-not-launch")).expect(0).out();
        assertTrue(said.contains("\nPE 0 bound to package "), said);
        assertTrue(said.endsWith(", cpus " + first + "\n"), said);
    }
}
