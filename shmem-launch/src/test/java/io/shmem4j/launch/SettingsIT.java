// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.launch;

import static io.shmem4j.launch.TestProgram.program;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.shmem4j.testing.Oshrun;
import io.shmem4j.testing.Thorough;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Values of variables that can't be used: the launcher refuses them in one line before anything starts. */
@Execution(ExecutionMode.CONCURRENT)
class SettingsIT {
    @ParameterizedTest
    @CsvSource(delimiter = '|', value = {
        "SHMEM_SYMMETRIC_SIZE=lots                   | SHMEM_SYMMETRIC_SIZE=lots: a size is a number",
        "SHMEM_SYMMETRIC_SIZE=0                      | SHMEM_SYMMETRIC_SIZE=0: a size of at least 1 byte",
        "SMA_SYMMETRIC_SIZE=0                        | SMA_SYMMETRIC_SIZE=0: a size of at least 1 byte",
        "SHMEM_WAIT=fast                             | SHMEM_WAIT=fast: it is one of auto, spin, yield, sleep",
        "SHMEM_CORES=                                | SHMEM_CORES= is not a whole number from 1",
        "SHMEM_CORES=-1                              | SHMEM_CORES=-1 is not a whole number from 1",
        "SHMEM_CORES=\u0663                          | is not a whole number from 1",
        "SHMEM_CHECK=x                               | SHMEM_CHECK=x is not a whole number from 0 to 4",
        "SHMEM_CHECK=17                              | SHMEM_CHECK=17 is not a whole number from 0 to 4",
        "SHMEM_CHECK=99999999999                     | SHMEM_CHECK=99999999999 is not a whole number from 0 to 4",
        "SHMEM_PROFILE=java.lang.String              | SHMEM_PROFILE=java.lang.String: it is 0, 1 or a subclass of",
        "SHMEM_PROFILE=no.such.Class                 | SHMEM_PROFILE=no.such.Class: it is 0, 1 or a subclass of",
        "SHMEM_CHECKPOINT=/no/such/folder/file       | SHMEM_CHECKPOINT=/no/such/folder/file is not a file that",
        "SHMEM_CHECKPOINT_INTERVAL=x                 | SHMEM_CHECKPOINT_INTERVAL=x is not a whole number from 0",
        "SHMEM_CHECKPOINT_INTERVAL=-1                | SHMEM_CHECKPOINT_INTERVAL=-1 is not a whole number from 0",
        "SHMEM_RESTART=/no/such/file                 | SHMEM_RESTART=/no/such/file",
        "SHMEM_REDUCE_ALGORITHM=foo                  | SHMEM_REDUCE_ALGORITHM=foo: it is one of auto, flat, recdbl,",
        "SHMEM_REDUCE_TRANSFER=foo                   | SHMEM_REDUCE_TRANSFER=foo: it is one of putget, direct",
        "SHMEM_REDUCE_DETERMINISTIC=x                | SHMEM_REDUCE_DETERMINISTIC=x is not a whole number from 0 to 1",
        "SHMEM_BARRIER_ALGORITHM=foo                 | SHMEM_BARRIER_ALGORITHM=foo: it is one of auto, counter,",
        "SHMEM_BROADCAST_ALGORITHM=foo               | SHMEM_BROADCAST_ALGORITHM=foo: it is one of auto, flat,",
        "SHMEM_COLLECT_ALGORITHM=foo                 | SHMEM_COLLECT_ALGORITHM=foo: it is one of auto, direct,",
        "SHMEM_ALLTOALL_ALGORITHM=foo                | SHMEM_ALLTOALL_ALGORITHM=foo: it is one of auto, direct,",
        "SHMEM_SCAN_ALGORITHM=foo                    | SHMEM_SCAN_ALGORITHM=foo: it is one of auto, flat,",
    })
    void badValueIsOneLine(String assignment, String message) {
        String name = assignment.substring(0, assignment.indexOf('='));
        String value = assignment.substring(assignment.indexOf('=') + 1);
        refused(Oshrun.inThisJvm(Map.of(name, value), program("hello")), message);
    }

    @ParameterizedTest
    @ValueSource(strings = {"SHMEM_SYMMETRIC_SIZE=lots", "SHMEM_CORES=\u0663", "SHMEM_PROFILE=no.such.Class",
        "SHMEM_RESTART=/no/such/file", "SHMEM_SCAN_ALGORITHM=foo"})
    void badValueOfAnOptionIsOneLineToo(String assignment) {
        refused(Oshrun.inThisJvm(Oshrun.words(2, program("hello"), "-x", assignment)), assignment);
    }

    private static void refused(Oshrun.Result result, String message) {
        result.expect(ExitStatus.USAGE);
        assertEquals("", result.out());
        assertEquals(1, result.err().lines().count(), result::err);
        assertTrue(result.err().startsWith("oshrun: ") && result.err().contains(message), result::err);
    }

    @ParameterizedTest
    @ValueSource(strings = {"--heap-size 0", "--heap-size \u0664k", "-np \u0663",
        "--trace /tmp/never-written --trace-size \u0664k"})
    void optionsTakeTheSameRules(String options) {
        List<String> words = new ArrayList<>(List.of(options.split(" ")));
        words.addAll(program("hello"));
        refused(Oshrun.inThisJvm(words), "");
    }

    /** Variables of other programs are no mistakes; those that look like ours are. */
    @Test
    void namesThatAreNearlyOursAreWarnedAbout() {
        List<String> plan = Oshrun.words(2, program("hello"), "--do-not-launch");
        Oshrun.Result result = Oshrun.inThisJvm(Map.of("SHMEM_CHEK", "2", "SHMEM_OFI_PROVIDER", "tcp"), plan).expect(0);
        assertEquals("oshrun: warning: there is no variable SHMEM_CHEK; did you mean SHMEM_CHECK?\n", result.err());
        Oshrun.Result words = Oshrun.inThisJvm(Map.of("SHMEM_SIM_SHARE_CLASSES", "1", "SHMEM_SYMMETRIC_HEAP_SIZE", "1m",
            "SHMEM_DEBUG_PREFIX", "x"), plan).expect(0);
        assertEquals("oshrun: warning: there is no variable SHMEM_SIM_SHARE_CLASSES; did you mean "
            + "SHMEM_SHARE_CLASSES?\noshrun: warning: there is no variable SHMEM_SYMMETRIC_HEAP_SIZE; did you mean "
            + "SHMEM_SYMMETRIC_SIZE?\n",
            words.err());
        Oshrun.Result given = Oshrun.inThisJvm(Oshrun.words(2, program("hello"), "--do-not-launch", "-x",
            "SHMEM_RESTRAT=f")).expect(0);
        assertTrue(given.err().contains("SHMEM_RESTRAT; did you mean SHMEM_RESTART?"), given::err);
    }

    /** Containers come with options for all JVMs; they win over what we take by ourselves. */
    @Thorough
    @ParameterizedTest
    @CsvSource(delimiter = '|', value = {
        "JAVA_TOOL_OPTIONS | -XX:+UseG1GC                   |                   | G1",
        "JDK_JAVA_OPTIONS  | -Dx=y -XX:+UseParallelGC       |                   | PS",
        "_JAVA_OPTIONS     | -XX:+UseG1GC                   |                   | G1",
        "JAVA_TOOL_OPTIONS | -XX:+UseSerialGC               |                   | Copy",
        "NOTHING           | -                              | -XX:+UseParallelGC | PS",
        "NOTHING           | -                              | -XX:+UseG1GC       | G1",
        "JAVA_TOOL_OPTIONS | -Xmx48m                        |                   | most 48",
        "JDK_JAVA_OPTIONS  | -XX:MaxHeapSize=48m            |                   | most 48",
        "JAVA_TOOL_OPTIONS | -Xmx48m                        | -Xmx36m           | most 36",
        "NOTHING           | -                              | -Xmx6m            | most 6",
        "JAVA_TOOL_OPTIONS | -XX:ActiveProcessorCount=3     |                   | processors 3",
        "NOTHING           | -                              | -XX:ActiveProcessorCount=3 | processors 3",
        "NOTHING           | -                              | -XX:+UnlockDiagnosticVMOptions | Copy",
        "NOTHING           | -                              | -XX:+UnlockExperimentalVMOptions | Copy",
    })
    void flagsOfTheUserWin(String variable, String value, String flag, String expected) {
        String[] options = flag == null ? new String[0] : new String[] {"-J" + flag};
        Oshrun.Result result = Oshrun.run(Map.of(variable, value), Oshrun.words(2, program("jvm"), options)).expect(0);
        assertEquals(2, result.outLines().stream().filter(line -> line.contains(expected)).count(), result::out);
        assertTrue(result.err().lines().allMatch(line -> line.contains("Picked up ")), result::err);
    }

    /** PEs ignore flags that their JVM does not know, because ours differ by JDK; a user's is refused, and once. */
    @Thorough
    @ParameterizedTest
    @CsvSource({"JAVA_TOOL_OPTIONS, -XX:+NoSuchFlag", "_JAVA_OPTIONS, -Xnosuchflag",
        "-x, JDK_JAVA_OPTIONS=-XX:NoSuchFlag=3", "-J, -Xmxnone", "-J, -Xmx99999999t", "-J, -XX:+NoSuchFlag"})
    void flagsOfVariablesThatNoJvmKnowsAreRefused(String variable, String value) {
        Oshrun.Result result = variable.startsWith("-")
            ? Oshrun.run(Oshrun.words(2, program("hello"), variable, value))
            : Oshrun.run(Map.of(variable, value), Oshrun.words(2, program("hello")));
        String flag = value.substring(value.indexOf("=-") + 1);
        assertTrue(result.expect(125).err().contains("oshrun: no JVM starts with " + flag + ":\n"), result::err);
        assertEquals(2, result.err().split("oshrun: ", -1).length, result::err);
        assertEquals("", result.out());
    }

    @Test
    void goodValuesPassInAnyCase() {
        Oshrun.Result result = Oshrun.run(Map.of("SHMEM_WAIT", " Spin ", "SHMEM_CHECK", "2", "SHMEM_CORES", "3",
            "SHMEM_BARRIER_ALGORITHM", "TREE", "SHMEM_PROFILE", "0"), Oshrun.words(2, program("hello")));
        assertEquals("", result.expect(0).err());
    }
}
