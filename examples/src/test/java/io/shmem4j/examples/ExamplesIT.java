// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.examples;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.shmem4j.examples.irregular.IrregularPrograms;
import io.shmem4j.testing.Oshrun;
import io.shmem4j.testing.Thorough;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** The examples under oshrun by their short names: they check their own results, here their reports are read. */
@Execution(ExecutionMode.CONCURRENT)
class ExamplesIT {
    private static Oshrun.Result run(int np, String... words) {
        return Oshrun.run(Oshrun.words(np, List.of(words))).expect(0);
    }

    private static void assertReport(String pattern, Oshrun.Result result) {
        assertTrue(result.out().matches(pattern + "\n"), () -> "'" + result.out() + "' is not " + pattern);
        assertEquals("", result.err());
    }

    @Test
    void helloOfTwo() {
        hello(2);
    }

    @Thorough
    @ParameterizedTest
    @ValueSource(ints = {1, 5})
    void hello(int np) {
        assertEquals(IntStream.range(0, np).mapToObj(pe -> "Hello from PE " + pe + " of " + np).sorted().toList(),
            run(np, "hello").outLines().stream().sorted().toList());
    }

    /** The start-up caches' training runs those with words for it, one behind the other, with a small heap. */
    @Test
    void training() throws IOException {
        List<String> words = new ArrayList<>(List.of("--heap-size", "16m", "warm-up"));
        Path programs = Oshrun.sources().resolve("examples/src/main/resources/META-INF/shmem4j/programs");
        for (String line : Files.readAllLines(programs)) {
            int end = line.indexOf("||");
            if (end > 0 && !line.startsWith("#")) {
                words.add(line.split(" ")[2] + " " + line.substring(end + 2).strip());
            }
        }
        String out = run(2, words.toArray(String[]::new)).out();
        assertTrue(out.contains("Hello from PE 1 of 2\n") && out.contains(" a lookup\n"), out);
    }

    @Test
    void ringOfThree() {
        ring(3);
    }

    @Thorough
    @ParameterizedTest
    @ValueSource(ints = {1, 2, 8})
    void ring(int np) {
        assertReport(np + " PEs passed a message of 24 bytes round the ring 500 times: [0-9.]+ us a hop",
            run(np, "ring", "500", "3"));
    }

    @Thorough
    @ParameterizedTest
    @CsvSource({"1, 1 x 1", "4, 2 x 2", "6, 2 x 3"})
    void life(int np, String grid) {
        assertReport("\\d+ of " + 144 * np + " cells live after 30 generations on " + grid + " PEs",
            run(np, "life", "12", "30"));
    }

    @Thorough
    @ParameterizedTest
    @CsvSource({"1, 64", "2, 64", "3, 20", "8, 9", "16, 16"})
    void heat(int np, int size) {
        assertReport("plate of " + size + " x " + size + " on " + np + " PEs at rest after \\d+ steps, \\S+ us a step",
            run(np, "heat", Integer.toString(size)));
    }

    /** The rest of a saved run ends where the whole run does, on real processes and on simulated ones. */
    @Thorough
    @ParameterizedTest
    @CsvSource({"shm, 3", "sim, 4"})
    void heatGoesOnFromACheckpoint(String backend, int np, @TempDir Path folder) {
        String file = folder.resolve("saved").toString();
        String whole = run(np, "--backend", backend, "--checkpoint", file, "heat", "40").out();
        List<String> rest = Oshrun.run(List.of("--backend", backend, "--restart", file, "heat", "40")).expect(0)
            .outLines();
        int steps = Integer.parseInt(whole.replaceAll("(?s).* after (\\d+) steps.*", "$1"));
        assertEquals("resumed after step " + (steps - 50), rest.getFirst());
        assertTrue(rest.getLast().startsWith("plate of 40 x 40 on " + np + " PEs at rest after " + steps + " steps,"),
            rest::getLast);
    }

    /** Runs on all cores of a simulated chip without coherent caches; the times are virtual, so they do not vary. */
    @Thorough
    @ParameterizedTest
    @CsvSource(delimiter = '|', value = {"hello | (Hello from PE \\d+ of 48\\n?){47}.*",
        "ring 20 3 | 48 PEs passed a message of 24 bytes round the ring 20 times: [0-9.]+ us a hop",
        "heat 48 | plate of 48 x 48 on 48 PEs at rest after \\d+ steps, \\S+ us a step"})
    void examplesOnASimulatedScc(String line, String report) {
        List<String> words = new ArrayList<>(List.of("--backend", "sim", "--machine", "scc"));
        words.addAll(List.of(line.split(" ")));
        Oshrun.Result result = run(48, words.toArray(String[]::new));
        assertReport(report, result);
        assertEquals(result.out(), run(48, words.toArray(String[]::new)).out());
        String refusal = Oshrun.run(Oshrun.words(49, words)).expect(2).err();
        assertTrue(refusal.contains("48"), refusal);
    }

    @Test
    void queueOfThree() {
        queue(3);
    }

    @Thorough
    @ParameterizedTest
    @ValueSource(ints = {1, 2, 8})
    void queue(int np) {
        assertReport("the longest chain below 30000 starts at 26623 and has 307 steps; " + np
            + " PEs did \\d+ to \\d+ tasks in [0-9.]+ ms", run(np, "queue", "30000", "77"));
    }

    @Test
    void aTaskMayBeLargerThanTheLimit() {
        assertReport("the longest chain below 30000 starts at 26623 and has 307 steps; 2 PEs did 0 to 1 tasks in "
            + "[0-9.]+ ms", run(2, "queue", "30000", Integer.toString(Integer.MAX_VALUE)));
    }

    /** Programs that check their results, one after the other in a job. */
    @Thorough
    @ParameterizedTest
    @ValueSource(ints = {1, 3, 4})
    void programsCheckThemselves(int np) {
        Map<String, String> reports = new LinkedHashMap<>();
        reports.put("TreeSearch 1000 20", "17888 nodes; N PEs visited \\d+ to \\d+ of them, \\d+ stolen, R ms");
        reports.put("Histogram 20000 3", "20000 keys in 3 buckets on N PEs: R million atomic updates per second");
        reports.put("Wavefront 20 9 3", "3 sweeps over 20 x 9 on N PEs: R ms each, R MFlops/s");
        reports.put("Transpose 7 4", "transpose of \\d+ x \\d+ on N PEs: R ms, R GB/s");
        reports.put("StarStencil 37 3 4", "star of radius 3 over 37 x 37 points on N PEs: R ms, R MFlops/s");
        reports.put("IntegerSort 3072 1000 3", "3072 keys below 1000 on each of N PEs: R million a second, INPUT .*");
        reports.put("IntegerSort 8192 5 2", "8192 keys below 5 on each of N PEs: R million a second, INPUT .*");
        reports.put("SparseSolver 5", "\\d+ rows with \\d+ entries on N PEs: \\d+ steps of R us");
        reports.put("TableGather 500 2",
            "500 lookups on each of N PEs: single R ns, batch R ns, messages R ns a lookup");
        reports.put("PageRank 50", "\\d+ pages on N PEs, \\d+ rounds of R ms, the largest rank is .*");
        reports.put("BreadthFirst 100", "\\d+ of \\d+ vertices reached in \\d+ levels on N PEs, R ms");
        reports.put("HashTable 500", "\\d+ insertions on N PEs: \\d+ ns each, and \\d+ ns to find a key");
        reports.put("RandomPermutation 200", "\\d+ numbers permuted on N PEs, \\d+ darts thrown again, R ms");
        reports.put("WordCount 5000",
            "\\d+ words, \\d+ different ones, the commonest is [a-z]+, \\d+ times; R million a second and PE");
        reports.put("SampleSort 2000", "\\d+ numbers sorted on N PEs, the largest part 1\\.\\d+ of the mean, R ms");
        reports.put("PermuteMatrix 100", "\\d+ elements of a matrix of \\d+ rows permuted on N PEs in R ms");
        List<String> lines = runInOneJob(np, List.copyOf(reports.keySet())).outLines();
        assertEquals(reports.size(), lines.size(), lines::toString);
        List<String> patterns = List.copyOf(reports.values());
        for (int i = 0; i < patterns.size(); i++) {
            String pattern = patterns.get(i).replace("N PEs", np + " PEs").replaceAll("\\bR\\b", "[0-9.]+");
            assertTrue(lines.get(i).matches(pattern), lines.get(i) + " is not " + pattern);
        }
    }

    private static Oshrun.Result runInOneJob(int np, List<String> programs) {
        List<String> words = new ArrayList<>(List.of("-cp", Oshrun.classPath(Programs.class, Ring.class),
            Programs.class.getName()));
        words.addAll(programs);
        return run(np, words.toArray(String[]::new));
    }

    /** Single accesses, batches, channels and messages come to the same result. */
    @Thorough
    @ParameterizedTest
    @ValueSource(ints = {1, 3})
    void irregularProgramsAgree(int np) {
        List<String> lines = run(np, "-cp", Oshrun.classPath(IrregularPrograms.class),
            IrregularPrograms.class.getName()).outLines();
        assertEquals(List.of("triangles", "jaccard", "sssp"), lines.stream().map(line -> line.split(" ")[0]).toList());
    }

    @Thorough
    @Test
    void timesHaveAsciiDigitsInAllLanguages() {
        assertReport("100 lookups .* single [0-9.]+ ns, batch [0-9.]+ ns, messages [0-9.]+ ns a lookup",
            run(1, "-J-Duser.language=ar", "-J-Duser.country=EG", "gather", "100", "2"));
    }

    @Thorough
    @Test
    void defaultsWork() {
        assertEquals("", runInOneJob(4, List.of("Hello", "Ring", "Heat", "WorkQueue", "Histogram", "TreeSearch", "Life",
            "Wavefront", "Transpose", "StarStencil", "IntegerSort", "PageRank", "BreadthFirst", "HashTable",
            "RandomPermutation", "PermuteMatrix", "WordCount", "SampleSort", "TableGather", "SparseSolver")).err());
    }

    @Thorough
    @Test
    void aMisspeltNameHasAHint() {
        String said = Oshrun.run(Oshrun.words(2, List.of("helo"))).expect(127).err();
        assertTrue(said.endsWith("; did you mean hello? (oshrun --list shows the bundled programs)\n"), said);
    }

    @Thorough
    @Test
    void badArgumentEndsTheJobOnce() {
        Oshrun.Result result = Oshrun.run(Oshrun.words(4, List.of("heat", "3"))).expect(1);
        assertTrue(result.err().contains("a plate of 3 rows is too small for 4 PEs"), result::err);
    }
}
