// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.sim;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Whole jobs through the launcher, with a program that knows nothing of simulations. */
class SimulatedJobIT {
    private static final long LIMIT_SECONDS = 120;
    private static final String PROGRAM = "simtest.Traffic";

    @TempDir
    private Path folder;

    private record Run(int status, String out, String err) {
        long lines() {
            return out.lines().count();
        }
    }

    @Test
    void everyKindOfCallWorksOnOneToAllThreadsOfTheChip() throws Exception {
        for (String np : new String[] {"1", "2", "7", "60", "240"}) {
            Run run = oshrun("-np", np, PROGRAM);
            assertEquals(0, run.status(), run.err());
            assertEquals(Integer.parseInt(np), run.lines(), run.out());
            assertEquals("", run.err());
        }
    }

    @Test
    void theSameSeedGivesTheSameTimesAndAnotherSeedOthers() throws Exception {
        Run plain = oshrun("-np", "12", "--seed", "3", PROGRAM);
        assertEquals(plain.out(), oshrun("-np", "12", "--seed", "3", PROGRAM).out());
        assertNotEquals(plain.out(), oshrun("-np", "12", "--seed", "4", PROGRAM).out());
        assertNotEquals(plain.out(), oshrun("-np", "12", "--placement", "compact", "--seed", "3", PROGRAM).out());
        assertNotEquals(plain.out(), oshrun("-np", "12", "--sim-profile", "gasnet", "--seed", "3", PROGRAM).out());
    }

    @Test
    void staticFieldsAreThePesOwnUnlessTheyAreToBeShared() throws Exception {
        assertEquals(0, oshrun("-np", "5", PROGRAM, "end").status());
        assertEquals(0, oshrun("-np", "5", "--share-classes", PROGRAM, "end", "shared").status());
        assertEquals(1, oshrun("-np", "5", PROGRAM, "end", "shared").status());
    }

    @Test
    void aDeadlockIsReportedPerPe() throws Exception {
        Run run = oshrun("-np", "4", PROGRAM, "deadlock");
        assertEquals(1, run.status());
        assertTrue(run.err().contains("deadlock: 3 of 4"), run.err());
        assertTrue(run.err().contains("PE 0 waits in barrier_all"), run.err());
        assertTrue(run.err().contains("PE 1 has returned from main"), run.err());
    }

    @Test
    void failuresEndTheJobWithTheirStatus() throws Exception {
        Run thrown = oshrun("-np", "4", PROGRAM, "throw");
        assertEquals(1, thrown.status());
        assertTrue(thrown.err().contains("[PE 1] java.io.IOException: from PE 1"), thrown.err());
        assertEquals(7, oshrun("-np", "4", PROGRAM, "exit").status());
    }

    @Test
    void otherThreadsThanThePesOwnAreRefused() throws Exception {
        Run run = oshrun("-np", "2", PROGRAM, "thread");
        assertTrue(run.err().contains("only the thread that runs main"), run.err());
    }

    @Test
    void aWrongMachineOrPlacementIsRefusedWithTheReason() throws Exception {
        Path file = folder.resolve("mine.json");
        Files.writeString(file, "{\"kind\": \"coherent\", \"cores\": 0}");
        Run run = oshrun("-np", "2", "--machine", file.toString(), PROGRAM);
        assertEquals(2, run.status());
        assertTrue(run.err().contains("mine.json: $."), run.err());
        assertEquals(2, oshrun("-np", "241", PROGRAM).status());
        assertTrue(oshrun("-np", "2", "--heap-size", "5g", PROGRAM).err().contains("do not fit"));
    }

    private Run oshrun(String... args) throws IOException, InterruptedException {
        List<String> command = new ArrayList<>(List.of(Path.of(System.getProperty("shmem4j.home"), "oshrun").toString(),
            "--backend", "sim", "-cp", Path.of("target", "test-classes").toString()));
        command.addAll(List.of(args));
        Path out = folder.resolve("out");
        Path err = folder.resolve("err");
        Process process = new ProcessBuilder(command).redirectOutput(out.toFile()).redirectError(err.toFile()).start();
        if (!process.waitFor(LIMIT_SECONDS, TimeUnit.SECONDS)) {
            process.destroy();
            process.waitFor();
            throw new AssertionError(command + " did not end; it said " + Files.readString(err));
        }
        return new Run(process.exitValue(), Files.readString(out, StandardCharsets.UTF_8),
            Files.readString(err, StandardCharsets.UTF_8));
    }
}
