// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.inspect;

import static java.lang.foreign.ValueLayout.JAVA_INT;
import static java.lang.foreign.ValueLayout.JAVA_LONG;

import io.shmem4j.observe.TraceLayout;
import io.shmem4j.spi.Routine;
import io.shmem4j.spi.Routine.Family;
import java.io.IOException;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.List;
import java.util.Set;
import java.util.function.Consumer;

/** Reader of one PE's records. The file may be damaged: impossible records are skipped and counted. */
final class TracePart {
    private static final Routine[] ROUTINE = Routine.values();
    /** Upper bound for PE counts, so that a damaged count can't cause an endless scan. */
    static final int MOST_PES = 1 << 10;

    private final MemorySegment file;
    private final List<String> places;
    private final long records;
    final int pe;
    final int nPes;
    final long began;
    /** Time of the PE's last known event. */
    final long last;
    long calls;
    long damaged;

    private TracePart(MemorySegment file, List<String> places) {
        this.file = file;
        this.places = places;
        this.pe = file.get(JAVA_INT, TraceLayout.PE);
        this.nPes = file.get(JAVA_INT, TraceLayout.PES);
        this.began = file.get(JAVA_LONG, TraceLayout.BEGAN);
        long count = (file.byteSize() - TraceLayout.HEADER_BYTES) / TraceLayout.RECORD_BYTES;
        while (count > 0 && what(count - 1) == 0) {
            count--;
        }
        this.records = count;
        long end = Math.max(began, file.get(JAVA_LONG, TraceLayout.ENDED));
        for (long i = 0; i < count; i++) {
            if (sound(i)) {
                calls++;
                end = Math.max(end, Math.max(begin(i), rawEnd(i)));
            } else if (what(i) != 0) {
                damaged++;
            }
        }
        this.last = end;
    }

    /** Opens the records of a PE. {@code nPes} 0 accepts any number of PEs. */
    static TracePart open(Path file, int pe, int nPes, Arena arena) throws IOException {
        if (!Files.isRegularFile(file, LinkOption.NOFOLLOW_LINKS)) {
            // Opening a pipe would block.
            throw new IOException(file + " is no file");
        }
        try (FileChannel channel = FileChannel.open(file, Set.of(StandardOpenOption.READ,
            LinkOption.NOFOLLOW_LINKS))) {
            if (channel.size() < TraceLayout.HEADER_BYTES) {
                throw new IOException(file + " is cut off in its header (" + channel.size() + " bytes)");
            }
            MemorySegment bytes = channel.map(FileChannel.MapMode.READ_ONLY, 0, channel.size(), arena);
            if (bytes.get(JAVA_LONG, TraceLayout.MAGIC_AT) != TraceLayout.MAGIC) {
                throw new IOException(file + " is no file of trace records");
            }
            if (bytes.get(JAVA_INT, TraceLayout.FORMAT_AT) != TraceLayout.FORMAT
                || bytes.get(JAVA_INT, TraceLayout.ROUTINES) != ROUTINE.length) {
                throw new IOException(file + " was written by another version of the library");
            }
            int thePes = requirePossible(file, bytes.get(JAVA_INT, TraceLayout.PES));
            if (bytes.get(JAVA_INT, TraceLayout.PE) != pe || nPes != 0 && thePes != nPes || thePes <= pe) {
                throw new IOException(file + " is damaged: it says it is of PE " + bytes.get(JAVA_INT, TraceLayout.PE)
                    + " of " + thePes);
            }
            Path places = file.resolveSibling(TraceLayout.placesName(pe));
            return new TracePart(bytes, Files.isRegularFile(places, LinkOption.NOFOLLOW_LINKS)
                ? Files.readAllLines(places) : List.of());
        }
    }

    private static int requirePossible(Path file, int nPes) throws IOException {
        if (nPes < 1 || nPes > MOST_PES) {
            throw new IOException(file + " is damaged: it says it is of a job of " + nPes + " PEs, and jobs have at"
                + " most " + MOST_PES);
        }
        return nPes;
    }

    /** {@return the number of calls without a record} */
    long dropped() {
        return Math.max(0, file.get(JAVA_LONG, TraceLayout.DROPPED));
    }

    boolean droppedForSpace() {
        return file.get(JAVA_INT, TraceLayout.WHY) == TraceLayout.WHY_FILE_SYSTEM;
    }

    /** {@return the number of bytes missing at the end} */
    long cutOff() {
        return Math.max(0, file.get(JAVA_LONG, TraceLayout.LENGTH) - file.byteSize());
    }

    /**
     * Passes each call to the consumer, in order of their begin, in one reused object. An unfinished call lasts until
     * the next call of its thread, or until the limit.
     */
    void forEach(long limit, Consumer<Call> to) {
        Call call = new Call();
        call.pe = pe;
        for (long i = 0; i < records; i++) {
            if (sound(i)) {
                long what = what(i);
                call.routine = ROUTINE[TraceLayout.routine(what)];
                int peer = TraceLayout.peer(what);
                call.peer = peer == TraceLayout.WORLD ? -1 : peer;
                call.thread = TraceLayout.thread(what);
                call.begin = begin(i);
                call.end = rawEnd(i);
                long third = file.get(JAVA_LONG, at(i) + TraceLayout.BYTES);
                int line = TraceLayout.place(third);
                call.bytes = TraceLayout.bytes(third);
                call.place = line == 0 || line > places.size() ? "" : places.get(line - 1);
                call.open = call.end == 0;
                if (call.open) {
                    call.end = nextBegin(i, call.thread, limit);
                }
                to.accept(call);
            }
        }
    }

    /** {@return the begin of the thread's next call, or the limit} */
    private long nextBegin(long record, int thread, long limit) {
        for (long i = record + 1; i < records; i++) {
            if (sound(i) && TraceLayout.thread(what(i)) == thread) {
                return Math.max(begin(record), begin(i));
            }
        }
        return Math.max(begin(record), limit);
    }

    private boolean sound(long record) {
        long what = what(record);
        int routine = TraceLayout.routine(what);
        long end = rawEnd(record);
        int peer = TraceLayout.peer(what);
        return routine >= 0 && routine < ROUTINE.length && (peer < nPes || peer == TraceLayout.WORLD)
            && begin(record) >= began && (end == 0 || end >= begin(record))
            && file.get(JAVA_LONG, at(record) + TraceLayout.BYTES) >= 0;
    }

    private long what(long record) {
        return file.get(JAVA_LONG, at(record) + TraceLayout.WHAT);
    }

    private long begin(long record) {
        return file.get(JAVA_LONG, at(record) + TraceLayout.BEGIN);
    }

    private long rawEnd(long record) {
        return file.get(JAVA_LONG, at(record) + TraceLayout.END);
    }

    private static long at(long record) {
        return TraceLayout.HEADER_BYTES + record * TraceLayout.RECORD_BYTES;
    }

    /** {@return the family's name in the profile} */
    static String word(Family family) {
        return switch (family) {
            case REDUCTION -> "reductions";
            case COLLECTIVE -> "collectives";
            case REMOTE -> "remote access";
            case WAITING -> "waiting";
        };
    }

    /** A call, read from its record. */
    static final class Call {
        int pe;
        Routine routine;
        int peer;
        int thread;
        long begin;
        long end;
        long bytes;
        /** Object and source line of a long call, or empty. */
        String place;
        /** Whether the record has no end: the PE died in the call, or the call threw an exception. */
        boolean open;
    }
}
