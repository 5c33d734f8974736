// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.launch.cli;

import static io.shmem4j.launch.option.LauncherOption.AOT;
import static io.shmem4j.launch.option.LauncherOption.QUIET;

import io.shmem4j.config.ByteSize;
import io.shmem4j.launch.ClassPath;
import io.shmem4j.launch.ExitStatus;
import io.shmem4j.launch.LaunchException;
import io.shmem4j.launch.job.Job;
import io.shmem4j.launch.plan.App;
import io.shmem4j.launch.plan.JobPlan;
import io.shmem4j.launch.process.PeCache;
import io.shmem4j.launch.process.PeCommand;
import io.shmem4j.launch.process.UserFlags;
import io.shmem4j.launch.program.JarContents;
import io.shmem4j.shm.JobFiles;
import java.io.File;
import java.io.IOException;
import java.nio.channels.Channels;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.util.List;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;

/**
 * A job with {@code --aot FILE}, the AOT cache of a user's program. Without the file, PE 0's JVM records its classes
 * and how often their branches were taken, and the JDK makes the file after the job. With the file, all PEs start from
 * it. The classes of a source file are in {@code FILE.jar}.
 *
 * <p>A JVM ignores an unusable file silently, so a trial JVM tests it first. JDK 25 does not compare jars or class
 * paths with a cache, so {@code FILE.jars} lists the jars with checksums and the launcher compares them.
 */
final class AotRun {
    /** A line of the JVM's log, or its continuation. */
    private static final Pattern MESSAGE = Pattern.compile(
        "(?m)^\\[(?:[^]]*]\\[(?:warning|error) *]\\[aot[^]]*| +)] *(.*)$");
    /** Beginnings of messages without a reason. */
    private static final List<String> EMPTY = List.of("An error has occurred", "Unable to use AOT cache.",
        "Loading static archive failed", "Unable to map shared spaces");

    /** A JVM that takes longer to make the file hangs. */
    private static final long MAKE_SECONDS = 3600;

    private final JobPlan plan;
    private final PeCache library;
    private final Path file;
    private final Path jars;
    private final boolean exists;
    private final PeCommand command;

    AotRun(JobPlan plan, PeCache library) {
        this.plan = plan;
        this.library = library;
        this.file = ClassPath.absolute(plan.options().path(AOT));
        this.jars = file.resolveSibling(file.getFileName() + ".jars");
        this.exists = Files.exists(file);
        this.command = new PeCommand(plan, new JobFiles(plan.heap().folder().resolve("JOB")), "JOB", PeCache.none());
        check();
    }

    private void check() {
        App app = plan.apps().getFirst();
        String obstacle = plan.apps().size() > 1 ? "a job of several programs has none"
            : plan.backend().isOneJvm() ? "--backend " + plan.backend().name() + " has none"
            : app.program().isModule() ? "a program in a module has none: run it from the class path"
            : folder(app);
        if (obstacle != null) {
            throw LaunchException.usage("--aot " + plan.options().text(AOT) + " is a cache of a program's jars, and "
                + obstacle);
        }
    }

    private static String folder(App app) {
        for (String entry : app.program().classPath()) {
            String[] files = entry.endsWith("*") ? null : new File(entry).list();
            if (files != null && files.length > 0) {
                return "the JDK refuses folders with files: pack " + entry + " (jar -c -f FILE.jar -C " + entry + " .)";
            }
        }
        return null;
    }

    /** {@return the cache for this job's PEs, for a usable file} Prints why a file is unusable. */
    PeCache cache() {
        if (!exists) {
            return library;
        }
        String refusal = refusal();
        if (refusal == null) {
            return new PeCache(file, true, null, () -> changed() == null);
        }
        say("this job does not start from " + file + ": " + refusal + "; to make it anew, remove it");
        return library;
    }

    /** {@return why the file is unusable, or null} */
    private String refusal() {
        String changed = changed();
        if (changed != null) {
            return changed;
        }
        try {
            String said = UserFlags.refusal(command.plain(List.of("-XX:AOTCache=" + file, "-XX:AOTMode=on",
                "-Xlog:aot=warning")), plan.apps().getFirst());
            return said == null ? null : "the JDK refuses it (" + reason(said) + ")";
        } catch (IOException e) {
            return e.getMessage();
        }
    }

    private String changed() {
        try {
            List<String> made = Files.readAllLines(jars);
            List<String> now = contents();
            for (int i = 0; i < made.size(); i++) {
                String was = made.get(i);
                String is = i < now.size() ? now.get(i) : " nothing";
                if (!was.equals(is)) {
                    return jar(was).equals(jar(is)) ? jar(was) + " has changed" : "the class path has " + jar(is)
                        + " where the cache has " + jar(was);
                }
            }
            return null;
        } catch (IOException e) {
            return "it has no list of its jars, " + jars;
        }
    }

    private static String jar(String line) {
        return line.substring(line.indexOf(' ') + 1);
    }

    private void say(String what) {
        if (!plan.options().has(QUIET)) {
            System.err.println("oshrun: --aot: " + what);
        }
    }

    /** {@return PE 0's jars, each with a checksum} */
    private List<String> contents() throws IOException {
        return JarContents.lines(List.of(command.classPath(plan.jvm(0)).split(File.pathSeparator)));
    }

    /** Runs the job. Without a file, a successful job makes it. */
    int run() {
        PeCache cache = cache();
        if (exists) {
            return Job.run(plan, cache);
        }
        String temporary = file + "." + ProcessHandle.current().pid();
        Path recording = Path.of(temporary + ".config");
        Path made = Path.of(temporary);
        try {
            List<String> before = contents();
            int status = Job.run(plan, cache.recordingTo(recording));
            say(status == ExitStatus.OK ? make(recording, made, before)
                : file + " was not made, because the job failed");
            return status;
        } catch (IOException e) {
            throw new LaunchException(ExitStatus.LAUNCH, "--aot: can't read or write " + e.getMessage(), e);
        } finally {
            recording.toFile().delete();
            made.toFile().delete();
        }
    }

    /** Makes the file from the recording, and {@return a message for the user} */
    private String make(Path recording, Path made, List<String> before) throws IOException {
        String said = !Files.exists(recording) ? "PE 0's JVM recorded nothing"
            : UserFlags.refusal(command.plain(List.of("-XX:AOTMode=create", "-XX:AOTConfiguration=" + recording,
                "-XX:AOTCache=" + made, "-Xlog:aot=warning")), plan.apps().getFirst(), MAKE_SECONDS);
        if (said == null && !before.equals(contents())) {
            said = "a jar changed during the job";
        }
        if (said != null || !Files.exists(made)) {
            return file + " was not made: " + (said == null ? "the JDK gave no reason" : reason(said));
        }
        // The lock keeps the two files one: jobs that end together may have run with different jars.
        try (FileChannel list = FileChannel.open(jars, StandardOpenOption.CREATE, StandardOpenOption.WRITE);
            FileLock _ = list.lock()) {
            if (Files.exists(file)) {
                return file + " was not made: another job has made it meanwhile";
            }
            list.truncate(0);
            Channels.newOutputStream(list).write(String.join("\n", before).getBytes(StandardCharsets.UTF_8));
            Files.move(made, file, StandardCopyOption.ATOMIC_MOVE);
        }
        return "made " + file + " (" + ByteSize.format(Files.size(file)) + ")" + (plan.jvm(0).shared()
            ? " of the library's classes only, because PEs share JVMs (--pes-per-jvm 1: of the program's, too)" : "");
    }

    /** {@return the JDK's first message with a reason, else its last line} */
    private static String reason(String said) {
        return MESSAGE.matcher(said).results().map((MatchResult found) -> found.group(1))
            .filter(text -> EMPTY.stream().noneMatch(text::startsWith)).findFirst()
            .orElse(said.substring(said.lastIndexOf('\n') + 1));
    }
}
