// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.bench;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.shmem4j.testing.Oshrun;
import io.shmem4j.testing.Thorough;
import io.shmem4j.testing.Weekly;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.Isolated;

/** {@code bench compare} as a user starts it, beside a library of two scripts, and alone. */
@Isolated("a file that a test has just written can't be run while another test starts a process")
@Thorough
class CompareIT {
    private static final List<String> QUICK =
        List.of("--trials", "1", "--trial-time", "1", "--warmup-time", "1", "--format", "csv");

    @TempDir
    private Path folder;

    private void script(String name, String text) throws IOException {
        Path file = folder.resolve(name);
        Files.writeString(file, "#!/bin/sh\n" + text);
        assertTrue(file.toFile().setExecutable(true));
    }

    /** A compiler whose programs print the same numbers every time, and a launcher that runs its last words. */
    private void library() throws IOException {
        script("oshcc", """
            while [ "$1" != -o ]; do shift; done
            printf '#!/bin/sh\\nprintf "p\\\\t8\\\\t1000000\\\\nnobody\\\\t8\\\\t5\\\\n"\\n' > "$2"
            chmod +x "$2"
            """);
        script("oshrun", """
            [ "$1 $2" = "-np 2" ] || exit 3
            shift 2
            exec "$@"
            """);
    }

    private Oshrun.Result compare(Map<String, String> environment, String... words) {
        return Oshrun.run(environment, Stream.concat(Stream.of("bench", "compare"), Stream.of(words)).toList());
    }

    private static String[] with(int rounds, String... words) {
        return Stream.of(Stream.of(words), Stream.of("--rounds", Integer.toString(rounds)), QUICK.stream())
            .flatMap(each -> each).toArray(String[]::new);
    }

    @Test
    void bothSidesAndTheirRatio() throws IOException {
        library();
        Oshrun.Result result = compare(Map.of(), with(2, "latency", "--sizes", "8", "--native",
            folder.toString()));
        List<String[]> rows = BenchJob.rows(result.expect(0), "compare-latency");
        assertEquals(2, rows.size(), result::out);
        double ours = Double.parseDouble(rows.getFirst()[4]);
        assertTrue(rows.getFirst()[6].endsWith("x faster"), rows.getFirst()[6]);
        double factor = Double.parseDouble(rows.getFirst()[6].replace("x faster", ""));
        assertEquals(1e6, Double.parseDouble(rows.getFirst()[5]));
        assertEquals(1e6 / ours, factor, 0.01 * factor);
        assertEquals(List.of("nobody", "8", "2", "", "5.0000", ""), List.of(rows.get(1)).subList(1, 7));
    }

    /** One run of the program for each operation, and the same row of ours beside it. */
    @Weekly
    @Test
    void firstCallsBesideThoseOfALibrary() throws IOException {
        library();
        script("oshcc", """
            while [ "$1" != -o ]; do shift; done
            printf '#!/bin/sh\\nprintf "$3, cold\\\\t$4\\\\t1000000\\\\n"\\n' > "$2"
            chmod +x "$2"
            """);
        Oshrun.Result result = compare(Map.of(), "cold", "--np", "2", "--sizes", "4", "--calls", "10",
            "--rounds", "1", "--warmup-time", "1", "--format", "csv", "--native", folder.toString());
        List<String[]> rows = BenchJob.rows(result.expect(0), "compare-cold");
        assertEquals(12, rows.size(), result::out);
        for (String[] row : rows) {
            assertTrue(row[1].endsWith(", cold") || row[1].endsWith(", cold\""), row[1]);
            assertTrue(Double.parseDouble(row[4]) > 0, row[1]);
            assertEquals(1e6, Double.parseDouble(row[5]), row[1]);
        }
    }

    /** Refusals before anything runs: here a library whose launcher fails. */
    @Test
    void aLongComparisonSaysAtOnceWhatComesAndHowToChooseLess() throws IOException {
        library();
        script("oshrun", "exit 7");
        String said = compare(Map.of(), "--native", folder.toString()).expect(1).err();
        assertTrue(said.matches("(?s)oshrun bench compare: \\d+ runs, up to about \\d+ minutes;"
            + " name some of latency, atomics, bandwidth, msgrate, collectives, cold, limits, stream,"
            + " or say --rounds 1, for less\n"
            + "oshrun bench compare: .* ended with status 7.*"), said);
    }

    @Test
    void aProgramThatFailsEndsTheComparison() throws IOException {
        library();
        Oshrun.Result ours = compare(Map.of(), with(1, "latency", "--native", folder.toString(),
            "--our-options=--hosts a:1:b")).expect(1);
        assertTrue(ours.err().contains("'a:1:b' is no host"), ours::err);
        script("oshrun", "echo no network >&2; exit 7");
        Oshrun.Result result = compare(Map.of(), with(1, "latency", "--native", folder.toString())).expect(1);
        assertTrue(result.err().contains("ended with status 7:\nno network"), result::err);
        assertEquals("", result.out());
    }

    /** A search path with nothing but the shell has neither a library nor a compiler. */
    @Test
    void aloneItSaysHowToGetTheOtherSide() throws IOException {
        Files.createSymbolicLink(folder.resolve("bash"), Path.of("/bin/bash"));
        Map<String, String> environment = Map.of("PATH", folder.toString(), "JAVA_HOME",
            System.getProperty("java.home"));
        Oshrun.Result result = compare(environment, with(1, "latency", "stream", "--elements", "1000"))
            .expect(0);
        assertTrue(result.out().contains("# no OpenSHMEM library for C"), result::out);
        assertTrue(result.out().contains("apt-get install openmpi-bin libopenmpi-dev"), result::out);
        assertTrue(result.out().contains("# no C compiler"), result::out);
        assertTrue(BenchJob.rows(result, "compare-latency").size() > 20, result::out);
        assertEquals(8, BenchJob.rows(result, "compare-stream").size(), result::out);
    }

    /** One mistake that the parser finds and one that the tool finds; {@code ToolRefusalsTest} has the others. */
    @Test
    void wrongCommandLinesAreRefused() {
        refused("did you mean latency?", "latencies");
        refused("has no oshcc and oshrun", "latency", "--native", folder.toString());
    }

    private void refused(String words, String... command) {
        Oshrun.Result result = compare(Map.of(), command).expect(2);
        assertTrue(result.err().contains(words), result::err);
        assertEquals("", result.out());
    }
}
