// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.engine;

import static java.lang.foreign.ValueLayout.JAVA_BYTE;

import io.shmem4j.config.Platform;
import io.shmem4j.spi.SymmetricObject;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel.MapMode;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.channels.OverlappingFileLockException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.util.Set;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Stream;
import java.util.zip.CRC32C;

/**
 * A snapshot in a file.
 *
 * <pre>
 *   0       magic (long) | 8 bytes of the header (int) | 12 checksum of the header (int)
 *   16      header, see {@link SnapshotHeader}
 *   sums    for each PE: checksum of its data (long)
 *   data    for each PE: its objects, concatenated
 * </pre>
 * Numbers are big-endian, data are as in memory. A file appears under its name when it is complete: it is written under
 * a temporary name, forced to the disk, and renamed. So a job that is killed meanwhile leaves the previous snapshot.
 * The temporary name is unique to the process, so jobs that write the same snapshot do not disturb each other. A lock
 * on the temporary file marks it as a running process's; the file of a killed process has no lock.
 *
 * <p>Mapped bytes are copied to the Java heap before they are used. A fault in a copy, such as that of a missing page,
 * becomes an error that can be caught, whereas a fault in a checksum kills the JVM.
 */
public final class SnapshotFile implements AutoCloseable {
    private static final long MAGIC = 0x73686d656d736e31L;
    private static final int PREFIX = 16;
    private static final int LONGEST_HEADER = 1 << 28;
    private static final int CHUNK = 1 << 20;
    private static final String PART = ".part";

    /** Two PEs of one process may write. */
    private static final AtomicInteger PARTS = new AtomicInteger();

    private final Path file;
    /** Shared, because a simulated PE may continue in another thread after a wait. */
    private final Arena arena = Arena.ofShared();
    private final MemorySegment memory;
    private final SnapshotHeader header;
    private final long sums;

    public interface Source {
        MemorySegment bytes(int pe, SymmetricObject object);
    }

    public SnapshotFile(Path file) throws IOException {
        this.file = file;
        if (Files.exists(file) && !Files.isRegularFile(file)) {
            // Opening a pipe would block.
            throw new IOException(file + " can't be read as a snapshot: it is not a snapshot");
        }
        try (FileChannel channel = FileChannel.open(file, StandardOpenOption.READ)) {
            header = header(channel);
            sums = PREFIX + length(channel);
            long size = data() + Math.multiplyExact(header.bytesPerPe(), (long) header.nPes());
            if (channel.size() != size) {
                throw new IOException("it has " + channel.size() + " bytes, not " + size + "; it is incomplete");
            }
            memory = channel.map(MapMode.READ_ONLY, 0, size, arena);
        } catch (NoSuchFileException e) {
            arena.close();
            throw new IOException("there is no file " + file, e);
        } catch (IOException | RuntimeException e) {
            arena.close();
            throw new IOException(file + " can't be read as a snapshot: " + e.getMessage(), e);
        }
    }

    private static SnapshotHeader header(FileChannel channel) throws IOException {
        ByteBuffer prefix = ByteBuffer.allocate(PREFIX);
        int length = channel.size() < PREFIX ? -1 : length(channel);
        channel.read(prefix, 0);
        if (length < 0 || length > channel.size() - PREFIX || prefix.getLong(0) != MAGIC) {
            throw new IOException("it is not a snapshot");
        }
        ByteBuffer text = ByteBuffer.allocate(length);
        while (text.hasRemaining() && channel.read(text, PREFIX + text.position()) > 0) {
            // A read may return only a part.
        }
        if (text.hasRemaining() || checksum(text.flip()) != prefix.getInt(12)) {
            throw new IOException("its header is damaged");
        }
        return SnapshotHeader.decode(text.array());
    }

    private static int length(FileChannel channel) throws IOException {
        ByteBuffer length = ByteBuffer.allocate(Integer.BYTES);
        channel.read(length, Long.BYTES);
        int bytes = length.getInt(0);
        return bytes > LONGEST_HEADER || bytes > channel.size() - PREFIX ? -1 : bytes;
    }

    public SnapshotHeader header() {
        return header;
    }

    public MemorySegment bytes(int pe, int index) {
        long before = header.objects().subList(0, index).stream().mapToLong(SymmetricObject::bytes).sum();
        return memory.asSlice(data() + pe * header.bytesPerPe() + before, header.objects().get(index).bytes());
    }

    /** Checks that a PE's data are unchanged. */
    public void verify(int pe) throws IOException {
        CRC32C sum = new CRC32C();
        copy(memory.asSlice(data() + pe * header.bytesPerPe(), header.bytesPerPe()), sum, null);
        ByteBuffer expected = memory.asSlice(sums + (long) pe * Long.BYTES, Long.BYTES).asByteBuffer();
        if (sum.getValue() != expected.getLong(0)) {
            throw new IOException(file + " is damaged: the data of PE " + pe + " have changed since they were written");
        }
    }

    private long data() {
        return sums + (long) header.nPes() * Long.BYTES;
    }

    @Override
    public void close() {
        arena.close();
    }

    /** {@return whether a snapshot can have this name: the folder exists, and the name is free or a regular file} */
    public static boolean hasPlace(Path file) {
        return (Files.isRegularFile(file) || !Files.exists(file))
            && Files.isDirectory(file.toAbsolutePath().getParent());
    }

    /** Writes a snapshot. Replaces an older one, which stays if writing fails. */
    public static void write(Path file, SnapshotHeader header, Source source) throws IOException {
        if (!hasPlace(file)) {
            throw new IOException(file + " is not a file that can be written");
        }
        removeParts(file);
        Path part = file.resolveSibling(file.getFileName() + "." + ProcessHandle.current().pid() + "-"
            + PARTS.incrementAndGet() + PART);
        try (FileChannel channel = FileChannel.open(part, Set.of(StandardOpenOption.CREATE_NEW,
            StandardOpenOption.WRITE, LinkOption.NOFOLLOW_LINKS), Platform.ownersOnly());
            FileLock _ = lock(channel)) {
            byte[] text = header.encode();
            ByteBuffer head = ByteBuffer.allocate(PREFIX + text.length + header.nPes() * Long.BYTES);
            head.putLong(MAGIC).putInt(text.length).putInt(checksum(ByteBuffer.wrap(text))).put(text);
            channel.position(head.capacity());
            for (int pe = 0; pe < header.nPes(); pe++) {
                head.putLong(data(channel, header, source, pe));
            }
            head.flip();
            channel.position(0);
            while (head.hasRemaining()) {
                channel.write(head);
            }
            channel.force(true);
            Files.move(part, file, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
        } finally {
            Files.deleteIfExists(part);
        }
    }

    /** {@return the lock on a part; null if the file system has no locks, and then no part is ever removed} */
    private static FileLock lock(FileChannel part) {
        try {
            return part.tryLock();
        } catch (IOException e) {
            return null;
        }
    }

    /** Removes the parts of processes that were killed while they wrote a snapshot. */
    public static void removeParts(Path file) {
        Path folder = file.toAbsolutePath().getParent();
        String name = file.getFileName().toString();
        try (Stream<Path> there = Files.list(folder)) {
            there.filter(one -> isPart(one.getFileName().toString(), name)).forEach(SnapshotFile::removeAbandoned);
        } catch (IOException | UncheckedIOException e) {
            // Writing the snapshot will report the error.
        }
    }

    private static boolean isPart(String name, String ofFile) {
        return name.startsWith(ofFile + ".") && name.substring(ofFile.length()).matches("(\\.\\d+-\\d+)?\\.part");
    }

    private static void removeAbandoned(Path part) {
        try (FileChannel channel = FileChannel.open(part, StandardOpenOption.WRITE, LinkOption.NOFOLLOW_LINKS);
            FileLock lock = channel.tryLock()) {
            if (lock != null) {
                Files.deleteIfExists(part);
            }
        } catch (IOException | OverlappingFileLockException e) {
            // The part belongs to another user, or to this process.
        }
    }

    private static long data(FileChannel channel, SnapshotHeader header, Source source, int pe) throws IOException {
        CRC32C sum = new CRC32C();
        for (SymmetricObject object : header.objects()) {
            copy(source.bytes(pe, object), sum, channel);
        }
        return sum.getValue();
    }

    /** Adds bytes to a checksum, and to a file if there is one. */
    private static void copy(MemorySegment bytes, CRC32C sum, FileChannel channel) throws IOException {
        byte[] chunk = new byte[(int) Math.min(CHUNK, bytes.byteSize())];
        for (long done = 0; done < bytes.byteSize(); done += chunk.length) {
            int count = (int) Math.min(chunk.length, bytes.byteSize() - done);
            MemorySegment.copy(bytes, JAVA_BYTE, done, chunk, 0, count);
            sum.update(chunk, 0, count);
            ByteBuffer rest = ByteBuffer.wrap(chunk, 0, count);
            while (channel != null && rest.hasRemaining()) {
                channel.write(rest);
            }
        }
    }

    private static int checksum(ByteBuffer bytes) {
        CRC32C sum = new CRC32C();
        sum.update(bytes.duplicate());
        return (int) sum.getValue();
    }
}
