// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.launch;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.shmem4j.testing.Oshrun;
import io.shmem4j.testing.Thorough;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** A PE's own things are the same whether it has a process of its own or shares a JVM. */
@Execution(ExecutionMode.CONCURRENT)
class IsolationIT {
    private static final int PES = 4;
    private static final List<String> ONE_JVM = List.of("--pes-per-jvm", "1024");
    private static final List<String> PROCESSES = List.of("--pes-per-jvm", "1");

    /** Lines that each PE prints; a # stands for its number. */
    private record Row(String name, int status, String... lines) { }

    private static final List<Row> ROWS = List.of(
        new Row("statics", 0, "# counted #"),
        new Row("exit", 7, "# ends"),
        new Row("runtime-exit", 7, "# ends"),
        new Row("halt", 7, "# ends"),
        new Row("exit-in-thread", 7, "# ends"),
        new Row("finally", 0),
        new Row("hooks", 0, "# hook"),
        new Row("threads", 0, "# late, main is TERMINATED"),
        new Row("pool-of-pool", 0, "# late"),
        new Row("virtual", 0, "# virtual #"),
        new Row("common-pool", 0, "# from the pool", "# pool 0"),
        new Row("set-out", 0, "# has nothing", "kept #"),
        new Row("tee", 0, "# is teed"),
        new Row("waits-in-pool", 0, "# waited"),
        new Row("context", 0, "# finds true true true true"),
        new Row("names", 0, "# main renamed"),
        new Row("exit-behind-delay", 7, "# ends"),
        new Row("environment", 0, "# # of 4"),
        new Row("resources", 0, "# reads true, true, true, false, io.shmem4j.launch"),
        new Row("input", 0, "# read all of it"),
        new Row("handler", 0, "# heard of #"));

    static Stream<Arguments> rows() {
        List<Arguments> all = new ArrayList<>();
        for (int i = 0; i < ROWS.size(); i++) {
            all.add(Arguments.of(ROWS.get(i).name(), ROWS.get(i), ONE_JVM));
            if (i % 4 == 0) {
                all.add(Arguments.of(ROWS.get(i).name(), ROWS.get(i), PROCESSES));
            }
        }
        return all.stream();
    }

    private static List<String> words(List<String> shape, String name, String... options) {
        List<String> all = new ArrayList<>(shape);
        all.addAll(List.of(options));
        return Oshrun.words(PES, Oshrun.program(IsolationProgram.class, name), all.toArray(new String[0]));
    }

    @Thorough
    @ParameterizedTest(name = "{0} {2}")
    @MethodSource("rows")
    void peHasItToItself(String name, Row row, List<String> shape) {
        Oshrun.Result result = Oshrun.run("all of it\n", words(shape, name, "--stdin", "all")).expect(row.status());
        List<String> expected = IntStream.range(0, PES).boxed().flatMap(pe -> Stream.of(row.lines())
            .map(line -> line.replace("#", Integer.toString(pe)))).sorted().toList();
        assertEquals(expected, result.out().lines().sorted().toList(), result::err);
    }

    @Thorough
    @Test
    void oneJvmIsABackendToo() {
        List<String> words = words(List.of("--backend", "local"), "statics");
        assertEquals(List.of("0 counted 0", "1 counted 1", "2 counted 2", "3 counted 3"),
            Oshrun.run(words).expect(0).out().lines().sorted().toList());
        words.add(0, "--do-not-launch");
        assertTrue(inOneJvm(words));
        assertEquals("oshrun: --backend local has all PEs in one JVM; leave out --pes-per-jvm\n",
            Oshrun.inThisJvm(words(List.of("--backend", "local"), "statics", "--pes-per-jvm", "2")).expect(2).err());
    }

    /** Static fields are common where a program asks for one copy of its classes; streams and ends stay apart. */
    @Test
    void classesAreSharedWhereAskedTo() {
        Oshrun.Result result = Oshrun.run(words(ONE_JVM, "shared-classes", "--share-classes",
            "--tag-output")).expect(7);
        assertEquals(List.of("[0] counted 6", "[1] counted 6", "[2] counted 6", "[3] counted 6"),
            result.out().lines().sorted().toList());
    }

    @Test
    void stackTraceGoesToItsPe() {
        String said = Oshrun.run(words(ONE_JVM, "stack-trace", "--tag-output")).expect(0).err();
        for (int pe = 0; pe < PES; pe++) {
            assertTrue(said.contains("[" + pe + "!] java.lang.IllegalStateException: of " + pe + "\n[" + pe
                + "!] \tat io.shmem4j.launch.IsolationProgram.stackTrace("), said);
        }
    }

    @Test
    void outputWithoutAFrameOfTheProgramIsNotLost() {
        assertEquals(List.of("[0-3] by descriptor", "[0] 0 by reference", "[1] 1 by reference",
            "[2] 2 by reference", "[3] 3 by reference"), lines("method-reference", "-l"));
    }

    @Thorough
    @Test
    void bytesOfAJvmAreShownWhereOneOfItsPesIs() {
        assertEquals(List.of("[0-3] by descriptor", "[3] 3 by reference"),
            lines("method-reference", "-l", "--output-from", "3"));
    }

    private static List<String> lines(String action, String... options) {
        return Oshrun.run(words(ONE_JVM, action, options)).expect(0).out().lines().sorted().toList();
    }

    @Thorough
    @Test
    void throwableOfVirtualThreadEndsTheJob() {
        String said = Oshrun.run(words(ONE_JVM, "uncaught-in-virtual")).expect(1).err();
        assertTrue(said.contains("[PE 1] in thread \"\": java.lang.IllegalStateException: of a virtual thread\n"),
            said);
        assertTrue(said.contains("oshrun: PE 1 (pid "), said);
    }

    /** The JDK numbers the threads of all PEs of a JVM. */
    @ParameterizedTest
    @ValueSource(strings = {"1", "1024"})
    void throwableOfAPoolIsReportedAlike(String pes) {
        String said = Oshrun.run(words(List.of("--pes-per-jvm", pes), "uncaught-in-pool")).expect(1).err();
        assertTrue(said.contains("[PE 2] in another thread: java.lang.IllegalStateException: of a pool\n"), said);
    }

    @Thorough
    @Test
    void othersGoOnWhereAskedTo() {
        Oshrun.Result result = Oshrun.run(words(ONE_JVM, "one-fails", "--keep-going")).expect(1);
        assertEquals(List.of("0 goes on", "1 goes on", "3 goes on"), result.out().lines().sorted().toList());
        assertTrue(result.err().contains("[PE 2] java.lang.IllegalStateException: alone"), result::err);
    }

    @Thorough
    @Test
    void linesOfInputAreReadByEachPe() {
        List<String> expected = IntStream.range(0, PES).mapToObj(pe -> pe + " asks " + pe + " read first, second")
            .toList();
        assertEquals(expected, Oshrun.run("first\nsecond\n", words(ONE_JVM, "readln", "--stdin", "all")).expect(0).out()
            .lines().sorted().toList());
    }

    @Thorough
    @Test
    void keptStreamIsTheCallersWhereClassesAreShared() {
        assertEquals(List.of("[0] kept 0", "[1] kept 1", "[2] kept 2", "[3] kept 3"),
            lines("kept-stream", "--share-classes", "-l"));
    }

    @Test
    void nobodyClosesTheOutputOfTheOthers() {
        assertEquals(List.of("[0] closes 0", "[1] closes 1", "[2] closes 2", "[3] closes 3"),
            lines("close-out", "--share-classes", "-l"));
    }

    @Test
    void nativeLibrariesAreRefusedToTheSecondPe() {
        String said = Oshrun.run(words(ONE_JVM, "native-library")).expect(1).errors();
        assertTrue(said.matches("(?s)\\[PE 1] java.lang.UnsatisfiedLinkError: .*libprefs.so already loaded in another "
            + "classloader\n.*\\[PE 1] a JVM loads a native library for one of its PEs only, and PEs 0 to 3 share one; "
            + "--pes-per-jvm 1 gives each its own\n.*"), said);
    }

    @Thorough
    @Test
    void outOfMemoryNamesThePeAndThoseThatShare() {
        String said = Oshrun.run(words(ONE_JVM, "out-of-memory", "-J-Xmx16m")).expect(1).errors();
        assertTrue(said.matches("(?s)\\[PE 2] java.lang.OutOfMemoryError: Java heap space\n.*\n\\[PE 2] the Java heap "
            + "of 6\\d MiB is shared by PEs 0 to 3; -J-Xmx says what each of them may have, --pes-per-jvm how many "
            + "share\n.*"), said);
    }

    @ParameterizedTest
    @ValueSource(strings = {"-J-javaagent:none.jar", "-x JAVA_TOOL_OPTIONS=-Xint -x JDK_JAVA_OPTIONS=-agentlib:none",
        "-x _JAVA_OPTIONS=-agentpath:/none.so", "--debug-port 7000"})
    void whatSeesAWholeProcessGetsOne(String options) {
        List<String> shape = new ArrayList<>(List.of("--do-not-launch"));
        shape.addAll(ONE_JVM);
        assertTrue(inOneJvm(words(shape, "statics", "-x", "JAVA_TOOL_OPTIONS=-Dx=y")));
        assertFalse(inOneJvm(words(shape, "statics", options.split(" "))));
    }

    @Test
    void anAgentInAJvmOfAllPesIsRemarkedOn() {
        String agent = "-J-javaagent:none.jar";
        String said = Oshrun.inThisJvm(words(List.of("--do-not-launch", "--backend", "local"), "statics", agent))
            .expect(0).err();
        assertTrue(said.startsWith("oshrun: warning: -javaagent:none.jar sees rewritten classes"), said);
        assertEquals("", Oshrun.inThisJvm(words(List.of("--do-not-launch"), "statics", agent)).expect(0).err());
    }

    private static boolean inOneJvm(List<String> words) {
        return Oshrun.inThisJvm(words).expect(0).out().startsWith("PE 0 to 3, 4 in a JVM: ");
    }

    @Test
    void exitByReflectionEndsTheJvmAndIsReportedOnce() {
        String said = Oshrun.run(words(ONE_JVM, "exit-by-reflection")).expect(3).errors();
        assertTrue(said.matches("(?s)oshrun: the JVM of PEs 0 to 3 \\(pid \\d+\\) exited with status 3 after .*"),
            said);
    }
}
