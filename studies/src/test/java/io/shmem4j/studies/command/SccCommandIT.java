// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.studies.command;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.shmem4j.testing.LongOnesFirst.TakesLong;
import io.shmem4j.testing.Oshrun.Result;
import io.shmem4j.testing.Oshrun;
import io.shmem4j.testing.Thorough;
import io.shmem4j.testing.Weekly;
import java.io.IOException;
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
import org.junit.jupiter.params.provider.ValueSource;

/** The experiments on the SCC as commands of the launcher. */
@Execution(ExecutionMode.CONCURRENT)
@TakesLong
class SccCommandIT {
    private static final String CONTENTION = "contention --cores 4,40 --victim 21 --link";
    private static final String BROADCAST = "broadcast -k 3 --lines 1,97 --cores 31 --root 5";
    private static final String RATE = "broadcast -k 7 --rate --lines 200";
    private static final String COLLECTIVES = "collectives --operation reduce --doubles 60..63";

    @TempDir
    private Path folder;

    @Thorough
    @ParameterizedTest
    @ValueSource(strings = {CONTENTION, RATE, COLLECTIVES})
    void everyExperimentPrintsItsTableAndDrawsIt(String words) throws Exception {
        drawn(words);
    }

    /** {@return what an experiment prints, which has written its figure, too} */
    private String drawn(String words) throws IOException {
        Path plot = folder.resolve("figure.svg");
        Path csv = folder.resolve("figure.csv");
        List<String> drawn = line(words);
        drawn.addAll(List.of("--plot", plot.toString(), "--csv", csv.toString()));
        Result first = Oshrun.run(drawn);
        assertEquals(0, first.status(), first.err());
        assertTrue(Files.readString(plot).contains("<svg"));
        List<String> rows = Files.readAllLines(csv);
        assertTrue(rows.size() > 1 && rows.getFirst().matches(".*(time \\[us\\]|bytes/s).*"), rows.toString());
        return first.out();
    }

    @Thorough
    @Test
    void aBroadcastIsDrawnAndPrintsTheSameTableTwice() throws Exception {
        assertEquals(drawn(BROADCAST), drawn(BROADCAST));
    }

    @Weekly
    @ParameterizedTest
    @ValueSource(strings = {CONTENTION, RATE, COLLECTIVES})
    void everyOtherExperimentPrintsTheSameTableTwice(String words) {
        assertEquals(Oshrun.run(line(words)).expect(0).out(), Oshrun.run(line(words)).out());
    }

    private static List<String> line(String words) {
        List<String> line = new ArrayList<>(List.of("sim", "scc"));
        line.addAll(List.of(words.split(" ")));
        return line;
    }

    @Thorough
    @Test
    void theMeshIsDrawnAndFollowsItsFile() throws Exception {
        Result shown = Oshrun.run(List.of("sim", "machine", "show", "scc"));
        assertEquals(0, shown.status(), shown.err());
        assertTrue(shown.out().contains("[ 0, 1 1/1*]--[ 2, 3 2/2 ]"), shown.out());
        assertTrue(shown.out().contains("4.262"), shown.out());
        Path wide = folder.resolve("wide.json");
        try (var stream = SccCommandIT.class.getResourceAsStream("/io/shmem4j/sim/machine/scc.json")) {
            Files.writeString(wide, new String(stream.readAllBytes(), StandardCharsets.UTF_8)
                .replace("\"columns\": 6", "\"columns\": 8"));
        }
        assertTrue(Oshrun.run(List.of("sim", "machine", "show", wide.toString())).out().contains("64 cores"));
    }

    @Test
    void wrongWordsAreRefused() {
        assertRefused("there is no experiment 'nothing'", "nothing");
        assertRefused("has no option --victim", "broadcast", "--victim", "3");
        assertRefused("--victim is a core from 0 to 47", "contention", "--victim", "48");
        assertRefused("--lines takes numbers from 1", "broadcast", "--lines", "0");
        assertRefused("-k takes numbers from 1 to 63, not 64", "broadcast", "-k", "64");
        assertRefused("--doubles is a range", "collectives", "--doubles", "9..3");
        assertRefused("there is no operation 'sum'", "collectives", "--operation", "sum");
        assertRefused("must be mesh here, not coherent", "contention", "--machine", "knc-5110p");
        assertRefused("--cores takes one number here", "broadcast", "--cores", "3,4");
    }

    private static void assertRefused(String reason, String... words) {
        List<String> line = new ArrayList<>(List.of("sim", "scc"));
        line.addAll(List.of(words));
        Result run = Oshrun.run(line);
        assertEquals(2, run.status(), run.out());
        assertTrue(run.err().contains(reason), run.err());
    }
}
