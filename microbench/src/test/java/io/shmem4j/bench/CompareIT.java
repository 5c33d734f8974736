// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.bench;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.shmem4j.testing.Oshrun;
import io.shmem4j.testing.Thorough;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.Isolated;

/** {@code microbench/native/compare} beside a library of two scripts, and alone. */
@Isolated("a file that a test has just written can't be run while another test starts a process")
@Thorough
class CompareIT {
    private static final List<String> QUICK = List.of("--rounds", "1", "--trials", "1", "--trial-time", "1",
        "--warmup-time", "1");

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
            printf '#!/bin/sh\\nprintf "p\\\\t8\\\\t1000000\\\\nelsewhere\\\\t8\\\\t5\\\\n"\\n' > "$2"
            chmod +x "$2"
            """);
        script("oshrun", """
            [ "$1 $2" = "-np 2" ] || exit 3
            shift 2
            exec "$@"
            """);
    }

    private static Oshrun.Result compare(Map<String, String> environment, String... words) throws IOException {
        List<String> all = new ArrayList<>(QUICK);
        all.addAll(List.of(words));
        try (Oshrun run = Oshrun.start(Oshrun.home().resolve("microbench/native/compare"), Oshrun.home(), environment,
            all)) {
            return run.await();
        }
    }

    /** {@return the cells of all tables, heads left out} */
    private static List<String[]> rows(Oshrun.Result result) {
        return result.expect(0).outLines().stream().filter(line -> line.startsWith("| ") && !line.contains("| bytes |"))
            .map(line -> Arrays.stream(line.substring(1).split("\\|")).map(String::strip).toArray(String[]::new))
            .toList();
    }

    @Test
    void bothSidesAndTheirRatio() throws IOException {
        library();
        Oshrun.Result result = compare(Map.of(), "latency", "--rounds", "2", "--native", folder.toString());
        List<String[]> rows = rows(result);
        assertEquals(2, rows.size(), result::out);
        double ours = Double.parseDouble(rows.getFirst()[3]);
        assertEquals(List.of("p", "8", "2"), List.of(rows.getFirst()).subList(0, 3));
        assertEquals(1e6, Double.parseDouble(rows.getFirst()[4]));
        assertTrue(rows.getFirst()[5].endsWith("x faster"), rows.getFirst()[5]);
        double factor = Double.parseDouble(rows.getFirst()[5].replace("x faster", ""));
        assertEquals(1e6 / ours, factor, 0.01 * factor);
        assertEquals(List.of("elsewhere", "8", "2", "", "5.00", ""), List.of(rows.get(1)));
    }

    @Test
    void aProgramThatFailsEndsTheComparison() throws IOException {
        library();
        Oshrun.Result ours = compare(Map.of(), "latency", "--native", folder.toString(), "--our-options",
            "--hosts a:1:b").expect(1);
        assertTrue(ours.err().contains("'a:1:b' is no host"), ours::err);
        script("oshrun", "echo no network >&2; exit 7");
        Oshrun.Result result = compare(Map.of(), "latency", "--native", folder.toString()).expect(1);
        assertTrue(result.err().contains("ended with status 7: no network"), result::err);
    }

    /** A search path with coreutils and awk, but neither a library nor a compiler. */
    @Test
    void aloneItSaysHowToGetTheOtherSide() throws IOException {
        for (String name : List.of("bash", "env", "awk", "dirname", "nproc", "mktemp", "head", "grep", "rm", "cat",
            "timeout", "wc", "sed", "uname", "ls", "tr", "cut", "readlink", "basename", "date", "stat", "id")) {
            Path program = Path.of("/usr/bin", name);
            if (Files.exists(program)) {
                Files.createSymbolicLink(folder.resolve(name), program.toRealPath());
            }
        }
        Oshrun.Result result = compare(Map.of("PATH", folder.toString(), "JAVA_HOME", System.getProperty("java.home")),
            "latency", "stream", "--elements", "1000");
        assertTrue(rows(result).size() > 28, result::out);
        assertTrue(result.out().contains("no OpenSHMEM library for C with oshcc"), result::out);
        assertTrue(result.out().contains("apt-get install openmpi-bin libopenmpi-dev"), result::out);
        assertTrue(result.out().contains("no C compiler"), result::out);
    }

    @Test
    void wrongCommandLinesAreRefused() throws IOException {
        refused("there is no section latencies", "latencies");
        refused("--np needs numbers from 1 on", "--np", "0");
        refused("has no oshcc and oshrun", "latency", "--native", folder.toString());
    }

    private static void refused(String words, String... command) throws IOException {
        Oshrun.Result result = compare(Map.of(), command).expect(2);
        assertTrue(result.err().contains(words), result::err);
        assertEquals("", result.out());
    }
}
