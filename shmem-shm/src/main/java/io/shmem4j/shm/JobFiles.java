// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.shm;

import static java.lang.foreign.ValueLayout.JAVA_LONG;

import io.shmem4j.config.Platform;
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
 * The files of a job: {@value #CONTROL}, {@value #HEAP}, the launcher's {@value #COSTS}, {@value #FAILURES} of PEs, and
 * {@value #LOCK}, which the launcher keeps locked. Their folder is accessible to its owner only. Files are sparse,
 * created exclusively, and opened without following links. The folder's name contains the user's id and a random job
 * id, so other users can't create it in advance. Names of joined jobs are predictable and get a number if another user
 * has taken them, see {@link OwnJobs#joined}.
 */
public record JobFiles(Path folder) {
    public static final String CONTROL = "control";
    /** The file with all PEs' memory. */
    public static final String HEAP = "heap";
    /** The file that the launcher keeps locked while it runs. */
    public static final String LOCK = "launcher.lock";
    /** The file to which PEs append uncaught throwables, if the launcher reads it. */
    public static final String FAILURES = "failures";
    /** Suffix of a file that is being written. */
    private static final String ASIDE = ".new";
    /** The file with the settings that joining JVMs must share. */
    public static final String SETTINGS = "settings";
    /** The file with races found by the detector. */
    public static final String RACES_FOUND = "races.found";
    /** Prefix of the file with a PE's wait in a joined job, followed by the PE's number. */
    public static final String WAITS = "waits-";
    public static final String COSTS = "costs";
    /** Prefix of jars that the launcher has compiled. */
    private static final String CLASSES = "classes-";
    /** Prefix of job folders, followed by the ids of user and job. */
    public static final String PREFIX = "shmem4j-";
    /** Separates the job's name from a random suffix while a folder is being created or deleted. */
    public static final String APART = ".";
    /** Separates a joined job's name from a number if another user has the plain name. */
    static final String AGAIN = "~";

    private static final List<String> NAMES = List.of(HEAP, CONTROL, COSTS, FAILURES, SETTINGS, NodePart.FILE,
        NodePart.CARDS, LOCK);
    /** Pattern of optional files. */
    private static final String OTHERS = "{" + CLASSES + "*.jar," + WAITS + "*,"
        + QuestionFile.FILES + ",races," + RACES_FOUND + ",*" + ASIDE + "}";
    private static final int PASSES = 3;

    /** Bit mask for the type of a file, and its value for regular files. */
    private static final int TYPE = 0170000;
    private static final int REGULAR = 0100000;
    /** Permissions for the owner only. */
    static final FileAttribute<?> PRIVATE =
        PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rw-------"));
    private static final Set<StandardOpenOption> CREATE =
        Set.of(StandardOpenOption.CREATE_NEW, StandardOpenOption.READ, StandardOpenOption.WRITE);

    /** Creates the folder and files of a job; the id comes from {@link #newJobId}. */
    public static JobFiles create(Path parent, String jobId, int nPes, long heapBytes) throws IOException {
        return create(parent, jobId, nPes, heapBytes, NodePart.whole(jobId, nPes));
    }

    /** Creates the folder and files of a job's part on one node. */
    public static JobFiles create(Path parent, String jobId, int nPes, long heapBytes, NodePart part)
        throws IOException {
        return create(parent, jobId, nPes, heapBytes, SystemLayout.stride(nPes, heapBytes), part.isWhole() ? nPes
            : nPes + 1, part);
    }

    /**
     * Creates a folder with more memory per PE, and for more PEs, than the job needs, because JVMs map all jobs that
     * they join at the same addresses.
     */
    static JobFiles create(Path parent, String jobId, int nPes, long heapBytes, long stride, int regions, NodePart part)
        throws IOException {
        Path folder = parent.resolve(prefix() + jobId);
        Files.createDirectory(folder,
            PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rwx------")));
        JobFiles files = new JobFiles(folder);
        try {
            // Longer than all PEs' memory, so that it can be mapped at an aligned address.
            make(files.file(HEAP), Math.addExact(Math.multiplyExact(stride, regions), SystemLayout.ALIGNMENT)).close();
            if (!part.isWhole()) {
                part.write(files);
            }
            try (FileChannel channel = make(files.file(CONTROL), ControlLayout.bytes(nPes)); Arena arena =
                Arena.ofConfined()) {
                fill(channel);
                MemorySegment control = channel.map(FileChannel.MapMode.READ_WRITE, 0, channel.size(), arena);
                control.set(JAVA_LONG, ControlLayout.PID_NAMESPACE, pidNamespace());
                ControlFile.begin(control, nPes, heapBytes, stride);
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
        // SecureRandom would take longer than everything else about creating a job.
        try (InputStream random = Files.newInputStream(Path.of("/dev/urandom"))) {
            return HexFormat.of().formatHex(random.readNBytes(8));
        }
    }

    /** {@return the job's id, which is the unique part of the folder's name} */
    public String id() {
        String name = folder.getFileName().toString();
        return name.substring(name.indexOf('-', PREFIX.length()) + 1);
    }

    /** {@return the name of the whole job, equal on all nodes} */
    public String job() {
        return id().split("[.~]", 2)[0];
    }

    /** {@return the common prefix of this user's job folders} */
    public static String prefix() throws IOException {
        return PREFIX + user() + "-";
    }

    /** {@return the name of the jar for a program given as a source file, by the program's first PE} */
    public static String classes(int firstPe) {
        return CLASSES + firstPe + ".jar";
    }

    public Path file(String name) {
        return folder.resolve(name);
    }

    /** Opens a file for reading and writing, without following links. */
    public FileChannel open(String name) throws IOException {
        requireOwn(name);
        return FileChannel.open(file(name),
            Set.of(StandardOpenOption.READ, StandardOpenOption.WRITE, LinkOption.NOFOLLOW_LINKS));
    }

    /** Opens a file for reading, without following links. */
    public FileChannel openToRead(String name) throws IOException {
        requireOwn(name);
        return FileChannel.open(file(name), Set.of(StandardOpenOption.READ, LinkOption.NOFOLLOW_LINKS));
    }

    /**
     * Rejects a file unless it is regular and this user's: opening a pipe would block. No other user can replace it
     * before it is opened, because {@link OwnJobs} only accepts folders that other users can't write to.
     */
    void requireOwn(String name) throws IOException {
        Map<String, Object> found = Files.readAttributes(file(name), "unix:mode,uid", LinkOption.NOFOLLOW_LINKS);
        if (((int) found.get("mode") & TYPE) != REGULAR || !found.get("uid").equals(user())) {
            throw new IOException(file(name) + " is no file of this user");
        }
    }

    static Object user() throws IOException {
        if (!Platform.LINUX) {
            throw new IOException("a job of processes" + Platform.NEEDS_LINUX);
        }
        return Files.getAttribute(Path.of("/proc/self"), "unix:uid");
    }

    /** {@return the inode of the namespace of this process's id, 0 if the system doesn't say} */
    static long pidNamespace() {
        try {
            return (long) Files.getAttribute(Path.of("/proc/self/ns/pid"), "unix:ino");
        } catch (IOException e) {
            return 0;
        }
    }

    /** Creates a file for the owner only. */
    public void write(String name, String text) throws IOException {
        write(name, text.getBytes(StandardCharsets.UTF_8));
    }

    /** Creates a file for the owner only. */
    public void write(String name, byte[] bytes) throws IOException {
        try (FileChannel channel = create(file(name))) {
            ByteBuffer rest = ByteBuffer.wrap(bytes);
            while (rest.hasRemaining()) {
                channel.write(rest);
            }
        }
    }

    /** Creates a file atomically, so that readers find all of it or none. */
    void writeWhole(String name, String text) throws IOException {
        writeWhole(name, text.getBytes(StandardCharsets.UTF_8));
    }

    /** Creates or replaces a file atomically; there must be a single writer. */
    public void writeWhole(String name, byte[] bytes) throws IOException {
        Files.deleteIfExists(file(name + ASIDE));
        write(name + ASIDE, bytes);
        Files.move(file(name + ASIDE), file(name), StandardCopyOption.ATOMIC_MOVE);
    }

    public byte[] read(String name) throws IOException {
        requireOwn(name);
        return Files.readAllBytes(file(name));
    }

    /** Renames the folder, so that the job can no longer be found, and {@return its files under the new name} */
    public JobFiles putAside() throws IOException {
        JobFiles aside = new JobFiles(folder.resolveSibling(folder.getFileName() + APART + newJobId()));
        Files.move(folder, aside.folder, StandardCopyOption.ATOMIC_MOVE);
        return aside;
    }

    /** Deletes the files and the folder, including files that tools create meanwhile; begins anew after an Error. */
    public void delete() {
        try {
            deleteAll();
        } catch (Error e) {
            deleteAll();
            throw e;
        }
    }

    private void deleteAll() {
        int passes = 1;
        while (!deleteOnce() && passes < PASSES) {
            passes++;
        }
    }

    /** {@return whether the folder is gone, or contains files that are not the job's} */
    private boolean deleteOnce() {
        boolean found = false;
        try (DirectoryStream<Path> files = Files.newDirectoryStream(folder, OTHERS)) {
            for (Path file : files) {
                found |= Files.deleteIfExists(file);
            }
        } catch (IOException | DirectoryIteratorException e) {
            // Ignored: deleting the folder will succeed or fail as well.
        }
        for (String name : NAMES) {
            try {
                found |= Files.deleteIfExists(file(name));
            } catch (IOException e) {
                // Another process is deleting the same files, or the user has put files here.
            }
        }
        try {
            Files.deleteIfExists(folder);
            return true;
        } catch (IOException e) {
            return !found;
        }
    }

    /** Writes the file in full, so that messages fit even if the file system becomes full. */
    private static void fill(FileChannel channel) throws IOException {
        ByteBuffer zeros = ByteBuffer.allocate((int) channel.size());
        while (zeros.hasRemaining()) {
            channel.write(zeros, zeros.position());
        }
    }

    private static FileChannel make(Path file, long bytes) throws IOException {
        FileChannel channel = create(file);
        try {
            channel.write(ByteBuffer.allocate(1), bytes - 1);
            return channel;
        } catch (IOException e) {
            channel.close();
            throw e;
        }
    }

    private static FileChannel create(Path file) throws IOException {
        return FileChannel.open(file, CREATE, PRIVATE);
    }
}
