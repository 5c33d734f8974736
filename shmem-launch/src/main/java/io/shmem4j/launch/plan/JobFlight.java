// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.launch.plan;

import static io.shmem4j.launch.option.LauncherOption.JFR;
import static io.shmem4j.launch.option.LauncherOption.PROFILE;
import static io.shmem4j.launch.option.LauncherOption.TRACE;

import io.shmem4j.config.Setting;
import io.shmem4j.launch.BackendPolicy;
import io.shmem4j.launch.ExitStatus;
import io.shmem4j.launch.LaunchException;
import io.shmem4j.launch.option.Options;
import io.shmem4j.launch.plan.ManyNodes.NodeAgent;
import io.shmem4j.observe.FlightRecorder;
import io.shmem4j.shm.JobFiles;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;

/**
 * JDK flight recordings of a job: one per JVM, merged into a single file at the end. A recording is a sequence of
 * chunks, so the merged file is a concatenation, with a fix that keeps readers from mixing up JVMs.
 */
public final class JobFlight {
    private static final String SETTING = "[\\w.+-]+(#\\w+)?=[^,=]+";

    /** Name prefix of the folder with a job's recordings. */
    private static final String PARTS = "parts-";
    /** File that the launcher keeps locked while the job runs. */
    private static final String LOCK = "launcher.lock";
    private static final int CHUNK_HEAD = 68;
    private static final int SIZE_AT = 8;
    private static final int CONSTANTS_AT = 16;
    private static final int METADATA_AT = 24;
    private static final int FIELDS_BEFORE = 4;
    private static final int LONGEST = 9;
    private static final int BITS = 7;
    /** An empty constant pool event: size, type, start, duration, previous event, flush mode, number of pools. */
    private static final byte[] NO_CONSTANTS = {7, 1, 0, 0, 0, 1, 0};

    private final Path folder;
    private final List<String> settings;
    private byte[] last = {};
    private Path parts;
    private FileChannel lock;

    private JobFlight(List<String> words) {
        this.folder = Path.of(words.getFirst()).toAbsolutePath();
        this.settings = words.subList(1, words.size());
    }

    /**
     * {@return the recordings that the options ask for} An agent is present if the job spans nodes, which is an error.
     */
    static JobFlight of(Options options, List<App> apps, BackendPolicy backend, NodeAgent agent) {
        String profile = Setting.PROFILE.variable();
        if (options.has(PROFILE) || options.has(TRACE) || Setting.PROFILE.isSet()
            || apps.stream().anyMatch(app -> app.variables().containsKey(profile))) {
            throw LaunchException.usage("--jfr and " + (options.has(PROFILE) ? "--profile" : options.has(TRACE)
                ? "--trace" : profile) + " exclude each other; run the job twice");
        }
        if (agent != null || !(backend instanceof BackendPolicy.SharedMemory)) {
            throw LaunchException.usage("--jfr records jobs of processes on one machine; "
                + (agent != null ? "this job has several" : "the PEs of backend " + backend.name() + " are none"));
        }
        List<String> words = List.of(options.text(JFR).split(","));
        if (words.isEmpty() || words.getFirst().isEmpty()) {
            throw LaunchException.usage("--jfr needs the folder of the recording");
        }
        for (String setting : words.subList(1, words.size())) {
            if (!setting.matches(SETTING)) {
                throw LaunchException.usage("--jfr " + options.text(JFR) + ": behind the folder stand settings such "
                    + "as settings=profile or io.shmem4j.Wait#threshold=0ms, not '" + setting + "'");
            }
        }
        JobFlight flight = new JobFlight(words);
        if (flight.folder.toString().matches("(?s).*['\"\n].*")) {
            throw LaunchException.usage("--jfr: " + flight.folder + " has a quote or a line break in its name, with"
                + " which the JVM's option for recordings takes no file");
        }
        return flight;
    }

    /** Creates the folder, and deletes recordings of jobs whose launcher was killed. */
    public void start() {
        try {
            Files.createDirectories(folder);
            Path made = Files.createTempDirectory(folder, "new-");
            lock = FileChannel.open(made.resolve(LOCK), StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE);
            lock.lock();
            // Renamed only when locked, because other launchers delete unlocked folders of this name.
            parts = Files.move(made, folder.resolve(PARTS + made.getFileName()));
            try (DirectoryStream<Path> others = Files.newDirectoryStream(folder, PARTS + "*")) {
                for (Path other : others) {
                    sweep(other);
                }
            }
        } catch (IOException e) {
            throw new LaunchException(ExitStatus.USAGE, "--jfr: can't write to " + folder + ": " + e, e);
        }
    }

    /** Deletes another job's recordings unless its launcher still holds the lock. */
    private void sweep(Path other) {
        if (other.equals(parts)) {
            return;
        }
        try (FileChannel channel = FileChannel.open(other.resolve(LOCK), StandardOpenOption.WRITE)) {
            if (channel.tryLock() != null) {
                remove(other);
            }
        } catch (IOException e) {
            // Another launcher deletes it, or it is not a job's folder.
            return;
        }
    }

    public List<String> flags(Shape.Jvm jvm) {
        // The JVM expands percent signs in the file name.
        StringBuilder words = new StringBuilder("dumponexit=true,filename=" + part(jvm.first()).toString()
            .replace("%", "%%"));
        for (String setting : settings) {
            // Without a plus the JVM accepts only events that its settings file names, which excludes the library's.
            words.append(setting.indexOf('#') > 0 && setting.charAt(0) != '+' ? ",+" : ",").append(setting);
        }
        // Errors go to standard error. Other messages are off, because the JVM would announce the recording on the
        // program's standard output.
        return List.of("-XX:StartFlightRecording:" + words, "-Xlog:jfr*=off", "-Xlog:jfr*=error:stderr");
    }

    private Path part(int pe) {
        return (parts == null ? folder : parts).resolve("pe-" + pe + ".jfr");
    }

    public void putInto(Map<String, String> environment) {
        environment.put(Setting.PROFILE.variable(), FlightRecorder.class.getName());
    }

    /**
     * Merges the recordings into a file named after the job. A JVM that was killed or ran out of disk space has none or
     * an incomplete one, which is left out.
     */
    public boolean finish(JobFiles files, List<Shape.Jvm> jvms, Consumer<String> say, Consumer<String> error) {
        Path all = folder.resolve(files.id() + ".jfr");
        List<String> missing = new ArrayList<>();
        try {
            try (OutputStream out = Files.newOutputStream(all)) {
                for (Shape.Jvm jvm : jvms) {
                    Path part = part(jvm.first());
                    byte[] recording = Files.exists(part) ? Files.readAllBytes(part) : new byte[0];
                    if (isWhole(ByteBuffer.wrap(recording))) {
                        append(recording, out);
                    } else {
                        missing.add(jvm.pes());
                    }
                }
            }
            discard();
            if (missing.size() == jvms.size()) {
                Files.delete(all);
                say.accept("jfr: no JVM has left a recording");
                return false;
            }
            say.accept("jfr: " + all + (missing.isEmpty() ? "" : ", without " + String.join(", ", missing)
                + ", which did not end in order or found no room"));
            return true;
        } catch (IOException | OutOfMemoryError e) {
            // OutOfMemoryError: a recording over 2 GiB doesn't fit into an array.
            error.accept("jfr: " + all + " can't be written: " + e + "; the recordings of the JVMs are in " + parts);
            keep();
            return false;
        }
    }

    /** Deletes the lock file, so that no launcher deletes the recordings. */
    private void keep() {
        try {
            Files.delete(parts.resolve(LOCK));
        } catch (IOException e) {
            // The file system is read-only or full of errors; nothing else can be done.
            return;
        }
    }

    private static boolean isWhole(ByteBuffer recording) {
        int chunk = 0;
        while (recording.limit() - chunk >= CHUNK_HEAD) {
            long size = recording.getLong(chunk + SIZE_AT);
            long metadata = recording.getLong(chunk + METADATA_AT);
            if (metadata < CHUNK_HEAD || metadata >= size || size > recording.limit() - chunk) {
                return false;
            }
            chunk += (int) size;
        }
        return chunk > 0 && chunk == recording.limit();
    }

    /**
     * Appends a JVM's recording. Readers reuse the previous chunk's metadata if the id is the same, and every JVM
     * counts ids from 1, so an equal id gets a bit flipped, which preserves its encoded length. Readers also reuse
     * constants (strings, stacks) of the previous chunk by id, so an empty chunk separates two JVMs.
     */
    private void append(byte[] recording, OutputStream out) throws IOException {
        ByteBuffer bytes = ByteBuffer.wrap(recording);
        byte[] gap = {};
        for (int chunk = 0; chunk + CHUNK_HEAD <= recording.length;) {
            int metadata = chunk + (int) bytes.getLong(chunk + METADATA_AT);
            int at = metadata;
            // The metadata id follows the event's size, type, start and duration.
            for (int field = 0; field < FIELDS_BEFORE; field++) {
                at = behind(recording, at);
            }
            byte[] number = Arrays.copyOfRange(recording, at, behind(recording, at));
            if (Arrays.equals(number, last)) {
                recording[at] ^= 1;
                number[0] ^= 1;
            }
            last = number;
            gap = gap(recording, chunk, metadata);
            chunk += (int) bytes.getLong(chunk + SIZE_AT);
        }
        out.write(recording);
        out.write(gap);
    }

    /** {@return a chunk with the same header and metadata but without events and constants} */
    private static byte[] gap(byte[] recording, int chunk, int metadata) {
        int size = 0;
        for (int at = behind(recording, metadata) - 1; at >= metadata; at--) {
            size = size << BITS | recording[at] & Byte.MAX_VALUE;
        }
        ByteBuffer gap = ByteBuffer.allocate(CHUNK_HEAD + NO_CONSTANTS.length + size);
        gap.put(recording, chunk, CHUNK_HEAD).put(NO_CONSTANTS).put(recording, metadata, size);
        gap.putLong(SIZE_AT, gap.capacity());
        gap.putLong(CONSTANTS_AT, CHUNK_HEAD);
        gap.putLong(METADATA_AT, CHUNK_HEAD + NO_CONSTANTS.length);
        return gap.array();
    }

    /** {@return the index after a variable-length number; its last byte is positive, or the ninth} */
    private static int behind(byte[] recording, int at) {
        int end = at;
        while (recording[end] < 0 && end < at + LONGEST - 1) {
            end++;
        }
        return end + 1;
    }

    public void discard() {
        try {
            remove(parts);
            lock.close();
        } catch (IOException e) {
            // The recordings remain in the user's folder.
            return;
        }
    }

    private static void remove(Path parts) throws IOException {
        try (DirectoryStream<Path> found = Files.newDirectoryStream(parts)) {
            for (Path part : found) {
                Files.delete(part);
            }
        }
        Files.delete(parts);
    }
}
