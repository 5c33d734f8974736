// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.explore;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeFalse;

import exploretest.CLitmus;
import exploretest.Candidates;
import exploretest.CatModel;
import exploretest.Litmus;
import exploretest.Model;
import exploretest.Shapes;
import io.shmem4j.testing.Thorough;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** The explorer shows all that the memory model allows small programs, and nothing else. */
class LitmusTest {
    private static final Path PUBLISHED = Path.of("..", "docs", "results", "litmus");

    private static List<String> programs() {
        return Shapes.all();
    }

    /** Programs in which a PE loads twice. */
    private static List<String> moreEarlyPrograms() {
        return programs().stream().filter(text -> text.matches(".*R[^|]*R.*")).toList();
    }

    private static List<String> earlyPrograms() {
        return List.of("W x2=1 | R x2; A y2=1 | R y2; R x2", "W x1=1; F; W y1=1 | R y1; R x1",
            "W x0=1; R x0; R y1 | W y1=1; R y1; R x0", "S x1=1,y1=1 | R y1; R x1",
            "W x1=1; F; W y1=1 | R y1; Q; R x1", "W x1=1; F; W y1=1 | R y1; U z1+1; R x1",
            "W x1=1; F; W y1=1 | R x1; R y1; R x1", "W x1=1; W x1=2; F; W y1=1 | R y1; R x1; R x1",
            "W x1=1; F; W y1=1; F; W z1=1 | R z1; R y1; R x1", "W x1=1; F; W y1=1 | L x1=2; R y1; R x1",
            "R y0; W x1=1; R x1 | R x1; W y0=1; R y0", "W y0=1; R x1; R y0 | W x1=1; R y0; R x1");
    }

    @ParameterizedTest
    @MethodSource("programs")
    void theExplorerShowsWhatTheModelAllows(String text) {
        assertEquals(Model.results(Litmus.of(text)), shown(text, Explore.standard()));
    }

    @ParameterizedTest
    @MethodSource("earlyPrograms")
    void earlyLoadsAreThoseOfTheModelAndTheFile(String text) throws IOException {
        Set<String> allowed = Model.earlyResults(Litmus.of(text));
        assertEquals(allowed, shown(text, Explore.standard().earlyLoads()));
        if (!text.contains("B")) {
            assertEquals(allowed, Candidates.results(Litmus.of(text), file(), true));
        }
    }

    @Thorough
    @ParameterizedTest
    @MethodSource("moreEarlyPrograms")
    void earlyLoadsOfMoreProgramsAreThoseOfTheModelAndTheFile(String text) throws IOException {
        earlyLoadsAreThoseOfTheModelAndTheFile(text);
    }

    private static List<String> nonBlockingPrograms() {
        return List.of("U y1+2; R x1 | N x1=3; R x1; R y1", "U y1+2; R x1 | N x1=3; R y1",
            "N x1=1; N y1=1 | R y1; R x1", "N x1=1; F; N y1=1 | R y1; R x1",
            "N x0=1; R y1 | N y1=1; R x0", "N x0=1; N y0=1 | R y0; R x0");
    }

    /** A PE sees its non-blocking puts to itself at once, as it sees others. */
    @ParameterizedTest
    @MethodSource("nonBlockingPrograms")
    void nonBlockingPutsHaveTheResultsOfPuts(String text) {
        assertEquals(Model.results(Litmus.of(text.replace('N', 'W'))), shown(text, Explore.standard()));
    }

    private static Set<String> shown(String text, Explore explore) {
        Litmus litmus = Litmus.of(text);
        List<List<Long>> read = new ArrayList<>(Collections.nCopies(litmus.pes().size(), List.of()));
        long[] last = new long[3];
        Explore.Tried tried = explore.strategy("dpor", 1).bounds(1_000_000, 3600, 1000)
            .results(() -> Litmus.result(read, last), false)
            .explore(litmus.pes().size(), litmus.program(read, last));
        assertTrue(tried.complete());
        return new TreeSet<>(tried.results().keySet());
    }

    @ParameterizedTest
    @MethodSource("programs")
    void theFileForHerdSaysTheSame(String text) throws IOException {
        assumeFalse(text.contains("B"));
        assertEquals(Model.results(Litmus.of(text)), Candidates.results(Litmus.of(text), file(), false));
    }

    private static List<Path> testsInC() throws IOException {
        try (Stream<Path> all = Files.list(PUBLISHED)) {
            return all.sorted().toList();
        }
    }

    /** The files are in pairs: a bug that C11 and OpenSHMEM allow, and its mended form, where both forbid it. */
    @ParameterizedTest
    @MethodSource("testsInC")
    void theTestsInCSayWhatC11AndTheModelAllow(Path path) throws IOException {
        CLitmus test = new CLitmus(Files.readString(path));
        assertEquals(path.getFileName().toString(), test.name() + ".litmus");
        assertEquals(test.name().endsWith("-mended"), test.isForbidden());
        assertEquals(!test.isForbidden(), test.isAllowed(), "C11");
        assertEquals(!test.isForbidden(), test.isAllowedForPes(), "OpenSHMEM");
        String other = test.isForbidden() ? test.name().replace("-mended", "") : test.name() + "-mended";
        assertTrue(Files.exists(PUBLISHED.resolve(other + ".litmus")));
    }

    private static CatModel file() throws IOException {
        return new CatModel(Files.readString(Path.of("..", "docs", "model", "openshmem.cat")));
    }
}
