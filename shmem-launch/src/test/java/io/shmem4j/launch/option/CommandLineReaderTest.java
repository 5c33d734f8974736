// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.launch.option;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.shmem4j.launch.LaunchException;
import io.shmem4j.launch.option.LauncherOption.Kind;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Every option by each of its names, forms of words, and mistakes. */
class CommandLineReaderTest {
    private static CommandLineReader.Read read(String line) {
        return CommandLineReader.read(List.of(line.split(" ")), true);
    }

    private static String refused(String line, boolean first) {
        return assertThrows(LaunchException.class, () -> CommandLineReader.read(List.of(line.split(" ")), first))
            .getMessage();
    }

    /** {@return the value of an option as text} */
    private static String value(Options options, LauncherOption option) {
        return switch (option.kind) {
            case FLAG -> Boolean.toString(options.has(option));
            case INTEGER -> options.whole(option).toString();
            case NUMBER -> options.number(option).toString();
            case TEXT, OPTIONAL -> options.text(option);
            case LIST -> options.all(option).toString();
        };
    }

    private static String word(Kind kind) {
        return switch (kind) {
            case FLAG -> "true";
            case INTEGER -> "7";
            case NUMBER -> "7.0";
            case TEXT, OPTIONAL -> "some=text";
            case LIST -> "[some=text]";
        };
    }

    @ParameterizedTest
    @ValueSource(strings = {"/", "", ".."})
    void filesOfOutputNeedANameToBeginWith(String name) {
        Options options = read("--output-filename=" + name + " hello").options();
        assertTrue(assertThrows(LaunchException.class, options::outputFile).getMessage().contains("has to end with"));
    }

    @ParameterizedTest
    @EnumSource
    void everyNameOfAnOptionSetsIt(LauncherOption option) {
        String word = option.kind == Kind.LIST ? "some=text" : word(option.kind);
        for (String name : option.names) {
            List<String> lines = new ArrayList<>();
            if (option.kind == Kind.FLAG) {
                lines.add(name);
            } else {
                lines.add(name + "=" + word);
            }
            if (option.kind != Kind.FLAG && option.kind != Kind.OPTIONAL) {
                lines.add(name + " " + word);
            }
            if (name.startsWith("--")) {
                lines.add(lines.getFirst().substring(1));
            }
            for (String line : lines) {
                CommandLineReader.Read read = read(line + " hello -n 3");
                assertEquals(word(option.kind), value(read.options(), option), line);
                assertEquals(List.of("hello", "-n", "3"), read.words(), line);
                assertEquals(List.of(option.names.getFirst()), read.given(), line);
            }
        }
    }

    @Test
    void noNameIsOfTwoOptions() {
        Set<String> names = new HashSet<>();
        for (LauncherOption option : LauncherOption.values()) {
            option.names.forEach(name -> assertTrue(names.add(name), name));
        }
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
        -n4 hello             | NP          | 4
        -n -3 hello           | NP          | -3
        -n +4 hello           | NP          | 4
        -vn4 hello            | NP          | 4
        -vn 4 hello           | NP          | 4
        -lqv -np 3 hello      | VERBOSE     | true
        -J-Xmx1g -J -ea -J=-b | JVM_FLAG    | [-Xmx1g, -ea, -b]
        -J -verbose:gc hello  | JVM_FLAG    | [-verbose:gc]
        -x A=B -x C -xD=E     | VARIABLE    | [A=B, C, D=E]
        -heap-size 1m hello   | HEAP_SIZE   | 1m
        --grace=1e1 hello     | GRACE       | 10.0
        --tune 9              | TUNE        | 70
        --tune=9 hello        | TUNE        | 9
        --report-pid - hello  | REPORT_PID  | -
        --jar=-v hello        | JAR         | -v
        -- -v                 | VERBOSE     | false
        hello -v              | VERBOSE     | false
        hello                 | BACKEND     | shm
        hello                 | STDIN       | 0
        hello                 | GRACE       | 5.0
        """)
    void formsOfWords(String line, LauncherOption option, String value) {
        assertEquals(value, value(read(line).options(), option));
    }

    @Test
    void whatIsNotGivenIsNull() {
        Options options = read("hello").options();
        assertNull(options.whole(LauncherOption.NP));
        assertNull(options.number(LauncherOption.TIMEOUT));
        assertNull(options.path(LauncherOption.JAR));
        assertNull(options.outputFile());
        assertEquals(List.of(), options.all(LauncherOption.JVM_FLAG));
        assertFalse(options.placed() || options.severalNodes(Map.of()));
        assertEquals(Path.of("a.jar"), read("--jar a.jar").options().path(LauncherOption.JAR));
    }

    @ParameterizedTest
    @CsvSource({"hello, true", "--backend shm hello, true", "--backend local hello, false",
        "--backend sim hello, false", "--explore hello, false", "--replay file hello, false",
        "--hosts a --backend local hello, true"})
    void anAllocationHasTheNodesOfAJobInProcesses(String line, boolean several) {
        Options options = read(line).options();
        assertEquals(several, options.severalNodes(Map.of("SLURM_JOB_NUM_NODES", "2")));
        assertEquals(options.has(LauncherOption.HOSTS), options.severalNodes(Map.of("SLURM_JOB_NUM_NODES", "2",
            "SLURM_STEP_ID", "0")));
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
        -n                    | --np needs a value
        -vn                   | --np needs a value
        -n x                  | --np: 'x' is not a whole number
        -nq hello             | --np: 'q' is not a whole number
        -n 1.5                | --np: '1.5' is not a whole number
        -n \u0663             | --np: '\u0663' is not a whole number
        -n 99999999999        | --np: '99999999999' is too large
        -n 2 -np 3            | --np is given twice; give it once
        -vqv                  | --verbose is given twice; give it once
        --timeout soon        | --timeout: 'soon' is not a number
        --timeout= hello      | --timeout: '' is not a number
        --heap-size --quiet   | --heap-size needs a value
        --heap-size -q hello  | --heap-size needs a value
        --vector=true hello   | --vector takes no value
        -l=3 hello            | --tag-output takes no value
        --quiett hello        | unknown option --quiett; did you mean --quiet? (oshrun --help lists all)
        -heapsize 1m hello    | unknown option -heapsize; did you mean --heap-size? (oshrun --help lists all)
        --heapsize=1m hello   | unknown option --heapsize=1m; did you mean --heap-size? (oshrun --help lists all)
        -vz                   | unknown option -vz (oshrun --help lists all)
        """)
    void mistakes(String line, String message) {
        assertEquals(message, refused(line, true));
    }

    @ParameterizedTest
    @ValueSource(strings = {"-", "--=3", "---np 3", "--n 3", "-cpfoo"})
    void wordsThatAreNoOptionsAreRefused(String line) {
        assertTrue(refused(line + " hello", true).startsWith("unknown option " + line.split(" ")[0]), line);
    }

    @Test
    void theLastWordOfALineMayBeAValue() {
        assertEquals("'hello' is the value of --jar", read("--jar hello").options().valueHint());
        assertNull(read("--jar a.jar hello").options().valueHint());
    }

    @Test
    void optionsOfTheJobStandBeforeItsFirstProgram() {
        assertEquals("--quiet holds for the whole job and belongs before its first program, not after ':'",
            refused("-q hello", false));
        assertEquals(List.of("-n", "--wdir"), CommandLineReader.read(Arrays.asList("-np", "2", "--wdir", "/", "hello"),
            false).given());
    }
}
