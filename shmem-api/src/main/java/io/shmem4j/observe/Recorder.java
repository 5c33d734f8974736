// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.observe;

import static java.lang.foreign.ValueLayout.JAVA_INT;
import static java.lang.foreign.ValueLayout.JAVA_LONG;

import io.shmem4j.error.ShmemException;
import io.shmem4j.spi.Backend;
import io.shmem4j.spi.Routine;
import io.shmem4j.spi.Undisturbed;
import java.io.FileOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicLong;

/**
 * Writes one PE's records to a file that grows chunk by chunk.
 *
 * <p>Threads reserve slots by an atomic addition and fill them without a lock. A chunk is published by a release store
 * to the table of chunks, after it has been filled with zeros. A full file system then causes an exception; with a
 * sparse file it would cause a signal in the middle of a store.
 */
final class Recorder {
    /** Result of {@link #begin} for a call without a record. */
    static final long NONE = -1;

    private static final VarHandle CHUNK = MethodHandles.arrayElementVarHandle(MemorySegment[].class);
    private static final VarHandle LONG = JAVA_LONG.varHandle();
    private static final int LONGEST_CHUNK = 1 << 20;
    private static final int ZEROS = 1 << 16;

    private final Path file;
    private final MemorySegment header;
    private final int chunkRecords;
    private final MemorySegment[] chunks;
    private final AtomicLong next = new AtomicLong();
    /** The reason why there is no room for another record, 0 while there is. */
    private volatile int full;
    private volatile boolean on = true;
    private long lastTest = NONE;
    private Routine lastLook;
    private final Path placesFile;
    private final Map<String, Integer> places = new ConcurrentHashMap<>();
    private int lines;

    /** Creates a PE's file; {@code limit} is the maximum size of the records in bytes. */
    Recorder(Path folder, long limit, Backend backend) {
        this.chunkRecords = Math.clamp(limit, TraceLayout.RECORD_BYTES, LONGEST_CHUNK) / TraceLayout.RECORD_BYTES;
        this.chunks = new MemorySegment[(int) (limit / ((long) chunkRecords * TraceLayout.RECORD_BYTES))];
        this.file = folder.resolve(TraceLayout.fileName(backend.pe()));
        this.placesFile = folder.resolve(TraceLayout.placesName(backend.pe()));
        try {
            Files.createFile(file);
            this.header = map(0, TraceLayout.HEADER_BYTES);
        } catch (IOException e) {
            throw new ShmemException("the trace can't be written to " + file + ": " + e, e);
        }
        header.set(JAVA_INT, TraceLayout.FORMAT_AT, TraceLayout.FORMAT);
        header.set(JAVA_INT, TraceLayout.ROUTINES, Routine.values().length);
        header.set(JAVA_INT, TraceLayout.PE, backend.pe());
        header.set(JAVA_INT, TraceLayout.PES, backend.nPes());
        header.set(JAVA_LONG, TraceLayout.BEGAN, backend.nanoTime());
        header.set(JAVA_LONG, TraceLayout.LENGTH, TraceLayout.HEADER_BYTES);
        LONG.setRelease(header, TraceLayout.MAGIC_AT, TraceLayout.MAGIC);
    }

    /** Fills a part of the file with zeros, then maps it. */
    private MemorySegment map(long from, long bytes) throws IOException {
        ByteBuffer zeros = ByteBuffer.allocateDirect((int) Math.min(ZEROS, bytes));
        return Undisturbed.call(() -> {
            try (FileChannel channel = FileChannel.open(file, StandardOpenOption.READ, StandardOpenOption.WRITE)) {
                for (long done = 0; done < bytes;) {
                    zeros.clear().limit((int) Math.min(zeros.capacity(), bytes - done));
                    done += channel.write(zeros, from + done);
                }
                return channel.map(FileChannel.MapMode.READ_WRITE, from, bytes, Arena.global());
            }
        });
    }

    void open() {
        header.set(JAVA_LONG, TraceLayout.ENDED, 0);
    }

    void close(long now) {
        header.set(JAVA_LONG, TraceLayout.ENDED, now);
    }

    void turn(boolean newOn) {
        on = newOn;
    }

    /** Records the start of a call; {@return its slot, or {@link #NONE}} Consecutive tests or polls share one slot. */
    long begin(Routine routine, int peer, long bytes, long now) {
        if (!on) {
            return NONE;
        }
        int thread = (int) Thread.currentThread().threadId();
        if (routine == lastLook && follows(thread)) {
            return addTest(bytes);
        }
        long slot = next.getAndIncrement();
        MemorySegment chunk = full != 0 ? null : chunk((int) (slot / chunkRecords));
        if (chunk == null) {
            drop();
            return NONE;
        }
        int at = (int) (slot % chunkRecords) * TraceLayout.RECORD_BYTES;
        chunk.set(JAVA_LONG, at + TraceLayout.BEGIN, now);
        chunk.set(JAVA_LONG, at + TraceLayout.BYTES, bytes);
        LONG.setRelease(chunk, (long) at + TraceLayout.WHAT, TraceLayout.what(routine.ordinal(), peer, thread));
        if (routine.looks()) {
            lastTest = slot;
            lastLook = routine;
        }
        return slot;
    }

    /** Records the end of a call; {@return whether it took long enough to be worth a stack walk} */
    boolean end(long slot, long now) {
        if (slot == NONE) {
            return false;
        }
        MemorySegment chunk = chunks[(int) (slot / chunkRecords)];
        int at = (int) (slot % chunkRecords) * TraceLayout.RECORD_BYTES;
        chunk.set(JAVA_LONG, at + TraceLayout.END, now);
        return now - chunk.get(JAVA_LONG, at + TraceLayout.BEGIN) >= Places.SLOW_NANOS;
    }

    void recordSite(long slot, String text) {
        MemorySegment chunk = chunks[(int) (slot / chunkRecords)];
        int at = (int) (slot % chunkRecords) * TraceLayout.RECORD_BYTES + TraceLayout.BYTES;
        long number = places.computeIfAbsent(text.replaceAll("\\p{Cntrl}", " "), this::newLine);
        chunk.set(JAVA_LONG, at, TraceLayout.bytes(chunk.get(JAVA_LONG, at)) | number << TraceLayout.PLACE_SHIFT);
    }

    /** {@return the number of the text's line in the file, 0 if it can't be written} */
    private synchronized int newLine(String text) {
        if (lines < TraceLayout.MOST_PLACES) {
            // A stream, because an interrupt would close a channel.
            try (OutputStream out = new FileOutputStream(placesFile.toFile(), true)) {
                out.write((text + "\n").getBytes(StandardCharsets.UTF_8));
                return ++lines;
            } catch (IOException e) {
                lines = TraceLayout.MOST_PLACES;
            }
        }
        return 0;
    }

    /** {@return whether the last record is a test or poll by this thread} */
    private boolean follows(int thread) {
        long slot = lastTest;
        return slot != NONE && next.getPlain() == slot + 1 && TraceLayout.thread(chunks[(int) (slot / chunkRecords)]
            .get(JAVA_LONG, (int) (slot % chunkRecords) * TraceLayout.RECORD_BYTES + TraceLayout.WHAT)) == thread;
    }

    private long addTest(long bytes) {
        long slot = lastTest;
        MemorySegment chunk = chunks[(int) (slot / chunkRecords)];
        int at = (int) (slot % chunkRecords) * TraceLayout.RECORD_BYTES + TraceLayout.BYTES;
        chunk.set(JAVA_LONG, at, chunk.get(JAVA_LONG, at) + bytes);
        return slot;
    }

    private MemorySegment chunk(int index) {
        if (index >= chunks.length) {
            full = TraceLayout.WHY_LIMIT;
            return null;
        }
        MemorySegment chunk = (MemorySegment) CHUNK.getAcquire(chunks, index);
        return chunk != null ? chunk : grow(index);
    }

    private synchronized MemorySegment grow(int index) {
        if (chunks[index] == null && full == 0) {
            long bytes = (long) chunkRecords * TraceLayout.RECORD_BYTES;
            long from = TraceLayout.HEADER_BYTES + index * bytes;
            try {
                CHUNK.setRelease(chunks, index, map(from, bytes));
                header.set(JAVA_LONG, TraceLayout.LENGTH, Math.max(from + bytes,
                    header.get(JAVA_LONG, TraceLayout.LENGTH)));
            } catch (IOException e) {
                full = TraceLayout.WHY_FILE_SYSTEM;
            }
        }
        return chunks[index];
    }

    private void drop() {
        header.set(JAVA_INT, TraceLayout.WHY, full);
        LONG.getAndAdd(header, TraceLayout.DROPPED, 1L);
    }
}
