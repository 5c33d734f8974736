// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.studies.command;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.shmem4j.testing.LongOnesFirst.TakesLong;
import io.shmem4j.testing.Oshrun.Result;
import io.shmem4j.testing.Oshrun;
import io.shmem4j.testing.Thorough;
import io.shmem4j.testing.Weekly;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** The experiments as commands of the launcher. */
@Execution(ExecutionMode.CONCURRENT)
@TakesLong
class SimCommandIT {
    @TempDir
    private Path folder;

    @Thorough
    @ParameterizedTest
    @ValueSource(strings = {"pingpong", "multiline", "contention", "ring", "notification", "broadcast", "barrier",
        "reduction", "largebcast", "trees"})
    void everyExperimentPrintsItsTableAndDrawsIt(String experiment) throws Exception {
        Path plot = folder.resolve("figure.svg");
        List<String> drawn = words(experiment);
        drawn.addAll(List.of("--plot", plot.toString()));
        Result first = Oshrun.run(drawn);
        assertEquals(0, first.status(), first.err());
        assertTrue(first.out().contains("median"), first.out());
        String picture = Files.readString(plot);
        String mark = experiment.equals("pingpong") ? "<path fill=\"#" : "<circle";
        assertTrue(picture.contains("<svg") && picture.contains(mark), picture);
    }

    @Weekly
    @ParameterizedTest
    @ValueSource(strings = {"pingpong", "multiline", "contention", "ring", "notification", "broadcast", "barrier",
        "reduction", "largebcast", "trees"})
    void everyExperimentPrintsTheSameTableTwice(String experiment) {
        assertEquals(Oshrun.run(words(experiment)).expect(0).out(), Oshrun.run(words(experiment)).out());
    }

    private static List<String> words(String experiment) {
        return new ArrayList<>(List.of("sim", "knc", experiment, "--iterations", "3", "--sizes", "4,8"));
    }

    /** Wall time would differ, and be some hundred times as long. */
    @Thorough
    @Test
    void testsOfCallsRunInVirtualTime() {
        List<String> words = List.of("--backend", "sim", "--machine", "knc-5110p", "-np", "4", "bench", "latency",
            "barrier", "broadcast", "--sizes", "8", "--trials", "2", "--format", "csv");
        Result first = Oshrun.run(words).expect(0);
        assertTrue(first.out().contains("# shape: simulated knc-5110p, profile direct"), first.out());
        assertEquals(times(first), times(Oshrun.run(words)));
        assertTrue(times(first).contains("\"ping-pong, p + wait_until\",8,"), first.out());
        assertFalse(first.out().contains("not steady"), first.out());
    }

    /** {@return a table's lines without the bytes of Java heap that each operation allocates} */
    private static String times(Result result) {
        return result.out().replaceAll("(?m),[^,]*$", "");
    }

    @Thorough
    @Test
    void aTestOfARealMachineIsRefused() {
        testsOfARealMachineAreRefused("ptr");
    }

    @Thorough
    @ParameterizedTest
    @ValueSource(strings = "transfer")
    void testsOfARealMachineAreRefused(String test) {
        Result result = Oshrun.run(List.of("--backend", "sim", "-np", "4", "bench", test)).expect(2);
        assertTrue(result.err().contains("the test '" + test + "' measures this machine's processors and memory"),
            result.err());
    }

    @Thorough
    @Test
    void deviationsComeFromTheSeed() throws Exception {
        String[] words = {"sim", "knc", "barrier", "--iterations", "20", "--sizes", "8", "--seed", "1"};
        String one = Oshrun.run(List.of(words)).out();
        assertEquals(one, Oshrun.run(List.of(words)).out());
        words[words.length - 1] = "2";
        assertTrue(!one.replace("seed 1", "seed 2").equals(Oshrun.run(List.of(words)).out()));
    }

    @Thorough
    @Test
    void theMeshIsDrawnAndFollowsItsFile() throws Exception {
        Result shown = Oshrun.run(List.of("sim", "machine", "show", "scc")).expect(0);
        assertTrue(shown.out().contains("[ 0, 1 1/1*]--[ 2, 3 2/2 ]"), shown.out());
        assertTrue(shown.out().contains("4.262"), shown.out());
        Path wide = folder.resolve("wide.json");
        try (var stream = SimCommandIT.class.getResourceAsStream("/io/shmem4j/sim/machine/scc.json")) {
            Files.writeString(wide, new String(stream.readAllBytes(), StandardCharsets.UTF_8)
                .replace("\"columns\": 6", "\"columns\": 8"));
        }
        assertTrue(Oshrun.run(List.of("sim", "machine", "show", wide.toString())).out().contains("64 cores"));
    }

    /** The written file has a note for what it can't know, and needs no change to run. */
    @Thorough
    @Test
    void aNewMeshRunsAsItIs() throws Exception {
        aNewFileRunsAsItIs("--mesh");
    }

    @Thorough
    @ParameterizedTest
    @ValueSource(strings = "")
    void aNewFileRunsAsItIs(String kind) throws Exception {
        Path file = folder.resolve("mine.json");
        List<String> words = new ArrayList<>(List.of("sim", "new", file.toString()));
        if (!kind.isEmpty()) {
            words.add(kind);
        }
        assertTrue(Oshrun.run(words).expect(0).out().contains(file.toString()));
        assertTrue(Files.readString(file).contains("\"note\""));
        runs(file);
        assertRefused("exists; name another file", words.toArray(String[]::new));
    }

    /** The chips of the guide are short, and run a program on all of their cores. */
    @Thorough
    @Test
    void theFirstChipOfTheGuideRuns() throws Exception {
        aChipOfTheGuideRuns(0, 24);
    }

    @Thorough
    @ParameterizedTest
    @CsvSource("1, 64")
    void aChipOfTheGuideRuns(int number, int cores) throws Exception {
        String guide = Files.readString(Oshrun.home().resolve("docs/how-to/simulate-your-chip.md"));
        String chip = guide.split("```json\n")[number + 1].split("```")[0];
        assertTrue(chip.lines().count() <= 40, chip);
        Path file = Files.writeString(folder.resolve("chip.json"), chip);
        assertTrue(Oshrun.run(List.of("sim", "machine", "show", file.toString())).expect(0).out()
            .contains(cores + " cores"));
        runs(file);
    }

    private static void runs(Path file) {
        Oshrun.run(List.of("--backend", "sim", "--machine", file.toString(), "-np", "24", "-cp",
            Oshrun.classPath(NeighbourProgram.class), NeighbourProgram.class.getName())).expect(0);
    }

    @Thorough
    @Test
    void aToolHasNoPesAndWrongWordsAreRefused() throws Exception {
        Result pes = Oshrun.run(List.of("-np", "2", "sim", "knc", "barrier"));
        assertEquals(2, pes.status());
        assertTrue(pes.err().contains("sim is a tool"), pes.err());
        assertRefused("there is no experiment 'nothing'", "sim", "knc", "nothing");
        assertRefused("a size of 61 is not possible", "sim", "knc", "barrier", "--sizes", "61");
        assertRefused("a size of 6 is not possible here; multiples of 4 up to 60", "sim", "knc", "ring", "--sizes",
            "4,6");
        assertRefused("ends in .svg", "sim", "knc", "barrier", "--plot", "figure.bmp");
        assertRefused("--iterations 0", "sim", "knc", "barrier", "--iterations", "0");
        assertRefused("there is no such file", "sim", "knc", "barrier", "--machine", "none");
    }

    private static void assertRefused(String reason, String... words) throws Exception {
        Result run = Oshrun.run(List.of(words));
        assertEquals(2, run.status(), run.out());
        assertTrue(run.err().contains(reason), run.err());
    }
}
