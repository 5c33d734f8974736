// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.launch;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.shmem4j.testing.Oshrun;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import javax.tools.ToolProvider;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;

/** Which PEs share a JVM on one cpu, and what the launcher says about it. */
@Execution(ExecutionMode.CONCURRENT)
class ShapeIT {
    private static final Pattern STARTED = Pattern.compile("oshrun: PE \\d started, pid (\\d+)");
    private static final String LISTED = "\"the list has this\"";
    private static final String LACKING = "Class.forName(\"Counting\").getSimpleName()";
    private static final String WHY = "Counting.class uses java.lang.Class.forName";

    @TempDir
    private Path folder;

    /** A program whose PEs count in a static field, and use an expression. */
    private Path source(String expression) throws IOException {
        return Files.writeString(folder.resolve("Counting.java"), """
            import io.shmem4j.Shmem;

            public class Counting {
                static int count;

                public static void main(String[] args) throws Exception {
                    try (Shmem shmem = Shmem.init()) {
                        count++;
                        shmem.barrierAll();
                        System.out.println(shmem.myPe() + " counts " + count + EXPRESSION.substring(0, 0));
                    }
                }
            }
            """.replace("EXPRESSION", expression));
    }

    private static List<String> words(int pes, Path source, String... options) throws IOException {
        List<String> words = new ArrayList<>(List.of("--cpu-set", Affinity.current().toString().split("[-,]")[0],
            "--bind-to", "hwthread:overload-allowed", "--heap-size", "1m"));
        words.addAll(List.of(options));
        return Oshrun.words(pes, List.of(source.toString()), words.toArray(new String[0]));
    }

    private Oshrun.Result planned(int pes, String expression, String... options) throws IOException {
        List<String> words = words(pes, source(expression), options);
        words.addFirst("--do-not-launch");
        return Oshrun.inThisJvm(words).expect(0);
    }

    private static long processes(Oshrun.Result result) {
        assertEquals(List.of("0 counts 1", "1 counts 1", "2 counts 1"), result.out().lines().sorted().toList());
        return STARTED.matcher(result.err()).results().map((MatchResult match) -> match.group(1)).distinct().count();
    }

    @Test
    void peThatTheListAllowsShares() throws IOException {
        Oshrun.Result result = Oshrun.run(words(3, source(LISTED), "-v")).expect(0);
        assertEquals(1, processes(result), result::err);
        assertTrue(result.err().contains("oshrun: shape: 3 PEs in one JVM, because 3 PEs have 1 core and the program "
            + "needs no processes\noshrun: classes: a copy for each PE\n"), result::err);
    }

    /** One copy of the classes for all PEs of a JVM, without any static field; the PEs stay apart. */
    @Test
    void classesWithoutStateAreLoadedOnce() throws IOException {
        Path without = Files.writeString(source(LISTED), Files.readString(source(LISTED)).replace("static int count;",
            "int count;").replace("count++", "int count = 1"));
        Oshrun.Result result = Oshrun.run(words(3, without, "-v")).expect(0);
        assertEquals(1, processes(result), result::err);
        assertTrue(result.err().contains("\noshrun: classes: one copy for all PEs of a JVM\n"), result::err);
    }

    @Test
    void oneReferenceBeyondItMakesProcesses() throws IOException {
        Oshrun.Result result = planned(3, LACKING, "-v");
        assertTrue(result.out().contains("shape: 1 PE in each of 3 JVMs, because " + WHY + "\n"), result::out);
        assertEquals("", result.err());
    }

    @Test
    void userMayForceItAndReadsWhatMayBeWrong() throws IOException {
        Oshrun.Result result = planned(3, LACKING, "--pes-per-jvm", "3");
        assertTrue(result.out().startsWith("PE 0 to 2, 3 in a JVM: "), result::out);
        assertEquals("oshrun: PEs share a JVM, as --pes-per-jvm 3 says, although " + WHY
            + "; --pes-per-jvm 1 shows whether that matters\n", result.err());
        assertEquals("", planned(3, LISTED, "--pes-per-jvm", "3").err());
        assertEquals("", planned(3, LACKING, "--pes-per-jvm", "3", "-q").err());
    }

    @Test
    void manyProcessesAreExplained() throws IOException {
        assertEquals("oshrun: 8 JVMs start for 8 PEs, because " + WHY + "\n",
            planned(8, LACKING).err());
        assertEquals("oshrun: 8 JVMs start for 8 PEs, because Counting.class uses java.lang.System.getProperties and 1 "
            + "more\n", planned(8, LACKING.replace("(\"", "(System.getProperties() + \"")).err());
        assertEquals("oshrun: 8 JVMs start for 8 PEs, because Counting.class uses java.lang.Thread.getName; where only "
            + "output may differ, --pes-per-jvm 8 starts in a fraction of the time\n",
            planned(8, "Thread.currentThread().getName()").err());
        assertEquals("", planned(7, LACKING).err());
        assertEquals("", planned(8, LISTED).err());
    }

    @Test
    void respawnedPesDieAlone() throws IOException {
        String plan = planned(3, LISTED, "-v", "--respawn", "1").out();
        assertTrue(plan.contains("in each of 3 JVMs, because --respawn is for deaths of single PEs\n"), plan);
        plan = planned(3, LISTED, "--respawn", "1", "--pes-per-jvm", "3").out();
        assertTrue(plan.startsWith("PE 0 to 2, 3 in a JVM: "), plan);
    }

    @Test
    void infoKnowsTheShapeByTheClassPath() throws IOException {
        Path classes = Files.createDirectories(folder.resolve("classes"));
        for (String expression : List.of(LISTED, LACKING)) {
            assertEquals(0, ToolProvider.getSystemJavaCompiler().run(null, null, null, "-d", classes.toString(), "-cp",
                System.getProperty("java.class.path"), source(expression).toString()));
            String info = Oshrun.inThisJvm(List.of("--info", "-np", "1024", "-cp", classes.toString())).expect(0).out();
            boolean listed = expression.equals(LISTED);
            assertTrue(info.contains(listed ? "and the class path needs no processes\n"
                : "1 PE in each of 1024 JVMs, because " + WHY + "\n"), info);
        }
    }
}
