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
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Jobs of many JVMs while they start. */
class StartIT {
    /** Starts at a time on one core. */
    private static final int AT_A_TIME = 32;
    private static final int PES = 3 * AT_A_TIME;

    @TempDir
    private Path folder;

    /** PEs that never come to the library count as up after a while only, so the others wait for their start. */
    @Thorough
    @Test
    void aPeKilledWhileOthersStillStartEndsTheJobSoon() throws Exception {
        List<String> words = Oshrun.words(PES, TestProgram.program("sleep"), "--pes-per-jvm", "1", "-v", "--grace",
            "0.2");
        try (Oshrun run = Oshrun.start(onOneCore(), folder, Map.of(), words)) {
            run.awaitError(" started, pid ", AT_A_TIME);
            run.process().children().findFirst().orElseThrow().destroyForcibly();
            String err = run.await().expect(137).err();
            Matcher summary = Pattern.compile("was killed by SIGKILL after .* s; (\\d+) other PEs ended").matcher(err);
            assertTrue(summary.find(), err);
            int started = Integer.parseInt(summary.group(1)) + 1;
            // Another PE may have started in place of the killed one before its end was noticed.
            assertTrue(started < PES && started % AT_A_TIME <= 1, err);
            assertEquals(List.of(), run.leftovers());
        }
    }

    private Path onOneCore() throws IOException {
        assumeTrue(Files.isExecutable(Path.of("/usr/bin/taskset")), "needs taskset");
        String cpu = Files.readAllLines(Path.of("/proc/self/status")).stream()
            .filter(line -> line.startsWith("Cpus_allowed_list:")).findFirst().orElseThrow()
            .replaceAll("^\\D*(\\d+).*", "$1");
        return Files.setPosixFilePermissions(Files.writeString(folder.resolve("one-core"), "#!/bin/sh\nexec taskset -c "
            + cpu + " " + Oshrun.quoted(List.of(Oshrun.home() + "/oshrun")) + " \"$@\"\n"),
            PosixFilePermissions.fromString("rwx------"));
    }
}
