// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.joined;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.shmem4j.Shmem;
import io.shmem4j.shm.JobFiles;
import io.shmem4j.shm.ShmJob;
import io.shmem4j.testing.Oshrun;
import io.shmem4j.testing.Thorough;
import java.io.File;
import java.io.IOException;
import java.io.Writer;
import java.lang.foreign.Arena;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.FileTime;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import javax.tools.ToolProvider;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Jobs that do not go on, or look like it, where no launcher watches them. */
class HangWithoutLauncherIT {
    private static final long LIMIT_NANOS = TimeUnit.SECONDS.toNanos(60);

    private final Shells shells = new Shells();

    @AfterEach
    void end() {
        shells.close();
    }

    /** As under a launcher, which looks for deadlocks: those who wait do not wait for ever, and know why they did. */
    @ParameterizedTest
    @ValueSource(strings = {"close", "interrupted"})
    void aJoinedJobReportsWaitsAndStacksOfAllJvms(String how) {
        List<Shells.Shell> three = leavers(how);
        assertEquals("closed", three.get(2).line());
        for (Shells.Shell shell : three.subList(0, 2)) {
            assertEquals("job leave: deadlock: every PE waits and none can go on", shell.line());
            assertTrue(shell.line().matches(" +PE +pid +state +waits in +since +for"));
            String row = shell.line();
            assertTrue(row.matches(" +0 +\\d+ +waiting +waitUntil .* the variable \"x\" to be NE 0, it is 0"), row);
            String rest = rest(shell);
            assertTrue(rest.matches("(?s).*\nstacks of PEs 0, 1:\n  \"main\"\n.*at io\\.shmem4j\\.joined"
                + "\\.LeaverProgram\\.main\\(LeaverProgram\\.java:\\d+\\)\n.*"), rest);
        }
        shells.expectNothing();
    }

    /** Such as a writer in C or Python. */
    @Thorough
    @Test
    void aProcessThatHasMappedTheHeapIsReportedButNoDeadlock() throws IOException {
        List<Shells.Shell> three = leavers("close");
        assertEquals("closed", three.get(2).line());
        try (Arena arena = Arena.ofShared(); FileChannel channel = FileChannel.open(
            three.get(0).files("leave").file(JobFiles.HEAP), StandardOpenOption.READ, StandardOpenOption.WRITE)) {
            channel.map(FileChannel.MapMode.READ_WRITE, 0, 4096, arena);
            assertEquals("job leave: every PE waits; the job goes on, because process "
                + ProcessHandle.current().pid() + " (java) has mapped the symmetric heaps", three.get(0).line());
        }
        String rest = rest(three.get(0));
        assertTrue(rest.contains("\njob leave: deadlock: every PE waits and none can go on\n"), rest);
        assertEquals("job leave: deadlock: every PE waits and none can go on", three.get(1).line());
        rest(three.get(1));
        shells.expectNothing();
    }

    /** As on a file system without room: what a PE can't write about its wait is a doubt, and ends no job. */
    @Thorough
    @Test
    void aJobGoesOnWhileAWaitCantBeWritten() throws IOException {
        List<Shells.Shell> three = leavers("close");
        JobFiles files = await(() -> three.get(0).files("leave"));
        Path inTheWay = Files.createDirectories(files.file(JobFiles.WAITS + "0.new").resolve("file"));
        assertEquals("closed", three.get(2).line());
        Path ofOther = files.file(JobFiles.WAITS + 1);
        FileTime first = await(() -> Files.exists(ofOther) ? Files.getLastModifiedTime(ofOther) : null);
        await(() -> Files.getLastModifiedTime(ofOther).equals(first) ? null : ofOther);
        assertNull(three.get(0).lineIfAny());
        Files.delete(inTheWay);
        Files.delete(inTheWay.getParent());
        for (Shells.Shell shell : three.subList(0, 2)) {
            assertEquals("job leave: deadlock: every PE waits and none can go on", shell.line());
            rest(shell);
        }
        shells.expectNothing();
    }

    private interface Look<T> {
        T now() throws IOException;
    }

    /** {@return the first thing that is there} */
    private static <T> T await(Look<T> look) throws IOException {
        long start = System.nanoTime();
        T found = look.now();
        while (found == null) {
            assertTrue(System.nanoTime() - start < LIMIT_NANOS, "it does not come");
            LockSupport.parkNanos(TimeUnit.MILLISECONDS.toNanos(1));
            found = look.now();
        }
        return found;
    }

    @Thorough
    @Test
    void aJobOfThreadsIsReportedUnlessAThreadOfTheApplicationMayStore() {
        Shells.Shell shell = shells.begin(Map.of(), LocalHangProgram.class);
        assertEquals("fed", shell.line());
        assertEquals("deadlock: every PE waits and none can go on", shell.line());
        String text = rest(shell);
        for (String part : new String[] {"the variable \"go\"[2] to be EQ 6, it is 0",
            "PE 1 has not entered barrierAll", "stacks of PEs 0, 2, 3:\n  \"PE 0\", \"PE 2\", \"PE 3\"\n",
            "at io.shmem4j.joined.LocalHangProgram.lambda$"}) {
            assertTrue(text.contains(part), () -> part + " in\n" + text);
        }
        assertFalse(text.contains("io.shmem4j.pe."), text);
    }

    @Thorough
    @Test
    void aThreadThatMayGoOnIsNamedAfterAWhileWhereverItIs() {
        String may = "every PE waits; the job goes on, because thread \"reader\" of %s may go on, at "
            + "io.shmem4j.joined.LocalHangProgram.";
        Shells.Shell local = shells.begin(Map.of(), LocalHangProgram.class, "reader");
        List<Shells.Shell> three = leavers("reader");
        assertEquals("closed", three.get(2).line());
        String joined = three.get(0).line();
        assertTrue(joined.startsWith("job leave: " + may.formatted("PE 0")), joined);
        String line = local.line();
        assertTrue(line.startsWith("Shmem.run: " + may.formatted("the application")), line);
    }

    /** As IntelliJ's agent of runs, which waits for its commands. */
    @Thorough
    @Test
    void anIdesThreadHidesNoDeadlock(@TempDir Path folder) throws IOException {
        Path source = Files.writeString(folder.resolve("Monitor.java"), """
            package com.intellij.rt;
            public class Monitor {
                public static void read() throws Exception {
                    java.net.ServerSocket server = new java.net.ServerSocket(0);
                    Thread.ofPlatform().daemon().start(() -> {
                        try {
                            server.accept();
                        } catch (java.io.IOException e) {
                        }
                    });
                }
            }
            """);
        assertEquals(0, ToolProvider.getSystemJavaCompiler().run(null, null, null, "-d", folder.toString(),
            source.toString()));
        Shells.Shell shell = shells.begin(Oshrun.classPath(LocalHangProgram.class, Shmem.class, ShmJob.class)
            + File.pathSeparator + folder, Map.of(), LocalHangProgram.class, "ide", "com.intellij.rt.Monitor");
        assertEquals("deadlock: every PE waits and none can go on", shell.line());
        rest(shell);
    }

    /** The session lives on. */
    @Thorough
    @Test
    void jshellTellsOfADeadlock() throws Exception {
        Process jshell = new ProcessBuilder(Path.of(System.getProperty("java.home"), "bin", "jshell").toString(),
            "--class-path", Oshrun.classPath(Shmem.class, ShmJob.class), "-R--enable-native-access=ALL-UNNAMED",
            "-J-Duser.home=" + shells.shm(), "-").redirectError(ProcessBuilder.Redirect.INHERIT).start();
        try (Writer input = jshell.outputWriter()) {
            input.write("""
                import io.shmem4j.*;
                try { Shmem.run(2, () -> { try (Shmem s = Shmem.init()) { \
                    s.allocateLongs(1).waitUntil(0, Cmp.EQ, 1); } }); } catch (RuntimeException e) { \
                    System.out.println(e.getMessage().lines().findFirst().get()); }
                System.out.println("goes on");
                /exit
                """.replace("\\\n", ""));
        }
        try {
            assertEquals(List.of("deadlock: every PE waits and none can go on", "goes on"),
                jshell.inputReader().lines().toList());
        } finally {
            jshell.descendants().forEach(ProcessHandle::destroyForcibly);
            jshell.destroyForcibly();
        }
    }

    private List<Shells.Shell> leavers(String how) {
        List<Shells.Shell> three = new ArrayList<>();
        for (int pe = 0; pe < 3; pe++) {
            three.add(shells.begin(Map.of(), LeaverProgram.class, how, Integer.toString(pe), "3"));
        }
        return three;
    }

    private static String rest(Shells.Shell shell) {
        assertEquals(0, shell.await());
        return shell.rest();
    }
}
