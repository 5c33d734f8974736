// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.inspect;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.shmem4j.hang.Visible;
import io.shmem4j.launch.TestProgram;
import io.shmem4j.shm.JobFiles;
import io.shmem4j.shm.OwnJobs;
import io.shmem4j.testing.LongOnesFirst.TakesLong;
import io.shmem4j.testing.Oshrun;
import io.shmem4j.testing.Thorough;
import java.io.IOException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Other users of the machine can do nothing to a job, and see nothing of it. */
@TakesLong
class SecurityIT {
    /** The system's user for those who own nothing. */
    private static final String NOBODY = "65534";

    @TempDir
    private Path folder;

    /** Runs one of our scripts as another user, who may write where jobs' files are made. */
    private static Oshrun.Result asNobody(Path shm, String script, String... words) throws IOException {
        assumeTrue(Files.getAttribute(Path.of("/proc/self"), "unix:uid").equals(0), "only root can be another user");
        assumeTrue(Files.isExecutable(Path.of("/usr/bin/setpriv")), "needs setpriv");
        List<String> line = new ArrayList<>(List.of("--reuid=" + NOBODY, "--regid=" + NOBODY, "--clear-groups",
            Oshrun.home().resolve(script).toString()));
        line.addAll(List.of(words));
        try (Oshrun run = Oshrun.start(Path.of("/usr/bin/setpriv"), Path.of("/"),
            Map.of("SHMEM_SHM_DIR", shm.toString(), "HOME", "/"), line)) {
            run.write("");
            Oshrun.Result result = run.awaitEnd();
            assumeTrue(!result.err().contains("Permission denied"), "another user can't run what was built here");
            return result;
        }
    }

    private static void shareWithAll(Path folder) throws IOException {
        Files.setPosixFilePermissions(folder, PosixFilePermissions.fromString("rwxrwxrwx"));
    }

    @Test
    void filesBelongToTheUserAlone() throws IOException {
        JobFiles files = JobFiles.create(folder, JobFiles.newJobId(), 2, 4096);
        assertEquals("rwx------", PosixFilePermissions.toString(Files.getPosixFilePermissions(files.folder())));
        for (String name : List.of(JobFiles.CONTROL, JobFiles.HEAP, JobFiles.LOCK)) {
            assertEquals("rw-------", PosixFilePermissions.toString(Files.getPosixFilePermissions(files.file(name))));
        }
    }

    /** However freely the user's other files are made: PEs trust these. */
    @Thorough
    @Test
    void noFileOfARunningJobCanBeChangedByOthers() {
        String program = Oshrun.quoted(Oshrun.program(TestProgram.class, "modes"));
        try (Oshrun run = Oshrun.start(Path.of("/bin/bash"), folder, Map.of(), List.of("-c", "umask 0; exec "
            + Oshrun.quoted(List.of(Oshrun.home() + "/oshrun", "-np", "1")) + " " + program))) {
            run.write("");
            assertEquals(List.of("control rw-------", "costs rw-------", "failures rw-------",
                "heap rw-------", "launcher.lock rw-------"),
                run.await().expect(0).outLines().stream().sorted().toList());
        }
    }

    /** Files that would block a reader, or belong to somebody else, are named and left alone. */
    @Test
    void whatIsNoFileOfOursIsNotOpened() throws Exception {
        List<String> names = new ArrayList<>();
        for (String planted : List.of("mkfifo control", "mkfifo launcher.lock", "mkdir control",
            "echo x >control; chown nobody control")) {
            String name = "0123456789abcde" + names.size();
            JobFiles files = JobFiles.create(folder, name, 1, 4096);
            Process plant = new ProcessBuilder("/bin/sh", "-c", "rm -f control launcher.lock; " + planted)
                .directory(files.folder().toFile()).start();
            // Only root can give a file away.
            if (plant.waitFor() == 0) {
                names.add(name);
            }
        }
        assertTrue(names.size() >= 3, names::toString);
        Map<String, String> here = Map.of("SHMEM_SHM_DIR", folder.toString());
        Oshrun.Result shown = Oshrun.inThisJvm(here, List.of("stat", "--once")).expect(0);
        for (String name : names) {
            assertTrue(shown.out().contains(name), shown::out);
            String dump = Oshrun.inThisJvm(here, List.of("heap", "dump", name)).expect(1).err();
            assertEquals(1, dump.lines().count(), dump);
        }
        Oshrun.inThisJvm(here, List.of("--clean")).expect(0);
    }

    @Test
    void foldersThatOthersCanWriteToAreIgnored() throws IOException {
        JobFiles files = JobFiles.create(folder, "open", 1, 4096);
        assertEquals(1, OwnJobs.in(folder).size());
        shareWithAll(files.folder());
        assertEquals(List.of(), OwnJobs.in(folder));
    }

    @Thorough
    @Test
    void textsOfFailuresAreForTheUserAlone() throws IOException {
        Path source = Files.writeString(folder.resolve("LongText.java"), """
            class LongText {
                public static void main(String[] args) {
                    try (var shmem = io.shmem4j.Shmem.init()) {
                        throw new IllegalStateException("line\\n".repeat(60));
                    }
                }
            }
            """);
        Path texts = Files.createDirectory(folder.resolve("texts"));
        Map<String, String> here = Map.of("JDK_JAVA_OPTIONS", "-Djava.io.tmpdir=" + texts,
            "SHMEM_SHM_DIR", texts.toString());
        String said = Oshrun.run(here, List.of("-np", "1", source.toString())).expect(1).err();
        Path file;
        try (var files = Files.newDirectoryStream(texts, "*.txt")) {
            file = files.iterator().next();
        }
        assertTrue(said.contains("The whole texts are in " + file + "; oshrun --clean removes it\n"), said);
        assertTrue(file.getFileName().toString().matches("shmem4j-failures-[0-9a-f]{16}-\\d+\\.txt"), file::toString);
        assertEquals("rw-------", PosixFilePermissions.toString(Files.getPosixFilePermissions(file)));
        Path others = Files.createSymbolicLink(texts.resolve("shmem4j-failures-0-1.txt"), source);
        assertEquals("removed " + file + "\n", Oshrun.run(here, List.of("--clean")).expect(0).out());
        assertTrue(Files.isSymbolicLink(others) && Files.exists(source));
    }

    /** A program's name and arguments must not command the terminal of its reader. */
    @Thorough
    @Test
    void escapeSequencesAreShown() {
        String escape = "\u001b[31m";
        try (Oshrun run = Oshrun.start(Oshrun.words(1, Oshrun.program(TestProgram.class, "sleep", escape + "red")))) {
            run.awaitOutput("pid ", 1);
            Map<String, String> there = Map.of("SHMEM_SHM_DIR", run.shm().toString());
            String table = Oshrun.inThisJvm(there, List.of("stat", "--once")).expect(0).out();
            assertTrue(table.contains("\\u001b[31mred") && !table.contains(escape), table);
            run.signal("TERM");
            run.await();
        }
        for (String tool : List.of("stat", "heap dump")) {
            List<String> words = new ArrayList<>(List.of(tool.split(" ")));
            words.add(escape + "red");
            String said = Oshrun.inThisJvm(words).expect(1).err();
            assertTrue(said.contains("\\u001b[31mred") && !said.contains(escape), said);
        }
        assertEquals("a\\u202eb\\u009b\u00e4 \u20ac", Visible.of("a\u202eb\u009b\u00e4 \u20ac"));
    }

    @Test
    void namesAreNotReused() throws IOException {
        assertTrue(JobFiles.newJobId().matches("[0-9a-f]{16}"));
        JobFiles.create(folder, "taken", 1, 4096);
        assertThrows(FileAlreadyExistsException.class, () -> JobFiles.create(folder, "taken", 1, 4096));
        Path elsewhere = Files.createDirectory(folder.resolve("elsewhere"));
        Files.createSymbolicLink(folder.resolve(JobFiles.prefix() + "link"), elsewhere);
        Files.createSymbolicLink(folder.resolve(JobFiles.prefix() + "dangling"), folder.resolve("nowhere"));
        assertThrows(FileAlreadyExistsException.class, () -> JobFiles.create(folder, "link", 1, 4096));
        assertThrows(FileAlreadyExistsException.class, () -> JobFiles.create(folder, "dangling", 1, 4096));
        assertEquals(0, elsewhere.toFile().list().length);
        assertEquals(1, OwnJobs.in(folder).size(), "links are no jobs");
    }

    @Test
    void linksInAJobsFolderAreNotFollowed() throws IOException {
        JobFiles files = JobFiles.create(folder, "linked", 1, 4096);
        Path precious = Files.writeString(folder.resolve("precious"), "mine");
        for (String name : List.of(JobFiles.CONTROL, JobFiles.HEAP, JobFiles.LOCK)) {
            Files.delete(files.file(name));
            Files.createSymbolicLink(files.file(name), precious);
            assertThrows(IOException.class, () -> files.open(name).close());
            assertThrows(IOException.class, () -> files.openToRead(name).close());
        }
        files.delete();
        assertEquals("mine", Files.readString(precious));
    }

    @Thorough
    @Test
    void jobsOfOthersAreInvisible() throws IOException {
        shareWithAll(folder);
        JobFiles dead = JobFiles.create(folder, "dead", 1, 4096);
        Files.setLastModifiedTime(dead.folder(), FileTime.fromMillis(0));
        assertEquals("no jobs of yours in " + folder + "\n", asNobody(folder, "oshstat").expect(0).out());
        assertEquals("oshstat: there is no job dead of yours in " + folder + "\n",
            asNobody(folder, "oshstat", "dead").expect(1).err());
        assertEquals("", asNobody(folder, "oshrun", "--clean").expect(0).out());
        assertTrue(Files.exists(dead.file(JobFiles.HEAP)));
    }

    /** A folder that another user has named like one of ours is neither shown nor removed. */
    @Test
    void plantedFoldersAreIgnored() throws IOException {
        shareWithAll(folder);
        Path planted = Files.createDirectory(folder.resolve(JobFiles.prefix() + "0123456789abcdef"));
        Files.writeString(planted.resolve(JobFiles.LOCK), "x");
        Files.setLastModifiedTime(planted, FileTime.fromMillis(0));
        assumeTrue(Files.getAttribute(Path.of("/proc/self"), "unix:uid").equals(0), "only root can give files away");
        Files.setAttribute(planted, "unix:uid", Integer.parseInt(NOBODY));
        assertEquals(List.of(), OwnJobs.in(folder));
        // It removes what killed launchers of other tests have left, too.
        String out = Oshrun.inThisJvm(Map.of("SHMEM_SHM_DIR", folder.toString()), List.of("--clean")).expect(0).out();
        assertFalse(out.contains(folder.toString()), out);
        assertTrue(Files.exists(planted.resolve(JobFiles.LOCK)));
    }

    @Thorough
    @Test
    void otherUsersRunJobsOfTheirOwnBesideOurs() throws IOException {
        shareWithAll(folder);
        JobFiles ours = JobFiles.create(folder, "ours", 1, 4096);
        Oshrun.Result result = asNobody(folder, "oshrun", "-np", "2", "warm-up").expect(0);
        assertEquals("", result.err());
        try (var left = Files.list(folder)) {
            assertEquals(List.of(ours.folder()), left.toList());
        }
    }
}
