// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.launch.tune;

import io.shmem4j.config.Setting;
import io.shmem4j.launch.BundledPrograms;
import io.shmem4j.launch.ExitStatus;
import io.shmem4j.launch.Installation;
import io.shmem4j.launch.LaunchException;
import io.shmem4j.launch.Place;
import io.shmem4j.launch.job.Job;
import io.shmem4j.launch.option.CommandLineReader;
import io.shmem4j.launch.plan.JobPlan;
import io.shmem4j.launch.plan.Agents;
import io.shmem4j.launch.plan.Planner;
import io.shmem4j.launch.process.AotCache;
import io.shmem4j.launch.process.JvmFlags;
import io.shmem4j.launch.process.JvmProcess;
import io.shmem4j.launch.process.ProgramCache;
import io.shmem4j.launch.process.WarmStart;
import io.shmem4j.launch.program.ShareScan;
import io.shmem4j.launch.program.SourceCompiler;
import io.shmem4j.pe.MainMethod;
import io.shmem4j.pe.MethodShapes;
import io.shmem4j.pe.WarmUp;
import io.shmem4j.shm.HeapSize;
import io.shmem4j.shm.JobFiles;
import io.shmem4j.shm.OwnJobs;
import java.io.File;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.ProcessBuilder.Redirect;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.FileTime;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/**
 * Makes the start-up caches by running a small job: once for the launcher, once for a PE.
 *
 * <p>A cache is made under a temporary name and renamed when complete, so nobody ever sees half of one. The jobs' files
 * lie beside it too: a user who looks into the memory file system after a job expects to find nothing.
 */
public final class AotTrainer {
    /** Bundled, because a cache can't be made with a folder on the class path. */
    private static final String PROGRAM = "warm-up";
    private static final String IRREGULAR = "shmem-irregular";
    private static final int KEPT = 4;

    private final String launcher;
    /** The user's collector, or none. */
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

    /** Starts a process that makes the caches, and does not wait for it; {@return why it doesn't, null if it does} */
    public static String inBackground(AotCache cache, Class<?> launcher) {
        return inBackground(cache, AotTrainer.class, words(cache, launcher));
    }

    private static List<String> words(AotCache cache, Class<?> launcher) {
        return cache.collector() == null ? List.of(launcher.getName())
            : List.of(launcher.getName(), cache.collector());
    }

    static String inBackground(AotCache cache, Class<?> trainer, List<String> words) {
        String obstacle = cache.obstacle() == null ? TrainingTurn.obstacle(cache) : cache.obstacle();
        if (obstacle != null) {
            return obstacle;
        }
        try {
            // A JVM that ends waits .3 s for its thread that waits for a child, so the trainer is a shell's.
            List<String> detached = new ArrayList<>(List.of("/bin/sh", "-c", "\"$@\" &", "sh"));
            detached.addAll(TrainingTurn.priority());
            detached.addAll(command(cache, trainer, words));
            await(silent(detached).start());
            return null;
        } catch (IOException e) {
            return e.getMessage();
        }
    }

    private static List<String> command(AotCache cache, Class<?> trainer, List<String> words) throws IOException {
        List<String> command = cache.command(trainer.getName(), List.of(), null);
        command.addAll(words);
        return command;
    }

    /**
     * Makes the caches that are due at once, at the usual priority, and waits for them; the program's may be null.
     *
     * @return why there is none, or nothing
     */
    public static String now(AotCache cache, ProgramCache program, Class<?> launcher) {
        try {
            if (cache.isDue()) {
                await(cache, AotTrainer.class, words(cache, launcher));
            }
            boolean due = program != null && program.isDue();
            if (due) {
                await(cache, ProgramTrainer.class, program.words());
            }
            boolean made = program == null ? cache.ready() != null
                : Files.exists(program.file()) || Files.exists(program.large());
            return made ? "" : ": " + (cache.obstacle() != null ? cache.obstacle()
                : program != null && !due ? "its PEs have named no classes"
                : cache.folder() + " is full, or a jar has changed meanwhile");
        } catch (IOException e) {
            throw new LaunchException(ExitStatus.LAUNCH, "can't make start-up caches: " + e.getMessage(), e);
        }
    }

    private static void await(AotCache cache, Class<?> trainer, List<String> words) throws IOException {
        ProcessBuilder builder = silent(command(cache, trainer, words));
        builder.environment().put(Setting.WARM.variable(), "always");
        await(builder.start());
    }

    private static int await(Process process) {
        try {
            return process.waitFor();
        } catch (InterruptedException e) {
            process.destroy();
            throw new UncheckedIOException(new IOException(e));
        }
    }

    private static ProcessBuilder silent(List<String> command) {
        ProcessBuilder builder = new ProcessBuilder(command).redirectInput(JvmProcess.NOTHING)
            .redirectOutput(Redirect.DISCARD).redirectError(Redirect.DISCARD);
        Agents.remove(builder.environment());
        // They are of the user's job: a tool, a heap, a checkpoint.
        builder.environment().keySet().removeIf(name -> name.startsWith("SHMEM_")
            && !name.equals(Setting.WARM.variable()));
        return builder;
    }

    /** Makes the caches for the launcher's main class, and the flag of the user's collector if he has one. */
    public static void main(String[] args) throws IOException {
        AotTrainer trainer = new AotTrainer(Installation.current(), args[0],
            List.of(args).subList(1, args.length));
        Files.createDirectories(trainer.folder);
        try (TrainingTurn turn = TrainingTurn.take(trainer.cache)) {
            if (turn != null && trainer.cache.isDue()) {
                trainer.train();
            }
        }
        System.exit(ExitStatus.OK);
    }

    private void train() throws IOException {
        boolean whole = false;
        try {
            // The launcher has our collector, and its cache is made with the PEs' for that.
            boolean first = cache.collector() != null || makeLaunchers();
            whole = make(cache.forPes(), cache::stillFits, flag -> trainPe(installation, flag, flags)) && first;
        } finally {
            // Also where a job can't even be planned: without the mark each job would try again.
            mark(cache.failure(), !whole);
            removeOld();
            removeJobs(folder);
        }
    }

    /** Removes folders of jobs whose launchers were ended by force. */
    static void removeJobs(Path folder) throws IOException {
        for (JobFiles files : OwnJobs.in(folder)) {
            OwnJobs.remove(files);
        }
    }

    /** Makes the launcher's cache; the script knows none until its files are those of the new one. */
    private boolean makeLaunchers() throws IOException {
        Map<Path, FileTime> times = cache.ofLauncher();
        return make(cache.forLauncher(), () -> {
            if (!cache.stillFits()) {
                return false;
            }
            Files.deleteIfExists(cache.forLauncher());
            for (Map.Entry<Path, FileTime> each : times.entrySet()) {
                Files.createDirectories(each.getKey().getParent());
                Files.write(each.getKey(), new byte[0]);
                Files.setLastModifiedTime(each.getKey(), each.getValue());
            }
            return true;
        }, this::trainLauncher);
    }

    /** Makes or removes the mark of a failure. */
    static void mark(Path failure, boolean failed) throws IOException {
        if (failed) {
            Files.writeString(failure, "");
        } else {
            Files.deleteIfExists(failure);
        }
    }

    /** Looks whether a cache is still that of the jars, right before it takes its place. */
    interface Check {
        boolean holds() throws IOException;
    }

    interface Training {
        /** {@return whether the training came to its end} */
        boolean run(String outputFlag) throws IOException;
    }

    /** {@return whether a whole cache was made} A training that fails half-way makes a smaller one. */
    static boolean make(Path target, Check fits, Training training) throws IOException {
        Path made = target.resolveSibling(target.getFileName() + "." + ProcessHandle.current().pid());
        Path recording = made.resolveSibling(made.getFileName() + ".config");
        try {
            boolean whole = training.run("-XX:AOTCacheOutput=" + made);
            // A JVM that fails here still exits with 0, but leaves its recording.
            if (!Files.isRegularFile(made) || Files.exists(recording)) {
                return false;
            }
            // A build that puts new jars there meanwhile would leave old classes in a cache for the new jars.
            if (!fits.holds()) {
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

    /** Runs a PE with flags and options of its own, which a cache is made from; {@return whether it ended well} */
    static boolean trainPe(Installation installation, String flag, List<String> flags, String... options) {
        List<String> words = new ArrayList<>(List.of("-n", "1", "--heap-size", "16m", "--shm-dir",
            AotCache.of(installation, flags).folder().toString(), "-J" + flag));
        words.addAll(List.of(options));
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
        return Job.run(plan, WarmStart.plain(null)) == ExitStatus.OK;
    }

    /** {@return names of all classes of some jars, for jobs that load dozens of them} */
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

    /** Runs the launcher while a JVM records its start-up cache. */
    static final class TrainedLauncher {
        private TrainedLauncher() {
        }

        /**
         * Runs the launcher. Its words are all jars (the JVM's class path has those that the cache is for), the
         * launcher's main class, then its own arguments.
         */
        public static void main(String[] args) throws Throwable {
            System.setProperty("java.class.path", args[0]);
            MethodShapes.link();
            WarmUp.load(classes(Installation.current().nodeJars()));
            scan();
            SourceCompiler.rehearse(AotCache.of(Installation.current(), List.of()).folder());
            // The trained job has a size of its own.
            HeapSize.standard(Path.of("."), 1);
            Class<?> launcher = Class.forName(args[1]);
            MainMethod.of(launcher).run(launcher, Arrays.copyOfRange(args, 2, args.length));
        }

        /** Reads class files and a jar, as before a user's program. */
        private static void scan() {
            Installation here = Installation.current();
            List<String> path = new ArrayList<>();
            for (String jar : here.peJars()) {
                path.add(Path.of(jar).getParent() + "/*");
            }
            here.cacheFolders().forEach(folder -> path.add(folder.toString()));
            ShareScan.beyond(path);
        }
    }
}
