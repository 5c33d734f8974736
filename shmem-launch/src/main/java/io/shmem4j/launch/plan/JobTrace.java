// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.launch.plan;

import static io.shmem4j.launch.option.LauncherOption.PROFILE;
import static io.shmem4j.launch.option.LauncherOption.TRACE;
import static io.shmem4j.launch.option.LauncherOption.TRACE_SIZE;

import io.shmem4j.config.ByteSize;
import io.shmem4j.config.Setting;
import io.shmem4j.inspect.TraceFiles;
import io.shmem4j.inspect.TraceMerge;
import io.shmem4j.launch.ExitStatus;
import io.shmem4j.launch.LaunchException;
import io.shmem4j.launch.option.Options;
import io.shmem4j.observe.Trace;
import io.shmem4j.observe.TraceLayout;
import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;

/**
 * Trace of a job. PEs write their records to a folder, and the launcher merges them at the end.
 *
 * <p>The launcher locks a file in the folder against other jobs. It replaces records of a killed launcher.
 */
public final class JobTrace {
    private static final String LOCK = "lock";

    private final TraceFiles files;
    private final int nPes;
    private final long bytes;
    private FileChannel lock;

    private JobTrace(TraceFiles files, int nPes, long bytes) {
        this.files = files;
        this.nPes = nPes;
        this.bytes = bytes;
    }

    /** {@return the trace requested by the options, or null} */
    public static JobTrace of(Options options, List<App> apps, int nPes) {
        if (!options.has(TRACE)) {
            if (options.has(TRACE_SIZE)) {
                throw LaunchException.usage("--trace-size needs --trace");
            }
            return null;
        }
        String profile = Setting.PROFILE.variable();
        if (options.has(PROFILE) || Setting.PROFILE.isSet()
            || apps.stream().anyMatch(app -> app.variables().containsKey(profile))) {
            throw LaunchException.usage("--trace and " + (options.has(PROFILE) ? "--profile" : profile)
                + " exclude each other");
        }
        String most = options.has(TRACE_SIZE) ? options.text(TRACE_SIZE) : "64m";
        long size = size(most);
        try {
            if (size / nPes < TraceLayout.RECORD_BYTES) {
                throw LaunchException.usage("--trace-size " + most + ": that is less than a record ("
                    + TraceLayout.RECORD_BYTES + " bytes) for each of " + nPes + " PEs");
            }
            return new JobTrace(TraceFiles.of(options.text(TRACE)), nPes, size / nPes);
        } catch (IllegalArgumentException e) {
            throw LaunchException.usage("--trace " + options.text(TRACE) + ": " + e.getMessage());
        }
    }

    private static long size(String text) {
        try {
            return ByteSize.parse(text);
        } catch (IllegalArgumentException e) {
            throw LaunchException.usage("--trace-size: " + e.getMessage());
        }
    }

    public void start() {
        Path parts = files.parts();
        try {
            if (!Files.isDirectory(parts, LinkOption.NOFOLLOW_LINKS)) {
                Files.createDirectory(parts,
                    PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rwx------")));
            } else if (!Files.getAttribute(parts, "unix:uid").equals(Files.getAttribute(Path.of("/proc/self"),
                "unix:uid"))) {
                throw LaunchException.usage("--trace: " + parts + " belongs to another user");
            }
            lock = FileChannel.open(parts.resolve(LOCK), StandardOpenOption.CREATE, StandardOpenOption.WRITE);
            if (lock.tryLock() == null) {
                throw LaunchException.usage("--trace: another job is writing this trace (it holds " + parts + ")");
            }
            files.removeRecords();
        } catch (IOException e) {
            throw new LaunchException(ExitStatus.USAGE, "--trace: can't write " + parts + ": " + e, e);
        }
    }

    public void putInto(Map<String, String> environment) {
        environment.put(Setting.PROFILE.variable(), Trace.class.getName());
        environment.put(Setting.TRACE_DIR.variable(), files.parts().toString());
        environment.put(Setting.TRACE_LIMIT.variable(), Long.toString(bytes));
    }

    /** Merges the records, and {@return whether all were sound} */
    public boolean finish(Consumer<String> say, Consumer<String> error) {
        boolean good = false;
        try {
            TraceMerge.Result result = TraceMerge.merge(files.parts(), nPes, files);
            result.damage().forEach(line -> error.accept("trace: " + line));
            result.notes().forEach(line -> say.accept("trace: " + line));
            say.accept("trace: " + (result.calls() == 0
                ? result.notes().isEmpty() ? "no PE has made a call, so there is none" : "there is none"
                : TraceMerge.describe(files, result)));
            good = result.damage().isEmpty();
            files.removeRecords();
            removeFolder();
        } catch (IOException e) {
            error.accept("trace: it can't be written: " + e + "; its records are in " + files.parts()
                + ": make room, then 'oshrun trace " + files.parts() + "' writes it");
        }
        unlock();
        return good;
    }

    /** Releases the folder for a restart of the job. */
    private void unlock() {
        try {
            lock.close();
        } catch (IOException e) {
            // The lock file is empty, nothing is lost.
        }
    }

    /** Removes the folder after a failed start. */
    public void discard() {
        try {
            files.removeRecords();
            removeFolder();
        } catch (IOException e) {
            // The user added files, or removed the folder.
        }
    }

    private void removeFolder() throws IOException {
        Files.delete(files.parts().resolve(LOCK));
        Files.delete(files.parts());
    }
}
