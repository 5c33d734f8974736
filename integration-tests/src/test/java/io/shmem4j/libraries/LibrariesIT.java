// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.libraries;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.shmem4j.libraries.apart.Ciphers;
import io.shmem4j.libraries.apart.Mocks;
import io.shmem4j.libraries.apart.Rows;
import io.shmem4j.libraries.apart.Scripts;
import io.shmem4j.libraries.apart.Web;
import io.shmem4j.libraries.shared.Coroutines;
import io.shmem4j.libraries.shared.Databases;
import io.shmem4j.libraries.shared.Logs;
import io.shmem4j.libraries.shared.Numbers;
import io.shmem4j.libraries.shared.Pieces;
import io.shmem4j.libraries.shared.Searches;
import io.shmem4j.libraries.shared.Sockets;
import io.shmem4j.libraries.shared.Texts;
import io.shmem4j.testing.ConformanceRun;
import io.shmem4j.testing.LongOnesFirst.TakesLong;
import io.shmem4j.testing.Oshrun;
import io.shmem4j.testing.Thorough;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;

/**
 * Programs on real libraries do in every shape what they do in processes: all PEs get the same results, each line has
 * the tag of its PE, and nothing is lost.
 */
@Execution(ExecutionMode.CONCURRENT)
@TakesLong
class LibrariesIT {
    /** More than the cores of a small machine; each process loads all libraries, too. */
    private static final int PES = 3;
    /** Each loads all libraries, which are compiled for it alone. */
    private static final int IN_ONE_JVM = 2;
    private static final String[] SHARED_JARS = {"h2-", "lucene-core-", "logback-", "slf4j-api-", "log4j-", "jackson-",
        "netty-", "kotlin", "guava-", "failureaccess-", "commons-math3-"};
    private static final String[] OTHER_JARS = {"sqlite-jdbc-", "tomcat-", "groovy-", "bcprov-", "mockito-",
        "byte-buddy", "objenesis-", "slf4j-api-"};
    private static final Map<Class<?>, String> SHARED = new LinkedHashMap<>();
    private static final Map<Class<?>, String> OTHERS = new LinkedHashMap<>();
    /** They need nothing that a JVM has once. */
    private static final Map<Class<?>, String> PLAIN = new LinkedHashMap<>();

    static {
        SHARED.put(Databases.class, "100 rows, sum 4950, of 1 PE");
        SHARED.put(Searches.class, "20 hits, locked by one PE");
        SHARED.put(Logs.class, "%1$d lines of logback, 50 records of the JDK");
        SHARED.put(Texts.class, "{\"x\":7,\"names\":[\"a\",\"b\"],\"values\":{\"k\":2.5}} true");
        SHARED.put(Sockets.class, "answer ping");
        SHARED.put(Coroutines.class, "[[1, 2], [3, 4], [5]] 42 true");
        SHARED.put(Numbers.class, "10 807 3628800 1b9b9a3e {a=[1, 2]}");
        for (Class<?> piece : List.of(Texts.class, Sockets.class, Coroutines.class, Numbers.class)) {
            PLAIN.put(piece, SHARED.get(piece));
        }
        OTHERS.put(Rows.class, "%2$d rows on %3$d PEs, integrity ok");
        OTHERS.put(Web.class, "answered by the right PE: true");
        OTHERS.put(Ciphers.class, "66c7f0f4 EC");
        OTHERS.put(Mocks.class, "it is 42, and 1");
        OTHERS.put(Scripts.class, "385");
    }

    @TempDir
    private Path folder;

    private List<String> words(int pes, Map<Class<?>, String> pieces, String path, String... options)
        throws IOException {
        List<String> words = new ArrayList<>(List.of("-np", Integer.toString(pes), "-l", "--timeout", "300",
            "--heap-size", "1m", ConformanceRun.QUICKLY_COMPILED, temporaryFiles(), "-x",
            "COMMON_FOLDER=" + Files.createDirectories(folder.resolve("common")),
            "--exit-report", folder.resolve("report.json").toString()));
        words.addAll(Arrays.asList(options));
        words.addAll(List.of("-cp", path, Pieces.class.getName()));
        pieces.keySet().forEach(piece -> words.add(piece.getName()));
        return words;
    }

    /** Libraries leave some behind: native code that they have unpacked, folders of servers. */
    private String temporaryFiles() throws IOException {
        return "-J-Djava.io.tmpdir=" + Files.createDirectories(folder.resolve("temporary"));
    }

    private String sharedPath() throws IOException {
        return LibraryPath.of(folder.resolve("classes"), List.of(Pieces.class), SHARED_JARS);
    }

    private String otherPath() throws IOException {
        return LibraryPath.of(folder.resolve("classes"), List.of(Pieces.class, Rows.class), OTHER_JARS);
    }

    /** Each PE's lines in their order, with its tag, and what the loggers of {@link Logs} wrote. */
    private static void assertOutput(int pes, Map<Class<?>, String> pieces, Oshrun.Result result) {
        for (int pe = 0; pe < pes; pe++) {
            String tag = "[" + pe + "] ";
            List<String> expected = new ArrayList<>();
            for (Map.Entry<Class<?>, String> piece : pieces.entrySet()) {
                if (piece.getKey() == Logs.class) {
                    expected.add(tag + "logback on PE " + pe);
                    expected.add(tag + "log4j on PE " + pe);
                }
                expected.add(tag + piece.getKey().getSimpleName() + " on PE " + pe + ": "
                    + String.format(piece.getValue(), 50 * pes, 100 * pes, pes));
            }
            assertEquals(expected, result.outLines().stream().filter(line -> line.startsWith(tag)).toList(),
                result::err);
        }
        assertTrue(result.outLines().stream().allMatch(line -> line.startsWith("[")), result::out);
    }

    /** {@return what the report of the last job says of its shape} */
    private String shape() throws IOException {
        return Files.readAllLines(folder.resolve("report.json")).stream().filter(line -> line.contains("\"shape"))
            .map(String::strip).toList().toString();
    }

    @Thorough
    @Test
    void byDefaultPesGetProcesses() throws IOException {
        assertOutput(PES, SHARED, Oshrun.run(words(PES, SHARED, sharedPath())).expect(0));
        assertTrue(shape().contains("1 PE in each of " + PES + " JVMs"), this::lastShape);
    }

    @Thorough
    @Test
    void byDefaultPesGetProcessesForTheOthers() throws IOException {
        assertOutput(PES, OTHERS, Oshrun.run(words(PES, OTHERS, otherPath())).expect(0));
        assertTrue(shape().contains("1 PE in each of " + PES + " JVMs"), this::lastShape);
    }

    private String lastShape() {
        try {
            return shape();
        } catch (IOException e) {
            return e.toString();
        }
    }

    @Thorough
    @Test
    void inOneJvmPlainOnesDoTheSame() throws IOException {
        assertOutput(IN_ONE_JVM, PLAIN, Oshrun.run(words(IN_ONE_JVM, PLAIN, sharedPath(), "--backend", "local"))
            .expect(0));
    }

    @Thorough
    @Test
    void simulatedPlainOnesDoTheSame() throws IOException {
        assertOutput(IN_ONE_JVM, PLAIN, Oshrun.run(words(IN_ONE_JVM, PLAIN, sharedPath(), "--backend", "sim"))
            .expect(0));
    }

    /** A script calls System.exit by a handle that nothing can redirect. */
    @Thorough
    @Test
    void aScriptThatExitsEndsItsPeOnly() throws IOException {
        Path script = Files.writeString(folder.resolve("exits.groovy"), """
            int pe = System.getenv('SHMEM_PE').toInteger()
            println "script on PE $pe"
            System.exit(0)
            """);
        Oshrun.Result result = Oshrun.run(List.of("-np", Integer.toString(PES), "-l", "--timeout", "300",
            ConformanceRun.QUICKLY_COMPILED, temporaryFiles(), "-cp",
            LibraryPath.of(folder.resolve("classes"), List.of(), "groovy-"), "groovy.ui.GroovyMain",
            script.toString())).expect(0);
        List<String> expected = new ArrayList<>();
        for (int pe = 0; pe < PES; pe++) {
            expected.add("[" + pe + "] script on PE " + pe);
        }
        assertEquals(expected, result.outLines().stream().sorted().toList(), result::err);
    }
}
