// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.inspect;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import com.google.gson.JsonArray;
import com.google.gson.JsonObject;
import com.google.gson.JsonParser;
import io.shmem4j.shm.ControlLayout;
import io.shmem4j.shm.JobFiles;
import io.shmem4j.shm.NodePart;
import io.shmem4j.testing.Oshrun;
import io.shmem4j.testing.Thorough;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.FileTime;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The live view of running jobs, of dead ones, and of what is no job at all. */
class OshstatIT {
    @TempDir
    private Path folder;

    private static Oshrun.Result stat(Path shm, String... words) {
        List<String> all = new ArrayList<>(List.of("stat"));
        all.addAll(List.of(words));
        return Oshrun.inThisJvm(Map.of("SHMEM_SHM_DIR", shm.toString()), all);
    }

    private static Oshrun busy(String... options) {
        Oshrun run = Oshrun.start(Oshrun.words(2, Oshrun.program(BusyProgram.class), options));
        run.awaitOutput("ready", 2);
        return run;
    }

    private static JsonObject job(Path shm, String... words) {
        JsonArray jobs = JsonParser.parseString(stat(shm, words).expect(0).out()).getAsJsonObject()
            .getAsJsonArray("jobs");
        assertEquals(1, jobs.size(), jobs::toString);
        return jobs.get(0).getAsJsonObject();
    }

    @Test
    void countsOfARunningJob() {
        try (Oshrun run = busy("--stat", "--heap-size", "1m")) {
            JsonObject job;
            JsonArray pes;
            do {
                job = job(run.shm(), "--json", "--interval", "0.2", run.job().substring(0, 5));
                pes = job.getAsJsonArray("pes");
            } while (pes.get(1).getAsJsonObject().get("waitsIn").isJsonNull()
                || pes.get(0).getAsJsonObject().get("operations").getAsDouble() == 0
                || pes.get(0).getAsJsonObject().get("cpu").getAsDouble() == 0);
            assertEquals(run.job(), job.get("job").getAsString());
            assertTrue(job.get("running").getAsBoolean());
            assertEquals(run.process().pid(), job.get("launcher").getAsLong());
            assertEquals(BusyProgram.class.getName(), job.get("program").getAsString());
            assertEquals(1 << 20, job.get("heapBytes").getAsLong());
            JsonObject putter = pes.get(0).getAsJsonObject();
            JsonObject waiter = pes.get(1).getAsJsonObject();
            assertEquals("running", putter.get("state").getAsString());
            assertEquals(8 * putter.get("operations").getAsDouble(), putter.get("bytes").getAsDouble(),
                putter.get("bytes").getAsDouble() / 2, "bytes of long puts");
            assertEquals(8000, putter.get("heapUsed").getAsLong());
            assertEquals("waiting", waiter.get("state").getAsString());
            assertEquals("barrierAll", waiter.get("waitsIn").getAsString());
            assertTrue(waiter.get("waiting").getAsDouble() > 0);
            assertTrue(waiter.get("memory").getAsLong() > 1 << 20);
            run.write("");
            run.await().expect(0);
        }
    }

    @Thorough
    @Test
    void textIsShownOnceWhenNobodyWatches() {
        try (Oshrun run = busy()) {
            String said = stat(run.shm()).expect(0).out();
            assertTrue(said.startsWith("job " + run.job() + ": 2 PEs on launcher " + run.process().pid()), said);
            assertTrue(said.contains("(operations and bytes are counted in jobs that were started with oshrun --stat)"),
                said);
            assertTrue(said.contains("\nshape: 1 PE in each of 2 JVMs, because "), said);
            assertEquals(6, said.lines().count(), said);
            JsonObject job = job(run.shm(), "--json", "--interval", "0.1");
            assertTrue(job.getAsJsonArray("pes").get(0).getAsJsonObject().get("operations").isJsonNull());
            run.write("");
            run.await().expect(0);
        }
    }

    @Test
    void severalJobsAreListed() {
        try (Oshrun first = busy()) {
            Map<String, String> there = Map.of("SHMEM_SHM_DIR", first.shm().toString());
            try (Oshrun second = Oshrun.start(Oshrun.home().resolve("oshrun"), Oshrun.home(), there,
                Oshrun.words(1, Oshrun.program(BusyProgram.class)))) {
                second.awaitOutput("ready", 1);
                String said;
                try (Oshrun script = Oshrun.start(Oshrun.home().resolve("oshstat"), Oshrun.home(), there,
                    List.of("--interval", "0.1"))) {
                    said = script.await().expect(0).out();
                }
                assertEquals(4, said.lines().count(), said);
                first.leftovers().forEach(job -> assertTrue(said.contains(job.substring(job.lastIndexOf('-') + 1)),
                    said));
                second.write("");
                second.awaitEnd().expect(0);
            }
            first.write("");
            first.await().expect(0);
        }
    }

    /** {@return a view on a terminal of 80 columns} */
    private Oshrun terminal(Oshrun run) throws IOException {
        assumeTrue(Files.isExecutable(Path.of("/usr/bin/script")), "needs script(1)");
        Path shell = executable("shell", "trap : INT\nstty rows 24 cols 80\n'"
            + Oshrun.home().resolve("oshstat") + "' --interval 0.1 " + run.job() + "\n");
        return Oshrun.start(executable("terminal", "exec script -qec '" + shell + "' /dev/null\n"), folder,
            Map.of("SHMEM_SHM_DIR", run.shm().toString(), "TERM", "xterm"), List.of());
    }

    private Path executable(String name, String lines) throws IOException {
        return Files.setPosixFilePermissions(Files.writeString(folder.resolve(name), "#!/bin/sh\n" + lines),
            PosixFilePermissions.fromString("rwx------"));
    }

    /** The view on a terminal goes on until the job has ended. */
    @Thorough
    @Test
    void terminalsAreRenewedUntilTheEnd() throws IOException {
        try (Oshrun run = busy(); Oshrun view = terminal(run)) {
            String job = run.job();
            view.awaitOutput("\033\\[H\033\\[J\033\\[1mjob " + job, 2);
            run.write("");
            run.await().expect(0);
            String said = view.awaitEnd().expect(0).out();
            assertTrue(said.contains("job " + job + " has ended"), said);
        }
    }

    @Thorough
    @Test
    void linesOfTheViewFitTheTerminal() throws IOException {
        try (Oshrun run = busy(); Oshrun view = terminal(run)) {
            view.awaitOutput("\033\\[7mPE  state", 2);
            view.process().descendants().filter(process -> process.info().command().orElse("").endsWith("/java"))
                .forEach(java -> Oshrun.signal(java.pid(), "INT"));
            view.awaitEnd().expect(130).out().replaceAll("\033\\[\\d*[a-zA-Z]", "").lines()
                .forEach(line -> assertTrue(line.length() <= 80, line));
            run.write("");
            run.await().expect(0);
        }
    }

    @Test
    void deadJobsAreStale() throws IOException {
        JobFiles files = JobFiles.create(folder, "dead", 2, 4096);
        Files.setLastModifiedTime(files.folder(), FileTime.fromMillis(0));
        assertEquals("job dead in " + files.folder() + " is stale: its processes are gone; oshrun --clean removes it\n",
            stat(folder).expect(0).out());
        assertFalse(job(folder, "--json").get("running").getAsBoolean());
    }

    @Thorough
    @Test
    void theOnlyJobThatRunsNeedsNoNameBesideDeadOnes() throws IOException {
        try (Oshrun run = busy()) {
            JobFiles dead = JobFiles.create(run.shm(), "dead", 2, 4096);
            Files.setLastModifiedTime(dead.folder(), FileTime.fromMillis(0));
            Map<String, String> where = Map.of("SHMEM_SHM_DIR", run.shm().toString());
            String said = Oshrun.run(where, List.of("stacks")).expect(0).out();
            assertTrue(said.contains("BusyProgram.main"), said);
            said = Oshrun.run(where, List.of("stacks", "dead")).expect(1).err();
            assertEquals("oshrun stacks: job dead does not run any more\n", said);
            dead.delete();
            run.write("");
            run.await().expect(0);
        }
    }

    /** {@return what is wrong with a job's files, which {@code how} breaks} */
    private static Path broken(JobFiles files, String how) throws IOException {
        Path control = files.file(JobFiles.CONTROL);
        switch (how) {
            case "empty" -> Files.write(control, new byte[0]);
            case "short" -> Files.write(control, Arrays.copyOf(Files.readAllBytes(control), 4200));
            case "garbage" -> {
                byte[] noise = new byte[9000];
                new Random(5).nextBytes(noise);
                Files.write(control, noise);
            }
            case "no-pes" -> patch(control, ControlLayout.PES, -3);
            case "half-a-node" -> files.write(NodePart.FILE, "0 2 0");
            case "too-many-pes" -> patch(control, ControlLayout.PES, Integer.MAX_VALUE);
            default -> patch(control, ControlLayout.FORMAT_AT, ControlLayout.FORMAT - 1);
        }
        return how.equals("half-a-node") ? files.file(NodePart.FILE) : control;
    }

    @Thorough
    @Test
    void brokenControlFilesAreNamed() throws IOException {
        List<String> unreadable = new ArrayList<>();
        List<String> removed = new ArrayList<>();
        List<JobFiles> jobs = new ArrayList<>();
        List<FileChannel> launchers = new ArrayList<>();
        for (String how : List.of("empty", "short", "garbage", "no-pes", "too-many-pes", "other-format",
            "half-a-node")) {
            JobFiles files = JobFiles.create(folder, how, 2, 4096);
            unreadable.add("job " + how + " in " + files.folder() + " is unreadable: " + broken(files, how));
            removed.add("removed " + files.folder());
            jobs.add(files);
            FileChannel launcher = files.open(JobFiles.LOCK);
            launcher.lock();
            launchers.add(launcher);
        }
        Oshrun.Result result = stat(folder, "--interval", "0.1").expect(0);
        for (String line : unreadable) {
            assertEquals(1, result.outLines().stream().filter(said -> said.startsWith(line)).count(), () -> line
                + ", but:\n" + result.out());
        }
        assertEquals("", result.err());
        for (FileChannel launcher : launchers) {
            launcher.close();
        }
        for (JobFiles files : jobs) {
            Files.setLastModifiedTime(files.folder(), FileTime.fromMillis(0));
        }
        // Jobs beside this one may have been killed: the files in /tmp that they have left go, too.
        assertTrue(Oshrun.run(Map.of("SHMEM_SHM_DIR", folder.toString()), List.of("--clean")).expect(0).outLines()
            .containsAll(removed));
    }

    private static void patch(Path file, long at, int value) throws IOException {
        try (FileChannel channel = FileChannel.open(file, StandardOpenOption.WRITE)) {
            channel.write(ByteBuffer.allocate(4).order(ByteOrder.nativeOrder()).putInt(0, value), at);
        }
    }

    @Test
    void badCommandLines() {
        assertTrue(stat(folder, "--interval", "0").expect(2).err().contains("--interval takes a number"));
        assertEquals("oshstat: --json and --openmetrics exclude each other\n",
            stat(folder, "--openmetrics", "--json").expect(2).err());
        assertTrue(stat(folder, "--foo").expect(2).err().contains("oshstat: there is no option --foo"));
        assertTrue(stat(folder, "--shm-dir", "/no/such").expect(2).err().contains("there is no folder /no/such"));
        assertEquals("oshstat: there is no job ff of yours in " + folder + "\n", stat(folder, "ff").expect(1).err());
        assertEquals("no jobs of yours in " + folder + "\n", stat(folder).expect(0).out());
        assertTrue(stat(folder, "--help").expect(0).out().contains("oshstat [options] [JOB]"));
    }
}
