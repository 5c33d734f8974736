// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.launch.tune;

import io.shmem4j.launch.BundledPrograms;
import io.shmem4j.launch.CpuSet;
import io.shmem4j.launch.ExitStatus;
import io.shmem4j.launch.Installation;
import io.shmem4j.launch.Machine;
import io.shmem4j.launch.Place;
import io.shmem4j.launch.job.Job;
import io.shmem4j.launch.option.CommandLineReader;
import io.shmem4j.launch.plan.Agents;
import io.shmem4j.launch.plan.JobPlan;
import io.shmem4j.launch.plan.Planner;
import io.shmem4j.launch.process.AotCache;
import io.shmem4j.launch.process.JvmFlags;
import io.shmem4j.launch.process.JvmProcess;
import io.shmem4j.launch.process.PeCache;
import io.shmem4j.launch.program.ShareScan;
import io.shmem4j.launch.program.SourceCompiler;
import io.shmem4j.pe.MainMethod;
import io.shmem4j.pe.MethodShapes;
import io.shmem4j.pe.WarmUp;
import io.shmem4j.shm.Heaps;
import io.shmem4j.shm.JobFiles;
import io.shmem4j.shm.OwnJobs;
import io.shmem4j.spi.Waiter;
import java.io.File;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.ProcessBuilder.Redirect;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;

/**
 * Makes the library's AOT caches, one for the launcher and one for PEs, by recording a small job.
 *
 * <p>One trainer at a time makes caches of a user, for all copies of the library. A cache gets its final name when it
 * is complete. The job's files lie beside it, not in the memory file system.
 */
public final class AotTrainer {
    /** A bundled program: the JDK caches no classes from folders. */
    private static final String PROGRAM = "warm-up";
    private static final String IRREGULAR = "shmem-irregular";
    /** First argument: wait for the lock, and train without a time limit. */
    private static final String PATIENT = "patient";
    private static final String BACKGROUND = "background";
    private static final int KEPT = 4;
    /** Time limit of a training in the background. */
    private static final long LIMIT_MILLIS = 120_000;
    private static final long AGAIN_MILLIS = 1000;
    /** How long to wait for another trainer: a stopped one must not stop all others. */
    private static final long PATIENCE_NANOS = TimeUnit.MILLISECONDS.toNanos(2 * LIMIT_MILLIS);
    private static final long LOOK_NANOS = TimeUnit.MILLISECONDS.toNanos(100);

    private final String launcher;
    /** The user's garbage collector flag, or empty. */
    private final List<String> flags;
    private final Installation installation;
    private final AotCache cache;
    private final Path folder;

    private AotTrainer(Installation installation, String launcher, List<String> flags) {
        this.launcher = launcher;
        this.flags = flags;
        this.installation = installation;
        this.cache = AotCache.of(installation, flags);
        this.folder = cache.folder();
    }

    /** Starts a trainer in the background, and {@return why that is impossible, or null} */
    public static String inBackground(AotCache cache, Class<?> launcher) {
        String obstacle = cache.obstacle() == null ? busy(cache) : cache.obstacle();
        if (obstacle != null) {
            return obstacle;
        }
        try {
            // A shell detaches the trainer, because a JVM with a child needs .3 s more to exit.
            List<String> detached = new ArrayList<>(List.of("/bin/sh", "-c", "\"$@\" &", "sh"));
            detached.addAll(command(cache, BACKGROUND, launcher));
            await(silent(detached).start());
            return null;
        } catch (IOException e) {
            return e.getMessage();
        }
    }

    /** Makes due caches in the foreground, and {@return why that failed, or null} */
    public static String now(AotCache cache, Class<?> launcher) {
        if (cache.obstacle() != null) {
            return cache.obstacle();
        }
        try {
            if (await(silent(command(cache, PATIENT, launcher)).start()) == ExitStatus.TIMEOUT) {
                return "another process has held " + cache.turn() + " for " + TimeUnit.NANOSECONDS.toMinutes(
                    PATIENCE_NANOS) + " minutes: end it";
            }
        } catch (IOException e) {
            return e.getMessage();
        }
        return cache.ready() != null ? null : "the training failed: " + cache.folder()
            + " is full, or a jar has changed";
    }

    private static List<String> command(AotCache cache, String mode, Class<?> launcher) throws IOException {
        List<String> command = cache.command(AotTrainer.class.getName(), List.of(), null);
        command.addAll(List.of(mode, launcher.getName()));
        if (cache.collector() != null) {
            command.add(cache.collector());
        }
        return command;
    }

    static int await(Process process) {
        try {
            return process.waitFor();
        } catch (InterruptedException e) {
            process.destroy();
            Thread.currentThread().interrupt();
            throw new UncheckedIOException(new IOException(e));
        }
    }

    private static ProcessBuilder silent(List<String> command) {
        ProcessBuilder builder = new ProcessBuilder(command).redirectInput(JvmProcess.NOTHING)
            .redirectOutput(Redirect.DISCARD).redirectError(Redirect.DISCARD);
        Agents.remove(builder.environment());
        // Settings of the user's job must not affect the training.
        builder.environment().keySet().removeIf(name -> name.startsWith("SHMEM_"));
        return builder;
    }

    /** Arguments: mode, main class of the launcher, and optionally the user's collector. */
    public static void main(String[] args) throws IOException {
        AotTrainer trainer = new AotTrainer(Installation.current(), args[1],
            List.of(args).subList(2, args.length));
        Files.createDirectories(trainer.folder);
        boolean patient = args[0].equals(PATIENT);
        Files.createDirectories(trainer.cache.turn().getParent());
        // The kernel releases the lock with the process.
        try (FileChannel turn = FileChannel.open(trainer.cache.turn(), StandardOpenOption.CREATE,
            StandardOpenOption.WRITE)) {
            if (!takesTurn(turn, patient ? PATIENCE_NANOS : 0)) {
                System.exit(ExitStatus.TIMEOUT);
            }
            if (trainer.cache.isDue()) {
                if (!patient) {
                    limit(ProcessHandle.current(), LIMIT_MILLIS);
                }
                trainer.train();
            }
        }
        System.exit(ExitStatus.OK);
    }

    /** {@return whether this process has locked the file, within a time} */
    static boolean takesTurn(FileChannel turn, long nanos) throws IOException {
        long start = System.nanoTime();
        while (turn.tryLock() == null) {
            if (System.nanoTime() - start >= nanos) {
                return false;
            }
            Waiter.park(LOOK_NANOS);
        }
        return true;
    }

    /** {@return why no background training can start now, or null} */
    public static String busy(AotCache cache) {
        try (FileChannel turn = FileChannel.open(cache.turn(), StandardOpenOption.WRITE)) {
            return turn.tryLock() == null ? "another process makes them" : load(Machine.running(), CpuSet.online());
        } catch (IOException e) {
            // There has been no training yet.
            return load(Machine.running(), CpuSet.online());
        }
    }

    static String load(int running, int cores) {
        return running > cores ? running + " threads run on " + cores + (cores == 1 ? " core" : " cores") : null;
    }

    /** Kills a process's children after a time, and later ones as well. */
    static ScheduledExecutorService limit(ProcessHandle trainer, long millis) {
        ScheduledExecutorService timer = Executors.newSingleThreadScheduledExecutor(Thread.ofPlatform().daemon()
            .factory());
        timer.scheduleWithFixedDelay(() -> trainer.descendants().toList().forEach(ProcessHandle::destroyForcibly),
            millis, AGAIN_MILLIS, TimeUnit.MILLISECONDS);
        return timer;
    }

    private void train() throws IOException {
        boolean whole = false;
        try {
            // The launcher always uses the library's collector, so its cache is made together with the PE cache for
            // that one.
            boolean first = cache.collector() != null || makeLaunchers();
            whole = make(cache.forPes(), cache::isCurrent, this::trainPe) && first;
        } finally {
            // Marks a failure, so that the next jobs don't repeat it.
            mark(!whole);
            removeOld();
            removeJobs();
        }
    }

    /** Removes folders of killed jobs. */
    private void removeJobs() throws IOException {
        for (JobFiles files : OwnJobs.in(folder)) {
            OwnJobs.remove(files);
        }
    }

    /** Makes the launcher's cache. The list of its jars comes last: without that list the script ignores the cache. */
    private boolean makeLaunchers() throws IOException {
        String jars = checksums(installation.launcherJars());
        boolean whole = make(cache.forLauncher(), () -> {
            Files.deleteIfExists(cache.launcherJars());
            return cache.isCurrent();
        }, this::trainLauncher);
        if (Files.exists(cache.forLauncher()) && jars.equals(checksums(installation.launcherJars()))) {
            Files.writeString(cache.launcherJars(), jars);
        }
        return whole;
    }

    /**
     * {@return checksums of the jars' contents, by the command that the script uses} Times don't help: jars from an
     * archive share one.
     */
    private static String checksums(List<String> jars) throws IOException {
        List<String> command = new ArrayList<>(List.of("cksum"));
        command.addAll(jars);
        Process cksum = new ProcessBuilder(command).redirectInput(JvmProcess.NOTHING).redirectError(Redirect.DISCARD)
            .start();
        String sums = new String(cksum.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        return await(cksum) == 0 ? sums : "";
    }

    private void mark(boolean failed) throws IOException {
        if (failed) {
            Files.writeString(cache.failure(), "");
        } else {
            Files.deleteIfExists(cache.failure());
        }
    }

    /** Test right before the rename: do the jars still match the cache? */
    private interface Check {
        boolean holds() throws IOException;
    }

    private interface Training {
        /** {@return whether the training completed} */
        boolean run(String outputFlag) throws IOException;
    }

    /** Makes a cache, and {@return whether it is complete} An interrupted training makes a smaller cache. */
    private static boolean make(Path target, Check fits, Training training) throws IOException {
        Path made = target.resolveSibling(target.getFileName() + "." + ProcessHandle.current().pid());
        Path recording = made.resolveSibling(made.getFileName() + ".config");
        try {
            boolean whole = training.run("-XX:AOTCacheOutput=" + made);
            // A JVM that fails to assemble the cache exits with 0 and leaves its recording.
            // A build may have replaced jars during the training.
            if (!Files.isRegularFile(made) || Files.exists(recording) || !fits.holds()) {
                return false;
            }
            Files.move(made, target, StandardCopyOption.ATOMIC_MOVE);
            return whole;
        } finally {
            Files.deleteIfExists(recording);
            Files.deleteIfExists(made);
        }
    }

    private boolean trainLauncher(String flag) throws IOException {
        List<String> command = cache.command(TrainedLauncher.class.getName(), List.of(flag),
            String.join(File.pathSeparator, installation.launcherJars()));
        command.addAll(List.of(String.join(File.pathSeparator, installation.jars()), launcher, "-np", "2",
            "--heap-size", "16m", "--shm-dir", folder.toString(), "--tag-output", PROGRAM, WarmUp.class.getName()));
        return await(silent(command).start()) == ExitStatus.OK;
    }

    /** Trains with a job of two PEs, of which PE 0 makes the cache; collectives need a second PE. */
    private boolean trainPe(String flag) {
        List<String> words = new ArrayList<>(List.of("-n", "1", "--heap-size", "16m", "--shm-dir", folder.toString(),
            "-J" + flag));
        JvmFlags.training().forEach(trained -> words.add("-J" + trained));
        flags.forEach(chosen -> words.add("-J" + chosen));
        List<String> other = new ArrayList<>(List.of("-n", "1"));
        for (List<String> each : List.of(words, other)) {
            each.add(PROGRAM);
            each.addAll(BundledPrograms.load().forTraining());
        }
        words.addAll(classes(installation.jars(List.of(IRREGULAR))));
        JobPlan plan = new Planner(installation, null).plan(List.of(CommandLineReader.read(words, true),
            CommandLineReader.read(other, false)));
        return Job.run(plan, PeCache.none()) == ExitStatus.OK;
    }

    /** {@return names of all classes in the jars, for the training to load} */
    private static List<String> classes(List<String> jars) {
        List<String> names = new ArrayList<>();
        for (String jar : jars) {
            try (Place place = Place.of(Path.of(jar))) {
                place.classes(name -> names.add(name.replace('/', '.')));
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        }
        return names;
    }

    private void removeOld() throws IOException {
        AotCache.removeLeftovers(folder);
        try (Stream<Path> files = Files.list(folder)) {
            List<Path> old = files.filter(file -> file.getFileName().toString().matches("pe-.*\\.aot"))
                .sorted(Comparator.comparingLong((Path file) -> file.toFile().lastModified()).reversed())
                .skip(KEPT).toList();
            for (Path file : old) {
                Files.deleteIfExists(file);
                Files.deleteIfExists(Path.of(file.toString().replaceFirst("aot$", "failed")));
            }
        }
    }

    /** Main class of a recorded launcher. */
    static final class TrainedLauncher {
        private TrainedLauncher() {
        }

        /**
         * Runs the launcher. Arguments: all jars, the launcher's main class, then the launcher's own arguments. The
         * JVM's class path has only the jars that the cache covers.
         */
        public static void main(String[] args) throws Throwable {
            System.setProperty("java.class.path", args[0]);
            MethodShapes.link();
            WarmUp.load(classes(Installation.current().nodeJars()));
            scan();
            SourceCompiler.rehearse(AotCache.of(Installation.current(), List.of()).folder());
            // The trained job sets its own heap size, so this class is loaded here.
            Heaps.standardBytes(Path.of("."), 1);
            Class<?> launcher = Class.forName(args[1]);
            MainMethod.of(launcher).run(launcher, Arrays.copyOfRange(args, 2, args.length));
        }

        /** Reads class files and a jar, as a launcher does for a user's program. */
        private static void scan() {
            Installation here = Installation.current();
            List<String> path = new ArrayList<>();
            for (String jar : here.peJars()) {
                path.add(Path.of(jar).getParent() + "/*");
            }
            here.cacheFolders().forEach(folder -> path.add(folder.toString()));
            ShareScan.of(path);
        }
    }
}
