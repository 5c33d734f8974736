// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.joined;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.shmem4j.Shmem;
import io.shmem4j.Version;
import io.shmem4j.attach.Job;
import io.shmem4j.shm.ControlFile;
import io.shmem4j.shm.ControlLayout;
import io.shmem4j.shm.JobFiles;
import io.shmem4j.spi.WaitKind;
import io.shmem4j.testing.LongOnesFirst.TakesLong;
import io.shmem4j.testing.Oshrun;
import io.shmem4j.testing.Thorough;
import java.io.FileNotFoundException;
import java.io.IOException;
import java.io.RandomAccessFile;
import java.io.UncheckedIOException;
import java.lang.foreign.Arena;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** JVMs that make a job by its name: they find each other, fail together, and leave nothing behind. */
@TakesLong
class JoinIT {
    /** A death is found within 2 s; machines that run tests have other things to do. */
    private static final long LIMIT_NANOS = TimeUnit.SECONDS.toNanos(60);

    /** Long enough for both JVMs to look at the locks of the other several times. */
    private static final long LIVENESS_LOOKS_NANOS = TimeUnit.SECONDS.toNanos(2);

    private static final long SOME_LOOKS_NANOS = TimeUnit.MILLISECONDS.toNanos(100);

    private final Shells shells = new Shells();

    @AfterEach
    void end() {
        shells.close();
    }

    private static void join(List<Shells.Shell> members, String name) {
        for (int pe = 0; pe < members.size(); pe++) {
            members.get(pe).say("join " + name + " " + pe + " " + members.size());
        }
        for (int pe = 0; pe < members.size(); pe++) {
            members.get(pe).hears("PE " + pe + " of " + members.size());
        }
    }

    /** {@return what others hear of the death of PE 1} */
    private static String died(String name, Shells.Shell shell) {
        return "JobFailedException: job " + name + ": PE 1 (process " + shell.pid()
            + ") has died: its JVM was killed, or ended without finish or close";
    }

    /** {@return the answer without what differs from run to run} */
    private static String masked(Shells.Shell shell) {
        return shell.line().replaceAll("process \\d+", "process N");
    }

    @Test
    void sameJvmsJoinAgainWithOthers() {
        List<Shells.Shell> four = shells.start(4);
        List<Shells.Shell> two = four.subList(0, 2);
        four.get(2).does("initialized", "initialized false");
        notYet(four.get(2));
        join(two, "prices");
        Shells.all(two, "sum", "sum 101");
        four.get(2).does("join prices 0 1", "ShmemException: job prices: the name is in use by a running job of 2 PEs"
            + ": PE 0 (process " + four.get(0).pid() + "), PE 1 (process " + four.get(1).pid() + "); join when it has "
            + "ended, or choose another name");
        four.get(0).does("join prices 0 2", "IllegalStateException: this thread is PE 0 of job prices already; "
            + "finish or close that session first");
        notYet(four.get(2));
        Shells.all(two, "sum", "sum 202");
        shells.finish(two);
        List<Shells.Shell> three = List.of(four.get(2), four.get(1), four.get(0));
        join(three, "prices");
        Shells.all(three, "sum", "sum 10101");
        Shells.all(three, "finish", "finish");
        join(four, "other-name_2");
        Shells.all(four, "sum", "sum 1010101");
        shells.finish(four);
    }

    @Thorough
    @Test
    void jobOfTheSameNameFollows() {
        List<Shells.Shell> three = shells.start(3);
        List<Shells.Shell> two = three.subList(0, 2);
        join(two, "next");
        two.get(0).does("close", "close");
        // The job before is being left: this one waits for its end.
        three.get(2).say("join next any 2");
        two.get(0).say("join next any 2");
        for (int mappings = 0; mappings == 0;) {
            mappings = three.get(2).mappings("next/control");
        }
        long start = System.nanoTime();
        while (System.nanoTime() - start < SOME_LOOKS_NANOS) {
            assertTrue(three.get(2).mappings("next/control") <= 2, "a mapping for each look");
        }
        two.get(1).does("close", "close");
        assertEquals(Set.of("main PE 0 of 2", "main PE 1 of 2"), Set.of(three.get(2).line(), two.get(0).line()));
        List<Shells.Shell> others = List.of(three.get(2), two.get(0));
        Shells.all(others, "sum", "sum 101");
        shells.finish(others);
    }

    @Thorough
    @ParameterizedTest
    @CsvSource(delimiter = '|', value = {
        "job a 0 3 | job b: process N joins a job of 2 PEs, but PE 0 (process N) one of 3 | join b 1 2 | join b 0 3",
        "number | job b: process N joins as PE 0, which process N is already | join b 0 2 | join b 0 2",
        "heap | job b: process N joins with heaps of 1048576 bytes, but PE 0 (process N) with heaps of 2097152 "
            + "| join b 1 2 heap 1m | join b 0 2 heap 2m"})
    void whatDiffersIsToldToAll(String what, String why, String late, String early) {
        List<Shells.Shell> two = shells.start(2);
        two.get(0).say(early);
        awaitMember(two.get(0), "b", 0);
        two.get(1).say(late);
        assertEquals("main JobFailedException: " + why, masked(two.get(1)), what);
        assertEquals("main JobFailedException: " + why, masked(two.get(0)), what);
        shells.expectNothing();
        join(two, "b");
        Shells.all(two, "finish", "finish");
    }

    private static String format(int number) {
        int minor = number >>> Short.SIZE;
        return (number & 0xffff) + (minor == 0 ? "" : "." + minor);
    }

    @Thorough
    @Test
    void settingsAndVersionsAreCompared() throws IOException {
        Shells.Shell plain = shells.start(1).getFirst();
        Shells.Shell strict = shells.start(Map.of("SHMEM_CHECK", "2"));
        plain.say("join c 0 2");
        awaitMember(plain, "c", 0);
        strict.say("join c 1 2");
        String why = "main JobFailedException: job c: process N joins with SHMEM_CHECK=2, but PE 0 (process N) with "
            + "SHMEM_CHECK=1";
        assertEquals(why, masked(strict));
        assertEquals(why, masked(plain));
        plain.say("join c 0 2");
        awaitMember(plain, "c", 0);
        writeFormat(plain.files("c"), ControlLayout.FORMAT - 1);
        strict.say("join c 1 2");
        String version = "main JobFailedException: job c: process N has another version of the library: the control "
            + "file has format " + format(ControlLayout.FORMAT - 1) + ", this version reads "
            + format(ControlLayout.FORMAT);
        assertEquals(version, masked(strict));
        writeFormat(plain.files("c"), ControlLayout.FORMAT);
        Path settings = plain.files("c").file(JobFiles.SETTINGS);
        Files.writeString(settings, Files.readString(settings).replaceFirst("shmem4j .*", "shmem4j 0.0.1"));
        Shells.Shell newer = shells.start(1).getFirst();
        newer.say("join c 1 2");
        String library = "main JobFailedException: job c: process N joins with shmem4j " + Version.name().split(" ")[1]
            + ", but PE 0 (process N) with shmem4j 0.0.1";
        assertEquals(library, masked(newer));
        assertEquals(library, masked(plain));
        shells.expectNothing();
    }

    private static void writeFormat(JobFiles files, int format) throws IOException {
        try (RandomAccessFile control = new RandomAccessFile(files.file(JobFiles.CONTROL).toFile(), "rw")) {
            control.seek(ControlLayout.FORMAT_AT);
            control.write(format);
        }
    }

    /** A second copy of the library looks at the same lock file, whose closing would drop this copy's locks. */
    @Thorough
    @Test
    void anotherCopyOfTheLibraryEndsNobodysPart() {
        List<Shells.Shell> two = shells.start(2);
        join(two, "copies");
        two.get(1).say("barrier");
        long start = System.nanoTime();
        while (System.nanoTime() - start < LIVENESS_LOOKS_NANOS) {
            two.get(0).does("copy", "copy [copies]");
        }
        Shells.all(two.subList(0, 1), "barrier", "barrier");
        two.get(1).hears("barrier");
        shells.finish(two);
    }

    @Thorough
    @Test
    void aJvmThatHasNotAllClassesEndsTheJob() {
        List<Shells.Shell> two = shells.start(2);
        two.get(0).say("join poor 0 2");
        awaitMember(two.get(0), "poor", 0);
        assertTrue(two.get(1).say("poor poor").line().startsWith("main poor java.lang.NoClassDefFoundError"));
        two.get(0).hears("JobFailedException: job poor: process " + two.get(1).pid() + " can't take part: "
            + "java.lang.NoClassDefFoundError: io/shmem4j/shm/JoinedMemory");
        shells.expectNothing();
    }

    /** Even where each PE waits for a living one only, and a thread that reads commands is no proof of a deadlock. */
    @ParameterizedTest
    @CsvSource({"sync, syncAll, sync", "reduce, sumReduce, collective"})
    void whoWaitsForAPeThatHasClosedHearsOfIt(String command, String routine, String wait) {
        List<Shells.Shell> three = shells.start(3);
        join(three, "closed");
        Shells.all(three, command, command);
        three.get(2).does("close", "close");
        List<Shells.Shell> rest = three.subList(0, 2);
        rest.forEach(shell -> shell.say(command));
        for (Shells.Shell shell : rest) {
            String heard = shell.line();
            assertTrue(heard.matches("main ShmemException: PE \\d, " + routine + " called at .*: this PE waits for all "
                + "PEs \\(" + wait + "\\), but PE 2 has ended its use of the library; .*"), heard);
        }
        Shells.all(rest, "close", "close");
        shells.expectNothing();
    }

    /** As in a hook that a signal has started, or at a framework's end. */
    @Test
    void closeDoesNotWaitBehindFinish() throws IOException {
        List<Shells.Shell> two = shells.start(2);
        join(two, "behind");
        two.get(0).sayIn("other", "finish");
        awaitWait(two.get(0), "behind", 0, WaitKind.FINISH);
        two.get(0).say("close");
        assertEquals(Set.of("main close", "other IllegalStateException: PE 0 has left job behind; Shmem.join takes "
            + "part in the next one"), Set.of(two.get(0).line(), two.get(0).line()));
        two.get(1).does("finish", "finish");
        shells.expectNothing();
    }

    @Thorough
    @Test
    void missingPesAreNamed() {
        List<Shells.Shell> two = shells.start(2);
        two.get(0).say("join d 2 4");
        awaitMember(two.get(0), "d", 2);
        two.get(1).say("join d any 4 limit 500");
        String why = "main JobFailedException: job d of 4 PEs: PEs 1, 3 have not joined in time; there are PE 0 "
            + "(process N), PE 2 (process N). SHMEM_JOIN_TIMEOUT or Join.timeout gives them more time";
        assertEquals(why, masked(two.get(0)));
        assertEquals(why, masked(two.get(1)));
        shells.expectNothing();
    }

    /** A service's log has whom it waits for, and a stack that begins with the program's call. */
    @Thorough
    @Test
    void theLogSaysWhoIsMissing(@TempDir Path folder) throws Exception {
        Path source = Files.writeString(folder.resolve("Early.java"), """
            class Early {
                public static void main(String[] args) {
                    io.shmem4j.Join.named("early").pe(0).pes(2).timeout(java.time.Duration.ofSeconds(10)).init();
                }
            }
            """);
        ProcessBuilder builder = new ProcessBuilder(Path.of(System.getProperty("java.home"), "bin", "java").toString(),
            "--enable-native-access=ALL-UNNAMED", "-cp", Oshrun.classPath(Shmem.class, JobFiles.class),
            source.toString()).redirectErrorStream(true);
        builder.environment().put("SHMEM_SHM_DIR", folder.toString());
        String said = new String(builder.start().getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        assertTrue(said.matches("(?s).*job early: PE 0 waits for PE 1 of 2, [0-6] s more\n.*"), said);
        int at = said.indexOf("JobFailedException: job early of 2 PEs: PE 1 has not joined in time; ");
        List<String> frames = said.substring(at).lines().filter(line -> line.startsWith("\tat ")).toList();
        assertTrue(at > 0 && frames.getFirst().startsWith("\tat io.shmem4j.Join.init(") && frames.size() < 10
            && frames.stream().noneMatch(frame -> frame.contains(".spi.") || frame.contains(".shm.")), said);
    }

    @Thorough
    @Test
    void deathBeforeTheLastJoinsIsFound() {
        List<Shells.Shell> four = shells.start(4);
        for (int pe = 0; pe < 3; pe++) {
            four.get(pe).say("join e " + pe + " 4");
            awaitMember(four.get(pe), "e", pe);
        }
        four.get(1).kill();
        String died = died("e", four.get(1));
        four.get(0).hears(died);
        four.get(2).hears(died);
        shells.expectNothing();
    }

    /** A job that has failed is not joined again by whom it has failed, while others have yet to leave it. */
    @Thorough
    @Test
    void whoLeavesAFailedJobWaitsForItsEnd() throws IOException, InterruptedException {
        List<Shells.Shell> three = shells.start(3);
        for (int pe = 0; pe < 3; pe++) {
            three.get(pe).say("join again " + pe + " 4");
            awaitMember(three.get(pe), "again", pe);
        }
        String died = died("again", three.get(1));
        signal("STOP", three.get(2));
        three.get(1).kill();
        three.get(0).hears(died);
        three.get(0).does("join again 0 1 limit 300", "ShmemException: job again: an earlier job of that name "
            + "does not end; oshstat shows its PEs, and oshrun --clean removes it when none lives");
        three.get(0).say("join again 0 1");
        signal("CONT", three.get(2));
        three.get(2).hears(died);
        three.get(0).hears("PE 0 of 1");
        three.get(0).does("finish", "finish");
        shells.expectNothing();
    }

    /** Nobody is left who would have seen the death of the last one. A JVM that waits for the end maps the job once. */
    @Thorough
    @Test
    void whoHasLeftJoinsAgainWhenTheLastHasDied() throws IOException {
        List<Shells.Shell> three = shells.start(3);
        join(three.subList(0, 2), "last");
        three.get(0).does("close", "close");
        three.get(2).does("join last 0 1 limit 300", "ShmemException: job last: an earlier job of that name "
            + "does not end; oshstat shows its PEs, and oshrun --clean removes it when none lives");
        List<String> maps = Files.readAllLines(Path.of("/proc/" + three.get(2).pid() + "/maps"));
        assertEquals(1, maps.stream().filter(map -> map.endsWith("-last/control")).count(), maps::toString);
        three.get(1).kill();
        three.get(0).does("join last 0 1 limit 10000", "PE 0 of 1");
        three.get(0).does("sum", "sum 1");
        three.get(0).does("finish", "finish");
        shells.expectNothing();
    }

    private static void signal(String name, Shells.Shell shell) throws IOException, InterruptedException {
        assertEquals(0, new ProcessBuilder("kill", "-" + name, Long.toString(shell.pid())).start().waitFor());
    }

    /** Waits until a JVM has claimed its PE, as ordered. */
    static void awaitMember(Shells.Shell shell, String name, int pe) {
        long start = System.nanoTime();
        while (!isMember(shell, name, pe)) {
            assertTrue(System.nanoTime() - start < LIMIT_NANOS, () -> "PE " + pe + " does not come");
            Thread.onSpinWait();
        }
    }

    /** Waits until a PE waits, and says so to those who look for hangs. */
    static void awaitWait(Shells.Shell shell, String name, int pe, WaitKind kind) throws IOException {
        long start = System.nanoTime();
        try (Arena arena = Arena.ofConfined()) {
            ControlFile control = ControlFile.look(shell.files(name), arena);
            while (control.wait(pe).kind() != kind) {
                assertTrue(System.nanoTime() - start < LIMIT_NANOS, () -> "PE " + pe + " does not wait");
                Thread.onSpinWait();
            }
        }
    }

    private static boolean isMember(Shells.Shell shell, String name, int pe) {
        return membership(shell, name, pe) == ControlLayout.MEMBER;
    }

    /** {@return the membership of a PE in the job that a JVM would join, -1 where there is none} */
    static int membership(Shells.Shell shell, String name, int pe) {
        JobFiles files = shell.files(name);
        if (files == null) {
            return -1;
        }
        try (RandomAccessFile control = new RandomAccessFile(files.file(JobFiles.CONTROL).toFile(), "r")) {
            control.seek(ControlLayout.at(pe, ControlLayout.MEMBERSHIP));
            return control.read();
        } catch (FileNotFoundException e) {
            return -1;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    @Thorough
    @ParameterizedTest
    @CsvSource({"barrier, false", "await, false", "finish, false", "barrier, true"})
    void deathIsFoundByAllThatWait(String wait, boolean exits) {
        List<Shells.Shell> three = shells.start(3);
        join(three, "f");
        three.get(0).say(wait);
        three.get(2).say(wait);
        if (exits) {
            three.get(1).end();
        } else {
            three.get(1).kill();
        }
        String died = died("f", three.get(1));
        three.get(0).hears(died);
        three.get(2).hears(died);
        shells.expectNothing();
        List<Shells.Shell> survivors = List.of(three.get(0), three.get(2));
        join(survivors, "f");
        Shells.all(survivors, "sum", "sum 101");
        shells.finish(survivors);
    }

    @Thorough
    @Test
    void whoFinishesEarlyLeavesNobodyWaiting() {
        List<Shells.Shell> three = leavers("finish");
        for (Shells.Shell shell : three) {
            assertEquals("job leave: deadlock: every PE waits and none can go on", shell.line());
        }
        three.forEach(shell -> assertEquals(0, shell.await()));
        shells.expectNothing();
    }

    @Thorough
    @Test
    void aThreadThatWorksIsNoDeadlock() {
        List<Shells.Shell> three = leavers("late");
        assertEquals("closed", three.get(2).line());
        for (Shells.Shell shell : three.subList(0, 2)) {
            assertEquals("went on", shell.line());
            assertEquals("closed", shell.line());
            assertEquals(0, shell.await());
        }
        shells.expectNothing();
    }

    private List<Shells.Shell> leavers(String how) {
        List<Shells.Shell> three = new ArrayList<>();
        for (int pe = 0; pe < 3; pe++) {
            three.add(shells.begin(Map.of(), LeaverProgram.class, how, Integer.toString(pe), "3"));
        }
        return three;
    }

    @Thorough
    @Test
    void filesOfTheDeadGoAndThoseOfTheLivingStay() throws IOException {
        List<Shells.Shell> two = shells.start(2);
        two.get(0).does("join g 0 1", "PE 0 of 1");
        two.get(1).does("join h 0 1", "PE 0 of 1");
        two.get(0).kill();
        assertEquals(2, shells.folders().size());
        Oshrun.Result clean = Oshrun.run(List.of("--shm-dir", shells.shm().toString(), "--clean")).expect(0);
        assertTrue(clean.out().contains("-g"), clean.out());
        assertEquals(List.of(true), shells.folders().stream().map(name -> name.endsWith("-h")).toList());
        two.get(1).kill();
        Shells.Shell next = shells.start(1).getFirst();
        next.does("join h 0 1", "PE 0 of 1");
        assertEquals(1, shells.folders().size());
        next.does("finish", "finish");
        shells.expectNothing();
    }

    @Thorough
    @Test
    void severalPesShareAJvm() {
        List<Shells.Shell> two = shells.start(2);
        two.get(0).sayIn("left", "join i 0 3").sayIn("right", "join i 2 3");
        two.get(1).does("join i 1 3", "PE 1 of 3");
        assertEquals(Set.of("left PE 0 of 3", "right PE 2 of 3"), Set.of(two.get(0).line(), two.get(0).line()));
        two.get(0).does("initialized", "initialized false");
        notYet(two.get(0));
        two.get(0).sayIn("left", "sum").sayIn("right", "sum");
        two.get(1).does("sum", "sum 10101");
        assertEquals(Set.of("left sum 10101", "right sum 10101"), Set.of(two.get(0).line(), two.get(0).line()));
        String other = two.get(0).say("join j 0 1").line();
        assertTrue(other.matches("main IllegalStateException: this JVM takes part in job i as PE [02]; it can join "
            + "another one when that has ended"), other);
        two.get(0).sayIn("left", "finish").sayIn("right", "barrier");
        two.get(1).kill();
        String died = died("i", two.get(1));
        assertEquals(Set.of("left " + died, "right " + died), Set.of(two.get(0).line(), two.get(0).line()));
        shells.expectNothing();
    }

    @Thorough
    @Test
    void aPeEndsTheJobForAll() {
        List<Shells.Shell> two = shells.start(2);
        join(two, "k");
        two.get(1).say("barrier");
        two.get(0).does("exit 5", "PE 0 has ended job k with status 5");
        two.get(1).hears("JobFailedException: job k: PE 0 (process " + two.get(0).pid()
            + ") has ended the job with status 5");
        join(two, "k");
        // An interrupt, which closes files that a thread waits for, is no end.
        Shells.all(two, "interrupt", "interrupt");
        two.get(0).say("barrier");
        two.get(1).does("initialized", "initialized true");
        two.get(1).does("barrier", "barrier");
        two.get(0).hears("barrier");
        shells.finish(two);
    }

    /** An interrupt closes files in which a thread reads or writes. */
    @Thorough
    @Test
    void interruptedThreadsJoin() {
        List<Shells.Shell> two = shells.start(2);
        two.get(0).say("join n 0 2 interrupted");
        two.get(1).say("join n 1 2 interrupted");
        two.get(0).hears("PE 0 of 2");
        two.get(1).hears("PE 1 of 2");
        shells.finish(two);
    }

    /** A call too early is refused, and does not make the JVM a job of its own. */
    private static void notYet(Shells.Shell shell) {
        String answer = shell.say("barrier").line();
        assertTrue(answer.matches("main NotInitializedException: current called at .*ShellProgram.java:\\d+\\): the "
            + "library is not initialised; call Shmem.init\\(\\) or Shmem.join\\(\\) first"), answer);
    }

    @Thorough
    @Test
    void environmentNamesTheJob() {
        Shells.Shell first = shells.start(Map.of("SHMEM_JOIN", "env", "SLURM_PROCID", "1", "SLURM_NTASKS", "2"));
        Shells.Shell second = shells.start(Map.of("SHMEM_JOIN", "env", "SHMEM_NPES", "2"));
        first.does("initialized", "initialized false");
        notYet(first);
        for (int time = 0; time < 2; time++) {
            first.say("init");
            second.does("init", "PE 0 of 2");
            first.hears("PE 1 of 2");
            Shells.all(List.of(first, second), "sum", "sum 101");
            second.sayIn("other", "initialized").hearsIn("other", "initialized true");
            Shells.all(List.of(first, second), "finish", "finish");
        }
        shells.expectNothing();
        Shells.Shell lost = shells.start(Map.of("SHMEM_JOIN", "env"));
        lost.does("init", "IllegalArgumentException: SHMEM_JOIN=env is set, but nothing says how many PEs the job has: "
            + "set SHMEM_NPES, or start this JVM by srun, mpirun or torchrun");
        shells.expectNothing();
    }

    @Thorough
    @Test
    void toolsSeeTheJob() {
        List<Shells.Shell> two = shells.start(2);
        join(two, "watched");
        two.get(1).say("barrier");
        List<String> where = List.of("--shm-dir", shells.shm().toString());
        String table = Oshrun.run(List.of("stat", "--once", where.get(0), where.get(1))).expect(0).out();
        assertTrue(table.contains("watched") && table.contains("barrierAll") && table.contains("ShellProgram"), table);
        String stacks = Oshrun.run(List.of("stacks", "watched", where.get(0), where.get(1))).expect(0).out();
        assertTrue(stacks.contains("PE 1") && stacks.contains("barrierAll") && stacks.contains("ShellProgram.run"),
            stacks);
        String dump = Oshrun.run(List.of("heap", "dump", "watched", where.get(0), where.get(1))).expect(0).out();
        assertTrue(dump.contains("values"), dump);
        try (Job job = Job.attach("watched", shells.shm())) {
            assertEquals(0, job.object("values").longs(1)[0]);
            two.get(0).does("barrier", "barrier");
            two.get(1).hears("barrier");
            assertTrue(job.runs());
            Shells.all(two, "finish", "finish");
            assertFalse(job.runs());
        }
    }
}
