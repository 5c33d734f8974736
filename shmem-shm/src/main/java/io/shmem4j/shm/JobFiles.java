// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.shm;

import static java.lang.foreign.ValueLayout.JAVA_INT;
import static java.lang.foreign.ValueLayout.JAVA_LONG;

import io.shmem4j.spi.SystemLayout;
import java.io.IOException;
import java.io.InputStream;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.DirectoryIteratorException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.FileAttribute;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * The files of one job: {@value #CONTROL}, {@value #HEAP}, the launcher's copy of {@value #COSTS}, the
 * {@value #FAILURES} of PEs, and the {@value #LOCK} that the launcher holds, in a folder only the user can enter. Files
 * are sparse; they are created exclusively and never through a link. The folder's name has the user's number and a job
 * id that nobody can guess, so another user can neither plant nor block it. Names by which JVMs join can be guessed,
 * and get a number where another user has them, see {@link OwnJobs#joined}.
 */
public record JobFiles(Path folder) {
    public static final String CONTROL = "control";
    /** Name of the file with every PE's region. */
    public static final String HEAP = "heap";
    /** Name of the file whose lock the launcher holds while it lives. */
    public static final String LOCK = "launcher.lock";
    /** Name of the file in which PEs leave their uncaught throwables; it exists where the launcher reads it. */
    public static final String FAILURES = "failures";
    /** Suffix of a file that is being written. */
    private static final String ASIDE = ".new";
    /** Name of the file with the common settings of joining JVMs. */
    public static final String SETTINGS = "settings";
    /** Name of the file with the races that the detector has found. */
    public static final String RACES_FOUND = "races.found";
    /** Name of the file with a PE's wait in a job that JVMs have joined; the PE's number follows. */
    public static final String WAITS = "waits-";
    public static final String COSTS = "costs";
    /** Prefix of jars that the launcher has compiled. */
    private static final String CLASSES = "classes-";
    /** Prefix of job folders; the user's id and the job's follow. */
    public static final String PREFIX = "shmem4j-";
    /** Separates a job's name from the rest of a folder's name while JVMs make or remove the folder. */
    public static final String APART = ".";
    /** Separates the name of a joined job from a number, if other users have folders of that name. */
    static final String AGAIN = "~";

    private static final List<String> NAMES = List.of(HEAP, CONTROL, COSTS, FAILURES, SETTINGS, NodePart.FILE,
        NodePart.CARDS, LOCK);
    /** Files that some jobs have. */
    private static final String OTHERS = "{" + CLASSES + "*.jar," + WAITS + "*,"
        + QuestionFile.FILES + ",races," + RACES_FOUND + ",*" + ASIDE + "}";
    private static final int PASSES = 3;

    /** Mask of a file's type in its mode, and its value for a regular file. */
    private static final int TYPE = 0170000;
    private static final int REGULAR = 0100000;
    /** Permissions of a file that only the user can read and write. */
    static final FileAttribute<?> PRIVATE =
        PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rw-------"));
    private static final Set<StandardOpenOption> CREATE =
        Set.of(StandardOpenOption.CREATE_NEW, StandardOpenOption.READ, StandardOpenOption.WRITE);

    /** Makes the folder and its files; the job's id is unique among the user's, see {@link #newJobId}. */
    public static JobFiles create(Path parent, String jobId, int nPes, long heapBytes) throws IOException {
        return create(parent, jobId, nPes, heapBytes, NodePart.whole(jobId, nPes));
    }

    /** Makes the folder and its files on one node. */
    public static JobFiles create(Path parent, String jobId, int nPes, long heapBytes, NodePart part)
        throws IOException {
        return create(parent, jobId, nPes, heapBytes, SystemLayout.stride(nPes, heapBytes), part.isWhole() ? nPes
            : nPes + 1, part);
    }

    /**
     * Makes the folder and its files with more room for each PE, and for more PEs, than the job needs: JVMs that join
     * one job after the other map all of them at the same places.
     */
    static JobFiles create(Path parent, String jobId, int nPes, long heapBytes, long stride, int regions, NodePart part)
        throws IOException {
        Path folder = parent.resolve(prefix() + jobId);
        Files.createDirectory(folder,
            PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rwx------")));
        JobFiles files = new JobFiles(folder);
        try {
            // Longer than the regions, so that processes can map them at aligned addresses.
            make(files.file(HEAP), Math.addExact(Math.multiplyExact(stride, regions), SystemLayout.ALIGNMENT)).close();
            if (!part.isWhole()) {
                part.write(files);
            }
            try (FileChannel channel = make(files.file(CONTROL), ControlLayout.bytes(nPes)); Arena arena =
                Arena.ofConfined()) {
                fill(channel);
                MemorySegment control = channel.map(FileChannel.MapMode.READ_WRITE, 0, channel.size(), arena);
                control.set(JAVA_INT, ControlLayout.FORMAT_AT, ControlLayout.FORMAT);
                control.set(JAVA_INT, ControlLayout.PES, nPes);
                control.set(JAVA_LONG, ControlLayout.HEAP_BYTES, heapBytes);
                control.set(JAVA_LONG, ControlLayout.STRIDE, stride);
                control.set(JAVA_LONG, ControlLayout.OBJECTS, SystemLayout.objects(nPes));
                control.set(JAVA_LONG, ControlLayout.HEAP, SystemLayout.heap(nPes));
                control.set(JAVA_LONG, ControlLayout.LAUNCHER_PID, ProcessHandle.current().pid());
                control.set(JAVA_LONG, ControlLayout.STARTED_MS, System.currentTimeMillis());
                control.set(JAVA_LONG, ControlLayout.MAGIC_AT, ControlLayout.MAGIC);
            }
            make(files.file(LOCK), 1).close();
            return files;
        } catch (IOException | RuntimeException e) {
            files.delete();
            throw e;
        }
    }

    /** {@return a job id of 64 random bits} */
    public static String newJobId() throws IOException {
        // SecureRandom would cost a start-up more than all the rest of making a job.
        try (InputStream random = Files.newInputStream(Path.of("/dev/urandom"))) {
            return HexFormat.of().formatHex(random.readNBytes(8));
        }
    }

    /** {@return the job's name for its user, the part of the folder's name that no other job has} */
    public String id() {
        String name = folder.getFileName().toString();
        return name.substring(name.indexOf('-', PREFIX.length()) + 1);
    }

    /** {@return the name of the whole job, which its parts on several nodes share} */
    public String job() {
        return id().split("[.~]", 2)[0];
    }

    /** {@return how the names of this user's job folders start} */
    public static String prefix() throws IOException {
        return PREFIX + user() + "-";
    }

    /** {@return the name of the jar with the classes of a program that was given as a source file, by its first PE} */
    public static String classes(int firstPe) {
        return CLASSES + firstPe + ".jar";
    }

    public Path file(String name) {
        return folder.resolve(name);
    }

    /** Opens a file without following links. */
    public FileChannel open(String name) throws IOException {
        requireOwn(name);
        return FileChannel.open(file(name),
            Set.of(StandardOpenOption.READ, StandardOpenOption.WRITE, LinkOption.NOFOLLOW_LINKS));
    }

    /** Opens a file to look at it, without following links. */
    public FileChannel openToRead(String name) throws IOException {
        requireOwn(name);
        return FileChannel.open(file(name), Set.of(StandardOpenOption.READ, LinkOption.NOFOLLOW_LINKS));
    }

    /**
     * Refuses anything but regular files of this user, because opening a pipe would block. Nobody else can exchange the
     * file between this look and the opening, because only the user can write in a folder that {@link OwnJobs} accepts.
     */
    void requireOwn(String name) throws IOException {
        Map<String, Object> found = Files.readAttributes(file(name), "unix:mode,uid", LinkOption.NOFOLLOW_LINKS);
        if (((int) found.get("mode") & TYPE) != REGULAR || !found.get("uid").equals(user())) {
            throw new IOException(file(name) + " is no file of this user");
        }
    }

    static Object user() throws IOException {
        return Files.getAttribute(Path.of("/proc/self"), "unix:uid");
    }

    /** Makes one of the files, which only the user can read and write, with a text. */
    public void write(String name, String text) throws IOException {
        write(name, text.getBytes(StandardCharsets.UTF_8));
    }

    /** Makes one of the files, which only the user can read and write. */
    public void write(String name, byte[] bytes) throws IOException {
        try (FileChannel channel = create(file(name))) {
            ByteBuffer rest = ByteBuffer.wrap(bytes);
            while (rest.hasRemaining()) {
                channel.write(rest);
            }
        }
    }

    /** Makes one of the files for readers that must not see a part of it: under its name it is whole. */
    void writeWhole(String name, String text) throws IOException {
        writeWhole(name, text.getBytes(StandardCharsets.UTF_8));
    }

    /** The same in the place of an older file; one process writes it. */
    public void writeWhole(String name, byte[] bytes) throws IOException {
        Files.deleteIfExists(file(name + ASIDE));
        write(name + ASIDE, bytes);
        Files.move(file(name + ASIDE), file(name), StandardCopyOption.ATOMIC_MOVE);
    }

    public byte[] read(String name) throws IOException {
        requireOwn(name);
        return Files.readAllBytes(file(name));
    }

    /** Gives the folder another name, under which nobody looks for the job, and {@return the same files there} */
    public JobFiles putAside() throws IOException {
        Path aside = folder.resolveSibling(folder.getFileName() + APART + newJobId());
        Files.move(folder, aside, StandardCopyOption.ATOMIC_MOVE);
        return new JobFiles(aside);
    }

    /** Removes the files and the folder, also a file that a tool makes meanwhile; what is gone already is fine. */
    public void delete() {
        int passes = 1;
        while (!deleteOnce() && passes < PASSES) {
            passes++;
        }
    }

    /** {@return whether the folder is gone, or has files that are not the job's} */
    private boolean deleteOnce() {
        boolean found = false;
        try (DirectoryStream<Path> files = Files.newDirectoryStream(folder, OTHERS)) {
            for (Path file : files) {
                found |= Files.deleteIfExists(file);
            }
        } catch (IOException | DirectoryIteratorException e) {
            // They go with the folder, or it stays and says so.
        }
        for (String name : NAMES) {
            try {
                found |= Files.deleteIfExists(file(name));
            } catch (IOException e) {
                // Another process of the job is removing the same files, or the user put some of their own there.
                continue;
            }
        }
        try {
            Files.deleteIfExists(folder);
            return true;
        } catch (IOException e) {
            return !found;
        }
    }

    /** Even a full file system must leave room for the messages of PEs and launcher. */
    private static void fill(FileChannel channel) throws IOException {
        ByteBuffer zeros = ByteBuffer.allocate((int) channel.size());
        while (zeros.hasRemaining()) {
            channel.write(zeros, zeros.position());
        }
    }

    private static FileChannel make(Path file, long bytes) throws IOException {
        FileChannel channel = create(file);
        channel.write(ByteBuffer.allocate(1), bytes - 1);
        return channel;
    }

    private static FileChannel create(Path file) throws IOException {
        return FileChannel.open(file, CREATE, PRIVATE);
    }
}
