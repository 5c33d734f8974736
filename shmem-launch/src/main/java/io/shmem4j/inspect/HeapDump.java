// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.inspect;

import static java.lang.foreign.ValueLayout.JAVA_BYTE;

import io.shmem4j.config.ByteSize;
import io.shmem4j.config.Setting;
import io.shmem4j.engine.SnapshotFile;
import io.shmem4j.engine.SnapshotHeader;
import io.shmem4j.hang.Visible;
import io.shmem4j.report.TextTable;
import io.shmem4j.shm.ControlFile;
import io.shmem4j.shm.HeapFile;
import io.shmem4j.shm.JobFiles;
import io.shmem4j.shm.NodePart;
import io.shmem4j.spi.SymmetricObject;
import java.io.Closeable;
import java.io.EOFException;
import java.io.IOException;
import java.io.PrintStream;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code oshrun heap dump}: prints the objects of a heap or the values of one object. */
@Command(name = "dump", sortOptions = false, separator = " ",
    description = "Lists a heap's objects, or shows what one holds: in a running job, in one that failed and was"
        + " started with --keep-files, or in a snapshot.")
final class HeapDump implements Callable<Integer> {
    private static final long MOST = 1000;

    @Parameters(index = "0", paramLabel = "JOB|FILE",
        description = "a job's name or its beginning, its folder, or a snapshot")
    private String where;

    @Parameters(index = "1", arity = "0..1", paramLabel = "OBJECT", description = "an object's name; without it all are"
        + " listed")
    private String object;

    @Option(names = "--pe", paramLabel = "PE", description = "only this PE's copy")
    private Integer pe;

    @Option(names = "--from", paramLabel = "INDEX", description = "first element, or byte of the heap with --raw")
    private long from;

    @Option(names = "--count", paramLabel = "N", description = "elements or bytes to show (default: the first " + MOST
        + ")")
    private Long count;

    @Option(names = "--raw", description = "bytes of the heap from --from on, whatever lies there")
    private boolean raw;

    @Option(names = "--shm-dir", paramLabel = "DIR",
        description = "where the jobs' files lie (default: $SHMEM_SHM_DIR, else /dev/shm)")
    private Path folder = Path.of(Setting.SHM_DIR.value());

    @Override
    public Integer call() throws IOException {
        try (Source source = source()) {
            if (pe != null && (pe < 0 || pe >= source.nPes())) {
                throw new IllegalArgumentException("there is no PE " + pe + "; they go from 0 to "
                    + (source.nPes() - 1));
            }
            if (from < 0 || count != null && count < 0 || raw && object != null) {
                throw new IllegalArgumentException(raw && object != null ? "--raw shows bytes of the heap, no object"
                    : "--from and --count take numbers from 0 on");
            }
            say(source.title());
            if (raw) {
                bytes(source);
            } else if (object != null) {
                elements(source, find(source.objects()));
            } else {
                list(source.objects());
            }
            return 0;
        }
    }

    /** {@return the snapshot file, the job folder, or the job with this name prefix} */
    private Source source() throws IOException {
        Path path = Path.of(where);
        return Files.isRegularFile(path) ? Source.of(path)
            : Source.of(Files.isDirectory(path) ? new JobFiles(path.toAbsolutePath())
            : HeapCommand.job(where, folder));
    }

    private static void list(List<SymmetricObject> objects) {
        TextTable table = new TextTable().numbers("heap offset", "size").words("type").numbers("length")
            .words("name", "allocated at");
        for (SymmetricObject one : objects) {
            table.row(one.offset(), ByteSize.format(one.bytes()), one.type(), one.length(), one.name(), one.site());
        }
        table.lines().forEach(HeapDump::say);
    }

    private static void say(String line) {
        System.out.println(Visible.of(line));
    }

    private SymmetricObject find(List<SymmetricObject> objects) {
        List<SymmetricObject> found = objects.stream().filter(one -> one.name().equals(object)).toList();
        if (found.isEmpty()) {
            throw new IllegalArgumentException("there is no object '" + object + "'; there "
                + (objects.isEmpty() ? "are none" : "are " + String.join(", ", objects.stream()
                .map(SymmetricObject::name).limit(20).toList()) + (objects.size() > 20 ? ", ..." : "")));
        }
        return found.getFirst();
    }

    private void elements(Source source, SymmetricObject one) throws IOException {
        long rest = one.length() - from;
        if (rest < 0 || count != null && count > rest) {
            throw new IllegalArgumentException("\"" + one.name() + "\" has " + one.length() + " elements");
        }
        long shown = count != null ? count : Math.min(rest, MOST);
        for (int k = first(); k < last(source); k++) {
            say("\"" + one.name() + "\" of PE " + k + ", " + one.describe()
                + (shown < one.length() ? ", elements " + from + " to " + (from + shown - 1) : ""));
            new Dump(System.out).write(source.reader.of(k, one.offset() + from * one.elementBytes(),
                shown * one.elementBytes()), shown, one.type(), one.elementBytes(), from);
        }
    }

    private void bytes(Source source) throws IOException {
        long shown = count != null ? count : Math.clamp(source.end() - from, 0, MOST);
        for (int k = first(); k < last(source); k++) {
            System.out.println("heap of PE " + k);
            new Dump(System.out).write(source.reader.of(k, from, shown), shown, "SymmetricBytes", 1, from);
        }
    }

    private int first() {
        return pe == null ? 0 : pe;
    }

    private int last(Source source) {
        return pe == null ? source.nPes() : pe + 1;
    }

    /**
     * Heaps to dump. Offsets count from the start of a PE's heap.
     *
     * @param end     end of the readable bytes
     * @param objects sorted by offset
     * @param closing releases the files
     */
    private record Source(String title, int nPes, long end, List<SymmetricObject> objects, Bytes reader,
        Closeable closing) implements Closeable {
        interface Bytes {
            Range of(int pe, long offset, long bytes) throws IOException;
        }

        /** Reads bytes at an offset from the range's start. */
        interface Range {
            MemorySegment at(long offset, long bytes) throws IOException;
        }

        /** {@return the live heaps of a running job, or those kept from a failed job} */
        static Source of(JobFiles files) throws IOException {
            try (Arena arena = Arena.ofConfined()) {
                HeapFile heap = new HeapFile(files, ControlFile.look(files, arena));
                FileChannel channel = files.openToRead(JobFiles.HEAP);
                NodePart part = NodePart.of(files, heap.nPes());
                return new Source("job " + files.id() + ": " + pes(heap.nPes()) + ", heap "
                    + ByteSize.format(heap.heapBytes()) + " each", heap.nPes(), heap.heapBytes(),
                    heap.objects().stream().map(object -> object.movedBy(-heap.start())).toList(),
                    (pe, offset, bytes) -> {
                        if (offset < 0 || bytes < 0 || offset > heap.heapBytes() - bytes) {
                            throw new IOException("a heap has " + heap.heapBytes() + " bytes");
                        }
                        if (!part.has(pe)) {
                            throw new IOException("PE " + pe + " runs on another node; " + files.folder()
                                + " has those from " + part.first() + " to " + (part.first() + part.count() - 1));
                        }
                        long start = heap.position(pe, heap.start() + offset);
                        return (at, size) -> read(channel, start + at, size);
                    }, () -> {
                        heap.close();
                        channel.close();
                    });
            }
        }

        /** Reads the file, because an access to a mapped page that no PE has touched takes one from the job. */
        private static MemorySegment read(FileChannel channel, long position, long bytes) throws IOException {
            ByteBuffer buffer = ByteBuffer.allocate((int) bytes);
            while (buffer.hasRemaining()) {
                if (channel.read(buffer, position + buffer.position()) < 0) {
                    throw new EOFException("the job's heap file has been cut off");
                }
            }
            return MemorySegment.ofBuffer(buffer.flip());
        }

        static Source of(Path file) throws IOException {
            SnapshotFile snapshot = new SnapshotFile(file);
            SnapshotHeader header = snapshot.header();
            return new Source("snapshot " + file + ": " + header.program() + ", " + pes(header.nPes()) + ", written "
                + Instant.ofEpochMilli(header.writtenMillis()), header.nPes(), header.objects().stream()
                .mapToLong(object -> object.offset() + object.bytes()).max().orElse(0), header.objects(),
                (pe, offset, bytes) -> {
                    for (int i = 0; i < header.objects().size(); i++) {
                        SymmetricObject object = header.objects().get(i);
                        if (offset >= object.offset() && bytes >= 0
                            && bytes <= object.offset() + object.bytes() - offset) {
                            return snapshot.bytes(pe, i).asSlice(offset - object.offset(), bytes)::asSlice;
                        }
                    }
                    throw new IOException("a snapshot has no bytes outside objects, and no object holds these");
                }, snapshot::close);
        }

        private static String pes(int count) {
            return count + (count == 1 ? " PE" : " PEs");
        }

        @Override
        public void close() throws IOException {
            closing.close();
        }
    }

    /** Prints values, one line per row with the index of its first value. Equal rows are printed once. */
    private record Dump(PrintStream out) {
        private static final int BYTES_IN_LINE = 16;
        private static final int VALUES_IN_LINE = 8;

        void write(Source.Range range, long count, String type, int element, long first) throws IOException {
            boolean raw = type.equals("SymmetricBytes");
            long perLine = raw ? BYTES_IN_LINE : VALUES_IN_LINE;
            String before = null;
            boolean skipping = false;
            for (long from = 0; from < count; from += perLine) {
                long to = Math.min(count, from + perLine);
                MemorySegment part = range.at(from * element, (to - from) * element);
                String line = raw ? bytes(part) : values(part, type, element);
                boolean same = line.equals(before) && to < count;
                if (!same) {
                    out.printf(Locale.ROOT, "%10d  %s%n", first + from, line);
                } else if (!skipping) {
                    out.printf(Locale.ROOT, "%10s  the same up to the next index%n", "...");
                }
                skipping = same;
                before = line;
            }
        }

        private static String values(MemorySegment bytes, String type, int element) {
            StringBuilder line = new StringBuilder();
            for (long at = 0; at < bytes.byteSize(); at += element) {
                line.append(at == 0 ? "" : " ").append(SymmetricObject.value(type, bytes, at));
            }
            return line.toString();
        }

        private static String bytes(MemorySegment bytes) {
            StringBuilder hex = new StringBuilder();
            StringBuilder text = new StringBuilder();
            for (long at = 0; at < bytes.byteSize(); at++) {
                int value = bytes.get(JAVA_BYTE, at) & 0xff;
                hex.append(String.format(Locale.ROOT, "%02x ", value));
                text.append(value >= ' ' && value <= '~' ? (char) value : '.');
            }
            return String.format(Locale.ROOT, "%-48s |%s|", hex, text);
        }
    }
}
