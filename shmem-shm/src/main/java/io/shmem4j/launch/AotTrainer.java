// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.launch;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.ProcessBuilder.Redirect;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Stream;

/**
 * Makes the start-up caches by running a small job: once for the launcher, once for a PE.
 *
 * <p>One trainer works at a time. A cache is made beside its place and renamed into it when complete, so nobody ever
 * sees half of one. The jobs' files lie beside it too: a user who looks into the memory file system after a job
 * expects to find nothing.
 */
final class AotTrainer {
    /** Bundled, because a cache can't be made with a folder on the class path. */
    private static final String PROGRAM = "warm-up";
    private static final int KEPT = 4;

    private final Installation installation;
    private final AotCache cache;
    private final Path folder;

    private AotTrainer(Installation installation) {
        this.installation = installation;
        this.cache = AotCache.of(installation);
        this.folder = installation.cacheFolder();
    }

    /** Makes the caches. @param args none @throws IOException if their folder can't be written */
    public static void main(String[] args) throws IOException {
        AotTrainer trainer = new AotTrainer(Installation.current());
        Files.createDirectories(trainer.folder);
        try (FileChannel channel = FileChannel.open(trainer.folder.resolve("lock"), StandardOpenOption.CREATE,
            StandardOpenOption.WRITE); FileLock lock = channel.tryLock()) {
            if (lock != null && trainer.cache.ready() == null) {
                trainer.train();
            }
        }
        System.exit(ExitStatus.OK);
    }

    private void train() throws IOException {
        boolean made = make(cache.forLauncher(), this::trainLauncher) && make(cache.forPes(), this::trainPe);
        if (!made) {
            Files.writeString(cache.failure(), "");
        }
        removeOld();
    }

    private interface Training {
        void run(String outputFlag) throws IOException;
    }

    private static boolean make(Path target, Training training) throws IOException {
        Path made = target.resolveSibling(target.getFileName() + "." + ProcessHandle.current().pid());
        Path recording = made.resolveSibling(made.getFileName() + ".config");
        try {
            training.run("-XX:AOTCacheOutput=" + made);
            // A JVM that fails here still exits with 0, but leaves its recording.
            if (!Files.isRegularFile(made) || Files.exists(recording)) {
                return false;
            }
            Files.move(made, target, StandardCopyOption.ATOMIC_MOVE);
            return true;
        } finally {
            Files.deleteIfExists(recording);
            Files.deleteIfExists(made);
        }
    }

    private void trainLauncher(String flag) throws IOException {
        List<String> command = AotCache.launcherCommand(Launcher.class, List.of(flag));
        command.addAll(List.of("-np", "2", "--heap-size", "1m", "--shm-dir", folder.toString(), "--tag-output",
            PROGRAM));
        Process process = new ProcessBuilder(command).redirectInput(Redirect.from(Path.of("/dev/null").toFile()))
            .redirectOutput(Redirect.DISCARD).redirectError(Redirect.DISCARD).start();
        try {
            process.waitFor();
        } catch (InterruptedException e) {
            process.destroy();
            throw new UncheckedIOException(new IOException(e));
        }
    }

    private void trainPe(String flag) {
        Job.run(new Planner(installation).plan(List.of(
            CommandLineReader.read(List.of("-n", "1", "--heap-size", "1m", "--shm-dir", folder.toString(), "-J" + flag,
                PROGRAM), true),
            CommandLineReader.read(List.of("-n", "1", PROGRAM), false))), null);
    }

    private void removeOld() throws IOException {
        try (Stream<Path> files = Files.list(folder)) {
            List<Path> old = files.filter(file -> file.getFileName().toString().startsWith("pe-"))
                .sorted(Comparator.comparingLong((Path file) -> file.toFile().lastModified()).reversed())
                .skip(KEPT).toList();
            for (Path file : old) {
                Files.deleteIfExists(file);
            }
        }
    }
}
