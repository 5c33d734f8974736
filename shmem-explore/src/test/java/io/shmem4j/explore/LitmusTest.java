// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.explore;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeFalse;

import exploretest.Candidates;
import exploretest.CatModel;
import exploretest.Litmus;
import exploretest.Model;
import exploretest.Shapes;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** The explorer shows all that the memory model allows small programs, and nothing else. */
class LitmusTest {
    private static List<String> programs() {
        return Shapes.all();
    }

    @ParameterizedTest
    @MethodSource("programs")
    void theExplorerShowsWhatTheModelAllows(String text) {
        Litmus litmus = Litmus.of(text);
        List<List<Long>> read = new ArrayList<>(Collections.nCopies(litmus.pes().size(), List.of()));
        long[] last = new long[3];
        Explore.Tried tried = Explore.standard().strategy("dpor", 1).bounds(1_000_000, 3600, 1000)
            .results(() -> Litmus.result(read, last), false)
            .explore(litmus.pes().size(), litmus.program(read, last));
        assertTrue(tried.complete());
        Set<String> shown = new TreeSet<>(tried.results().keySet());
        assertEquals(Model.results(litmus), shown, tried.toString());
    }

    @ParameterizedTest
    @MethodSource("programs")
    void theFileForHerdSaysTheSame(String text) throws IOException {
        assumeFalse(text.contains("B"));
        CatModel file = new CatModel(Files.readString(Path.of("..", "docs", "model", "openshmem.cat")));
        assertEquals(Model.results(Litmus.of(text)), Candidates.results(Litmus.of(text), file));
    }
}
