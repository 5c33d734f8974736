// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.launch;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.shmem4j.testing.Oshrun;
import io.shmem4j.testing.Thorough;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** A system that lets a job have too little: one line says what ran out, and nothing is left. */
class ShortageIT {
    private static final String PROGRAM = Oshrun.quoted(TestProgram.program("hello"));

    @TempDir
    private Path folder;

    /** Runs a line of the shell in an empty folder. */
    private Oshrun.Result shell(String line) {
        return Oshrun.run(Path.of("/bin/bash"), folder, Map.of(), List.of("-c",
            line.replace("OSHRUN", Oshrun.quoted(List.of(Oshrun.home() + "/oshrun"))).replace("PROGRAM", PROGRAM)));
    }

    @Thorough
    @ParameterizedTest
    @CsvSource(delimiter = '|', value = {
        "ulimit -n 12; OSHRUN -np 4 PROGRAM               | a process may open 12 files (ulimit -Hn)",
        "ulimit -n 40; OSHRUN -np 40 --pes-per-jvm 1 PROGRAM | too few open files: this job needs about 136 more, 40",
        "ulimit -n 50; OSHRUN -np 40 --pes-per-jvm 1 --trace t PROGRAM    | too few open files",
        "ulimit -n 200; OSHRUN -np 50 --pes-per-jvm 1 --output-filename o PROGRAM | this job needs about 266 more",
        "ulimit -f 8; OSHRUN -np 2 PROGRAM | File too large; a file may have 8 KiB (ulimit -f): raise it",
        "ulimit -f 0; OSHRUN -np 2 PROGRAM | File too large; a file may have 0 B (ulimit -f): raise it",
    })
    void fewOrSmallFiles(String line, String message) throws IOException {
        Oshrun.Result result = shell(line).expect(ExitStatus.LAUNCH);
        assertEquals("", result.out());
        assertEquals(1, result.err().lines().count(), result::err);
        assertTrue(result.err().startsWith("oshrun: ") && result.err().contains(message), result::err);
        assertNothingLeft();
    }

    /** A PE needs one more file to see whether its launcher lives. */
    @Thorough
    @Test
    void aProgramWithAllFilesOpenGoesOn() throws IOException {
        Oshrun.Result result = shell("ulimit -n 100; OSHRUN -np 1 " + Oshrun.quoted(
            Oshrun.program(GreedyProgram.class))).expect(0);
        assertEquals(List.of("went on"), result.outLines(), result::err);
        assertNothingLeft();
    }

    private void assertNothingLeft() {
        assertEquals(List.of(), Oshrun.names(folder));
    }

    /** JVMs print nothing of their own, but what keeps one from starting is shown. */
    @Thorough
    @ParameterizedTest
    @CsvSource(delimiter = '|', value = {
        "1500000 | 125 | -np 1          | : the launcher's JVM does not start; a process may map 1464 MiB (ulimit -v)",
        "4000000 | 1   | -np 2          | : no JVM starts for PE ",
        "4000000 | 1   | -np 4 --pes-per-jvm 4 | : no JVM starts for PEs 0 to 3:",
        "4000000 | 1   | -np 1 -J-Xmx64m --heap-size 3g | can't be mapped from "})
    void littleAddressSpace(String limit, int status, String options, String message) throws IOException {
        assumeTrue(!message.contains("no JVM") || Machine.memory() > 18L << 30, "a JVM's share of memory may fit");
        Oshrun.Result result = shell("ulimit -v " + limit + "; OSHRUN " + options + " warm-up").expect(status);
        assertTrue(result.err().contains(message), result::err);
        assertTrue(result.err().matches("(?s).*a process may map \\d+ MiB \\(ulimit -v\\).*"), result::err);
        assertTrue(message.contains("mapped") || result.err().contains("initialization of VM\n"), result::err);
    }

    @Thorough
    @Test
    void fewProcesses() throws IOException {
        assumeTrue(Files.getAttribute(Path.of("/proc/self"), "unix:uid").equals(0), "only root can be another user");
        assumeTrue(Files.isExecutable(Path.of("/usr/bin/setpriv")), "needs setpriv");
        Files.setPosixFilePermissions(folder, PosixFilePermissions.fromString("rwxrwxrwx"));
        Oshrun.Result result = shell("ulimit -u 100; export SHMEM_SHM_DIR=. HOME=.; exec setpriv --reuid=65534"
            + " --regid=65534 --clear-groups OSHRUN -np 40 --pes-per-jvm 1 warm-up");
        assumeTrue(!result.err().contains("Permission denied"), "another user can't run what was built here");
        assertEquals(1, result.expect(ExitStatus.LAUNCH).err().lines().count(), result::err);
        assertTrue(result.err().matches("oshrun: too few processes and threads: this job needs about 684 more, 100 are"
            + " allowed \\(ulimit -u; this user has \\d+\\)\n"), result::err);
        assertNothingLeft();
    }

    /** A PE that can't be started though all looked well: its class path becomes too long when it is made absolute. */
    @Test
    void failureToStartIsOneLine() throws IOException {
        Oshrun.Result result = shell("path=$(printf 'abc%s:' {1..9000}); export CLASSPATH=${path}"
            + Oshrun.quoted(Oshrun.program(TestProgram.class).subList(1, 2)) + "; OSHRUN -np 2 --trace t "
            + TestProgram.class.getName() + " hello").expect(ExitStatus.LAUNCH);
        assertTrue(result.err().matches("oshrun: can't start PE 0: .*Argument list too long.*\n"), result::err);
        assertNothingLeft();
    }

    @Thorough
    @Test
    void foldersThatCannotBeEntered() throws IOException {
        assumeTrue(Files.getAttribute(Path.of("/proc/self"), "unix:uid").equals(0), "only root can be another user");
        assumeTrue(Files.isExecutable(Path.of("/usr/bin/setpriv")), "needs setpriv");
        Files.setPosixFilePermissions(folder, PosixFilePermissions.fromString("rwxrwxrwx"));
        Oshrun.Result result = shell("mkdir -m 700 mine; export SHMEM_SHM_DIR=. HOME=.; setpriv --reuid=65534"
            + " --regid=65534 --clear-groups OSHRUN -np 2 --wdir mine warm-up; s=$?; rmdir mine; exit $s");
        assumeTrue(!result.err().contains("Permission denied"), "another user can't run what was built here");
        assertEquals("oshrun: --wdir: no permission to enter mine\n", result.expect(ExitStatus.LAUNCH).err());
    }
}
