// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.launch;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.shmem4j.collective.cost.CostTable;
import io.shmem4j.collective.cost.CostTableWriter;
import io.shmem4j.collective.cost.CostTables;
import io.shmem4j.testing.Oshrun;
import io.shmem4j.testing.Thorough;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Measuring a machine, and the tables of costs that jobs choose by. */
class TuneIT {
    private static final int CORES = Runtime.getRuntime().availableProcessors();
    /** More than any core, so that the load is known. */
    private static final int NP = CORES + 1;

    @TempDir
    private Path config;

    private Path costs() throws IOException {
        return Files.createDirectories(config.resolve("shmem4j")).resolve("costs");
    }

    private static String builtIn(int cores) {
        CostTable table = CostTables.builtIn();
        return CostTableWriter.write(new CostTable("", cores, "a test's", table.sections()));
    }

    /** A table in which reductions by ring are the fastest of all. */
    private static String ringsTable(int cores) {
        return builtIn(cores).replaceAll("(time reduce-direct ring \\d+) .*", "$1 4=1 1048576=1");
    }

    private Oshrun.Result run(Map<String, String> environment, List<String> words) {
        return Oshrun.run(here(environment), words);
    }

    private Map<String, String> here(Map<String, String> environment) {
        Map<String, String> all = new HashMap<>(environment);
        all.putIfAbsent("XDG_CONFIG_HOME", config.toString());
        return all;
    }

    private String info(String... more) {
        List<String> words = new ArrayList<>(List.of("-np", Integer.toString(NP), "--info"));
        words.addAll(List.of(more));
        return Oshrun.inThisJvm(here(Map.of()), words).expect(0).out();
    }

    private Oshrun.Result choices(Map<String, String> environment) {
        return run(environment, Oshrun.words(NP, Oshrun.program(ChoiceProgram.class)));
    }

    private static String same(Oshrun.Result result) {
        assertEquals(NP, result.expect(0).outLines().size());
        Set<String> different = new TreeSet<>(result.outLines());
        assertEquals(1, different.size(), different::toString);
        return different.iterator().next();
    }

    @Thorough
    @Test
    void measuresThisMachineForItsUser() throws IOException {
        Oshrun.Result report = run(Map.of(), List.of("--tune=5")).expect(0);
        assertTrue(report.out().contains("written: " + costs()), report::out);
        assertEquals("", report.err());
        assertEquals(List.of(costs().toString()), files());
        String info = info();
        assertTrue(info.contains("cost table      " + costs() + " ("), info);
    }

    @Test
    void allPesChooseByTheUsersTable() throws IOException {
        Files.writeString(costs(), ringsTable(CORES));
        Oshrun.Result result = choices(Map.of("SHMEM_DEBUG", "1"));
        assertTrue(same(result).contains("reduce-direct ring;"), result::out);
        assertTrue(result.err().contains("auto for reduce-direct of " + NP + " PEs: ring"), result::err);
        String info = info("all");
        assertTrue(info.contains(costs() + " (" + CORES + " cores, a test's)"), info);
        assertTrue(info.contains("reduce-direct ring\n"), info);
    }

    @Thorough
    @Test
    void theVariableNamesATableOrNone() throws IOException {
        Files.writeString(costs(), ringsTable(CORES));
        String builtIn = same(choices(Map.of("SHMEM_COST_TABLE", "builtin")));
        assertFalse(builtIn.contains("reduce-direct ring;"), builtIn);
        Path other = config.resolve("other");
        Files.writeString(other, builtIn(CORES));
        assertEquals(builtIn, same(choices(Map.of("SHMEM_COST_TABLE", other.toString()))));
    }

    @Thorough
    @Test
    void aTableOfAnotherMachineIsLeftAloneUnlessNamed() throws IOException {
        Files.writeString(costs(), ringsTable(CORES + 1));
        Oshrun.Result result = choices(Map.of());
        assertFalse(same(result).contains("reduce-direct ring;"), result::out);
        assertEquals("", result.err());
        assertTrue(info().contains("is of a machine with " + (CORES + 1) + " cores"));
        assertTrue(same(choices(Map.of("SHMEM_COST_TABLE", costs().toString()))).contains("reduce-direct ring;"));
    }

    @Thorough
    @Test
    void aBadTableIsNamedOnceAndNobodyUsesIt() throws IOException {
        String good = same(choices(Map.of("SHMEM_COST_TABLE", "builtin")));
        Files.writeString(costs(), ringsTable(CORES).replace("shmem4j-costs 2", "shmem4j-costs 7"));
        Oshrun.Result result = choices(Map.of());
        assertEquals(good, same(result));
        assertEquals("oshrun: warning: " + costs() + ":1: version: 7 is not 2, the one this library reads; oshrun"
            + " --tune measures anew; collectives choose by the built-in table of costs\n", result.err());
        result = choices(Map.of("SHMEM_COST_TABLE", "/no/such/table"));
        assertEquals(good, same(result));
        assertTrue(result.err().contains("SHMEM_COST_TABLE=/no/such/table: there is no such file"), result::err);
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', value = {
        "--tune hello         | --tune runs no program; leave out 'hello'",
        "--tune 10            | leave out '10' (a time is written --tune=SECONDS)",
        "--tune -np 4         | --tune measures this machine and takes no -n",
        "--tune --backend sim | --tune measures this machine and takes no --backend",
        "--tune=soon          | --tune takes a number of seconds, not soon",
        "--tune=1             | --tune takes from 5 to 3600 seconds, not 1",
        "--tune=NaN           | --tune takes from 5 to 3600 seconds, not NaN",
    })
    void wrongWordsBesideIt(String line, String message) throws IOException {
        Oshrun.Result result = Oshrun.inThisJvm(here(Map.of()), List.of(line.strip().split(" +"))).expect(2);
        assertTrue(result.err().startsWith("oshrun: ") && result.err().contains(message), result::err);
        assertEquals(List.of(), files());
    }

    @Test
    void aFolderThatCantBeWrittenIsFoundAtOnce() {
        Oshrun.Result result = Oshrun.inThisJvm(Map.of("XDG_CONFIG_HOME", "/proc/none"), List.of("--tune")).expect(2);
        assertTrue(result.err().startsWith("oshrun: --tune can't write to /proc/none/shmem4j"), result::err);
    }

    @Thorough
    @Test
    void anInterruptLeavesNothingBehind() throws IOException {
        try (Oshrun run = Oshrun.start(Oshrun.home().resolve("oshrun"), Oshrun.home(),
            Map.of("XDG_CONFIG_HOME", config.toString()), List.of("--tune", "-v"))) {
            run.write("");
            run.awaitError("measuring", 1);
            run.signal("INT");
            assertEquals(130, run.await().status());
        }
        assertEquals(List.of(), files());
    }

    private List<String> files() throws IOException {
        try (Stream<Path> all = Files.walk(config)) {
            return all.filter(Files::isRegularFile).map(Path::toString).toList();
        }
    }
}
