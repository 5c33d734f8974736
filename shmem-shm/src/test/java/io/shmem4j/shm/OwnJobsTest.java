// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.shm;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Names of job folders, in a folder in which everybody can make some. */
class OwnJobsTest {
    private static final int OTHER_USER = 12345;
    private static final int TIMES = 1000;
    /** More than any process id of Linux. */
    private static final long NO_PROCESS = 1 << 23;

    @TempDir
    private Path parent;
    private String prefix;

    @BeforeEach
    void findPrefix() throws IOException {
        prefix = JobFiles.prefix();
    }

    @ParameterizedTest
    @CsvSource({"prices, prices", "pr, 'price.0,price.1,prices,prices2'", "price, 'price.0,price.1'",
        "prices2, prices2", "squares, squares~1", "none, ''"})
    void theWholeNameWins(String name, String expected) throws IOException {
        for (String job : List.of("prices", "prices2", "price.0", "price.1", "squares~1", "squares2")) {
            Files.createDirectory(parent.resolve(prefix + job));
        }
        List<String> found = OwnJobs.named(parent, name).stream().map(JobFiles::id).sorted().toList();
        assertEquals(expected, String.join(",", found));
    }

    /** As by a full file system. */
    @Test
    void filesThatCantBeMadeAreClosed() throws IOException {
        assertThrows(IOException.class, () -> JobFiles.create(parent, "large", 1, 1L << 61));
        try (Stream<Path> open = Files.list(Path.of("/proc/self/fd"))) {
            assertEquals(List.of(), open.map(OwnJobsTest::target).filter(file -> file.contains("-large/")).toList());
        }
    }

    private static String target(Path link) {
        try {
            return Files.readSymbolicLink(link).toString();
        } catch (IOException e) {
            // Closed since it was listed.
            return "";
        }
    }

    @Test
    void aNameThatOthersHaveGetsANumber() throws IOException {
        assertEquals("prices", OwnJobs.joined(parent, "prices").id());
        assumeTrue(prefix.equals("shmem4j-0-"), "only root can make folders of others");
        plant("prices");
        assertEquals("prices~1", OwnJobs.joined(parent, "prices").id());
        plant("prices~1");
        JobFiles own = OwnJobs.joined(parent, "prices");
        assertEquals("prices~2", own.id());
        assertEquals("prices", own.job());
        Files.createDirectory(own.folder());
        Files.delete(parent.resolve(prefix + "prices"));
        assertEquals("prices~2", OwnJobs.joined(parent, "prices").id(), "JVMs that are there");
        assertEquals("price", OwnJobs.joined(parent, "price").id());
    }

    /** Somebody of this user makes the folder, or removes it, between any two looks. */
    @Test
    void aFolderThatComesAndGoesIsNoOtherUsers() throws IOException {
        Path folder = parent.resolve(prefix + "prices");
        Thread others = new Thread(() -> {
            for (int times = 0; times < TIMES; times++) {
                assertTrue(folder.toFile().mkdir() && folder.toFile().delete());
            }
        });
        others.start();
        while (others.isAlive()) {
            assertEquals("prices", OwnJobs.joined(parent, "prices").id());
        }
    }

    /** A killed maker of a job has left it without a lock. */
    @Test
    void severalRemoveTheSameRemains() throws Exception {
        try (ExecutorService both = Executors.newFixedThreadPool(2)) {
            for (int times = 0; times < TIMES; times++) {
                JobFiles left = new JobFiles(Files.createDirectory(parent.resolve(prefix + "prices~" + times)));
                Files.createFile(left.file(JobFiles.CONTROL));
                Files.setLastModifiedTime(left.folder(), FileTime.fromMillis(0));
                Callable<Boolean> removal = () -> OwnJobs.remove(left);
                for (Future<Boolean> removed : both.invokeAll(List.of(removal, removal))) {
                    removed.get();
                }
                assertFalse(Files.exists(left.folder()));
            }
        }
    }

    /** A process id of another container says nothing here. */
    @Test
    void aJobThatIsMadeInAnotherPidNamespaceIsNotAbandoned() throws IOException {
        JobFiles made = JobFiles.create(parent, "made", 1, 1 << 20);
        try (FileChannel control = made.open(JobFiles.CONTROL)) {
            write(control, ControlLayout.LAUNCHER_PID, NO_PROCESS);
            assertTrue(OwnJobs.abandoned(made));
            write(control, ControlLayout.PID_NAMESPACE, 1);
            assertFalse(OwnJobs.abandoned(made));
        }
        Files.setLastModifiedTime(made.folder(), FileTime.fromMillis(0));
        assertTrue(OwnJobs.abandoned(made));
    }

    private static void write(FileChannel control, long at, long value) throws IOException {
        control.write(ByteBuffer.allocate(Long.BYTES).order(ByteOrder.nativeOrder()).putLong(0, value), at);
    }

    private void plant(String id) throws IOException {
        Path folder = Files.createDirectory(parent.resolve(prefix + id));
        Files.setAttribute(folder, "unix:uid", OTHER_USER);
    }
}
