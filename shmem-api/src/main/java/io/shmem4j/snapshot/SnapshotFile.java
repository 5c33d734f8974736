// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.snapshot;

import io.shmem4j.spi.SymmetricObject;
import java.io.IOException;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.channels.FileChannel.MapMode;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Set;
import java.util.zip.CRC32C;

/**
 * A snapshot in a file.
 *
 * <pre>
 *   0       magic (long) | 8 bytes of the header (int) | 12 checksum of the header (int)
 *   16      header, see {@link SnapshotHeader}
 *   sums    for each PE: checksum of its data (long)
 *   data    for each PE: its objects, one after the other
 * </pre>
 * Numbers are big-endian, data are as they lie in memory. A file appears under its name when it is whole: it is written
 * under another one, brought to the disk, and renamed, so a job that is killed meanwhile leaves the snapshot before.
 */
public final class SnapshotFile implements AutoCloseable {
    private static final long MAGIC = 0x73686d656d736e31L;
    private static final int PREFIX = 16;
    private static final int LONGEST_HEADER = 1 << 28;
    private static final long CHUNK = 64L << 20;

    private final Path file;
    /** Shared, because a simulated PE that has waited meanwhile may go on in another thread. */
    private final Arena arena = Arena.ofShared();
    private final MemorySegment memory;
    private final SnapshotHeader header;
    private final long sums;

    /** What is saved. */
    public interface Source {
        /** {@return one PE's copy of an object} @param pe whose @param object of the header */
        MemorySegment bytes(int pe, SymmetricObject object);
    }

    /**
     * Opens a snapshot.
     *
     * @param file the file
     * @throws IOException if it is none, or not whole
     */
    public SnapshotFile(Path file) throws IOException {
        this.file = file;
        if (Files.exists(file) && !Files.isRegularFile(file)) {
            // To open a pipe would block.
            throw new IOException(file + " can't be read as a snapshot: it is no snapshot");
        }
        try (FileChannel channel = FileChannel.open(file, StandardOpenOption.READ)) {
            header = header(channel);
            sums = PREFIX + length(channel);
            long size = data() + Math.multiplyExact(header.bytesPerPe(), (long) header.nPes());
            if (channel.size() != size) {
                throw new IOException("it has " + channel.size() + " bytes, not " + size + "; it is not whole");
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
            throw new IOException("it is no snapshot");
        }
        ByteBuffer text = ByteBuffer.allocate(length);
        while (text.hasRemaining() && channel.read(text, PREFIX + text.position()) > 0) {
            continue;
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

    /** {@return what it says of its job} */
    public SnapshotHeader header() {
        return header;
    }

    /**
     * {@return one PE's copy of an object}
     *
     * @param pe    whose
     * @param index of the object in the header
     */
    public MemorySegment bytes(int pe, int index) {
        long before = header.objects().subList(0, index).stream().mapToLong(SymmetricObject::bytes).sum();
        return memory.asSlice(data() + pe * header.bytesPerPe() + before, header.objects().get(index).bytes());
    }

    /**
     * Makes sure that a PE's data are as they were written.
     *
     * @param pe whose
     * @throws IOException if they are not
     */
    public void verify(int pe) throws IOException {
        CRC32C sum = new CRC32C();
        add(sum, memory.asSlice(data() + pe * header.bytesPerPe(), header.bytesPerPe()));
        ByteBuffer expected = memory.asSlice(sums + (long) pe * Long.BYTES, Long.BYTES).asByteBuffer();
        if (sum.getValue() != expected.getLong(0)) {
            throw new IOException(file + " is damaged: the data of PE " + pe + " are not those that were written");
        }
    }

    private long data() {
        return sums + (long) header.nPes() * Long.BYTES;
    }

    @Override
    public void close() {
        arena.close();
    }

    /**
     * Writes a snapshot, in place of one that may be there.
     *
     * @param file   the file
     * @param header what to say of the job
     * @param source the data
     * @throws IOException if it can't be written; what was there before is then untouched
     */
    public static void write(Path file, SnapshotHeader header, Source source) throws IOException {
        Path part = file.resolveSibling(file.getFileName() + ".part");
        Files.deleteIfExists(part);
        try (FileChannel channel = FileChannel.open(part, Set.of(StandardOpenOption.CREATE_NEW,
            StandardOpenOption.WRITE, LinkOption.NOFOLLOW_LINKS),
            PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rw-------")))) {
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

    private static long data(FileChannel channel, SnapshotHeader header, Source source, int pe) throws IOException {
        CRC32C sum = new CRC32C();
        for (SymmetricObject object : header.objects()) {
            MemorySegment bytes = source.bytes(pe, object);
            add(sum, bytes);
            for (long done = 0; done < bytes.byteSize(); done += CHUNK) {
                ByteBuffer chunk = bytes.asSlice(done, Math.min(CHUNK, bytes.byteSize() - done)).asByteBuffer();
                while (chunk.hasRemaining()) {
                    channel.write(chunk);
                }
            }
        }
        return sum.getValue();
    }

    private static void add(CRC32C sum, MemorySegment bytes) {
        for (long done = 0; done < bytes.byteSize(); done += CHUNK) {
            sum.update(bytes.asSlice(done, Math.min(CHUNK, bytes.byteSize() - done)).asByteBuffer());
        }
    }

    private static int checksum(ByteBuffer bytes) {
        CRC32C sum = new CRC32C();
        sum.update(bytes.duplicate());
        return (int) sum.getValue();
    }
}
