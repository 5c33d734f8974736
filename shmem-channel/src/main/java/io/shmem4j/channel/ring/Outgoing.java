// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.channel.ring;

import io.shmem4j.engine.Library;
import io.shmem4j.spi.JobMemory;
import io.shmem4j.spi.Words;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;

/**
 * This PE's end of the ring at another PE, its only writer.
 *
 * <p>Correctness: a record is written in the order rest, a zero behind it, header; the header by release. So a reader
 * that sees the header sees the rest, and finds 0 behind it. The writer needs room for the record and the zero behind
 * it, so it never overwrites a word that is unread. A writer that is killed or gets an error before the header is
 * stored has changed nothing that the reader looks at. The next life of this PE finds the end of the ring by the
 * headers.
 */
final class Outgoing {
    /** Longest record that travels as one put to another node. */
    private static final int STAGED = 2048;
    /** Length up to which a message is copied by words. */
    private static final int SHORT = 64;
    private static final int LINE = 64;
    /** Each page begins at a multiple of it. */
    private static final int LEAST_PAGE = 4096;

    private final Rings rings;
    private final int pe;
    private final int world;
    private final boolean near;
    private final boolean lasting = Library.outlives();
    private final long ring;
    private final long base;
    private final int mask;
    private final int roomWord;
    private final long[] staging;
    private final Kept kept = new Kept();
    private long written;
    /** Number of records written by this object, without pads. */
    private long records;
    /** Position that the written bytes must not pass. */
    private long limit;
    /** Position of the last line taken by {@link #own}. */
    private long owned;
    /** Whether an error may have hidden from this PE that the last record is there. */
    private boolean unsure;
    /** Number of the first record of the first kept message, or -1 if that has not been begun. */
    private long begun = -1;

    Outgoing(Rings rings, int pe) {
        this.rings = rings;
        this.pe = pe;
        this.world = rings.world(pe);
        this.near = rings.near(pe);
        this.ring = rings.ring(rings.me);
        this.base = near ? rings.address(world, ring) : 0;
        this.mask = rings.capacity - 1;
        this.roomWord = rings.roomWord(pe);
        this.staging = near ? null : new long[STAGED / Long.BYTES + 1];
        this.written = rings.get(roomWord);
        this.limit = written + rings.capacity;
        if (lasting) {
            skip();
        }
    }

    /** Announces this PE to the reader; may be repeated. */
    void announce() {
        int words = rings.talkersWord();
        rings.context.or(rings.all, words + 1L + rings.me / Long.SIZE, 1L << rings.me, pe);
        rings.context.fence();
        rings.context.inc(rings.all, words, pe);
    }

    /** Moves to the end of the ring. */
    private void skip() {
        for (long header = header(); header != 0; header = header()) {
            written += RingFormat.size(header, written, rings.capacity);
            records += RingFormat.kind(header) == RingFormat.PAD ? 0 : 1;
        }
        unsure = false;
    }

    private long header() {
        long at = ring + (written & mask);
        return near ? Rings.words().getLongAcquire(rings.address(world, at))
            : rings.context.atomicFetch(rings.all, at / Long.BYTES, pe);
    }

    /** {@return the number of bytes that this PE has written for the other one} */
    long written() {
        records();
        return written;
    }

    /** {@return the number of the next record, also after an error in a write} */
    long records() {
        if (unsure) {
            skip();
        }
        return records;
    }

    int roomWord() {
        return roomWord;
    }

    int world() {
        return world;
    }

    boolean near() {
        return near;
    }

    /** {@return whether the reader has taken all records} */
    boolean taken() {
        return rings.get(roomWord) == written && kept.isEmpty();
    }

    /** {@return what the reader has not read, or between nodes not acknowledged, for hang reports; or nothing} */
    String unread() {
        long at = rings.look(rings.shmem.myPe(), (long) roomWord * Long.BYTES);
        if (!JobMemory.here(world)) {
            return Wait.unread("acknowledged", 0, written - at, 0);
        }
        at = Math.max(at, rings.look(world, (long) rings.takenWord(rings.me) * Long.BYTES));
        long messages = 0;
        long bytes = 0;
        long tag = 0;
        while (at < written) {
            long record = ring + (at & mask);
            long header = rings.look(world, record);
            int kind = RingFormat.kind(header);
            if (kind != RingFormat.PAD && kind != RingFormat.MORE && messages++ == 0) {
                tag = kind == RingFormat.BRIEF ? RingFormat.tag(header) : rings.look(world, record + Long.BYTES);
            }
            bytes += RingFormat.bytes(header);
            at += RingFormat.size(header, at, rings.capacity);
        }
        return Wait.unread("read", messages, bytes, tag);
    }

    /** {@return whether messages are kept that had no room} */
    boolean keeps() {
        return !kept.isEmpty();
    }

    /** Keeps a message until there is room. */
    void keep(long tag, MemorySegment source, long from, long length) {
        kept.add(tag, source, from, length);
    }

    /**
     * Writes a message, or begins it and keeps a copy of it until the rest has room; {@return whether it was begun} If
     * it is not, nothing is done.
     */
    boolean offer(long tag, MemorySegment message, long from, long length) {
        long first = records();
        if (write(tag, message, from, length, first)) {
            return true;
        }
        if (records() == first) {
            return false;
        }
        keep(tag, message, from, length);
        begun = first;
        return true;
    }

    /** Writes kept messages; {@return whether none is left} */
    boolean flush() {
        while (!kept.isEmpty()) {
            MemorySegment bytes = kept.first().bytes;
            if (begun < 0) {
                begun = records();
            }
            if (!write(kept.first().tag, bytes, 0, bytes.byteSize(), begun)) {
                return false;
            }
            kept.remove();
            begun = -1;
        }
        return true;
    }

    /**
     * Writes a message, or as many of its parts as there is room for; {@return whether it is complete} A call with the
     * same number continues an incomplete message, and one that an error has cut off.
     *
     * @param first the number of the message's first record
     */
    boolean write(long tag, MemorySegment message, long from, long length, long first) {
        if (length <= rings.longest()) {
            return records() > first || (RingFormat.isBrief(tag)
                ? append(RingFormat.BRIEF, 0, tag, 0, message, from, length)
                : append(RingFormat.WHOLE, 1, tag, 0, message, from, length));
        }
        for (long done = (records() - first) * rings.part(); done < length; done += rings.part()) {
            long part = Math.min(rings.part(), length - done);
            if (!(done == 0 ? append(RingFormat.FIRST, 2, tag, length, message, from, part)
                : append(RingFormat.MORE, 0, 0, 0, message, from + done, part))) {
                return false;
            }
        }
        return true;
    }

    /** Announces symmetric memory of this PE; {@return whether there was room} */
    boolean place(long tag, long offset, long length) {
        return append(RingFormat.PLACE, 2, tag, offset, MemorySegment.NULL, 0, length);
    }

    /** Writes a record; {@return whether there was room} */
    boolean append(int kind, int words, long first, long second, MemorySegment source, long from, long length) {
        long content = (long) words * Long.BYTES + (kind == RingFormat.PLACE ? 0 : length);
        long size = Long.BYTES + Rings.padded(content);
        if (!hasRoom(size)) {
            return false;
        }
        long header = kind == RingFormat.BRIEF ? RingFormat.brief(first, length)
            : RingFormat.header(kind, kind == RingFormat.PLACE ? length : content);
        if (!near) {
            far(header, size, words, first, second, source, from, content - (long) words * Long.BYTES);
            return true;
        }
        int at = (int) written & mask;
        long to = base + at;
        Words memory = Rings.words();
        if (words > 0) {
            memory.setLong(to + Long.BYTES, first);
        }
        if (words > 1) {
            memory.setLong(to + 2 * Long.BYTES, second);
        }
        if (kind != RingFormat.PLACE) {
            copy(source, from, to + Long.BYTES + (long) words * Long.BYTES, length);
        }
        memory.setLong(base + (at + size & mask), 0);
        rings.backend.announceLong(world, rings.region(ring + at), header);
        written += size;
        records++;
        if (size <= LINE / 2) {
            own();
        }
        return true;
    }

    /** Takes the next cache line from the reader, so the next record need not wait for it, but not the next page. */
    private void own() {
        long line = (written | LINE - 1) + 1;
        if (line != owned && line + Long.BYTES <= limit) {
            long address = base + ((int) line & mask);
            if ((address & LEAST_PAGE - 1) != 0) {
                Rings.words().setLong(address, 0);
            }
            owned = line;
        }
    }

    /** Copies short contents by words, which takes a third of the time of a copy of segments. */
    private static void copy(MemorySegment source, long from, long to, long length) {
        if (length > SHORT) {
            MemorySegment.copy(source, from, JobMemory.all(), to, length);
            return;
        }
        Words memory = Rings.words();
        long whole = length & -Long.BYTES;
        for (long at = 0; at < whole; at += Long.BYTES) {
            memory.setLong(to + at, source.get(ValueLayout.JAVA_LONG_UNALIGNED, from + at));
        }
        if (whole < length) {
            long last = 0;
            for (long at = length - 1; at >= whole; at--) {
                last = last << Byte.SIZE | source.get(ValueLayout.JAVA_BYTE, from + at) & 0xFF;
            }
            memory.setLong(to + whole, last);
        }
    }

    /** {@return the memory for a message of this length, to be published by {@link #commit}, or null without room} */
    MemorySegment claim(long tag, long length) {
        long words = RingFormat.isBrief(tag) ? 1 : 2;
        if (!hasRoom(words * Long.BYTES + Rings.padded(length))) {
            return null;
        }
        return JobMemory.slice(world, rings.region(ring + ((int) written & mask) + words * Long.BYTES), length);
    }

    void commit(long tag, long length) {
        boolean brief = RingFormat.isBrief(tag);
        int at = (int) written & mask;
        long size = (brief ? 1 : 2) * Long.BYTES + Rings.padded(length);
        if (!brief) {
            Rings.words().setLong(base + at + Long.BYTES, tag);
        }
        Rings.words().setLong(base + (at + size & mask), 0);
        rings.backend.announceLong(world, rings.region(ring + at), brief ? RingFormat.brief(tag, length)
            : RingFormat.header(RingFormat.WHOLE, length + Long.BYTES));
        written += size;
        records++;
    }

    private void far(long header, long size, int words, long first, long second, MemorySegment source, long from,
        long length) {
        long at = ring + (written & mask);
        long next = ring + (written + size & mask);
        long to = at + Long.BYTES;
        int staged = (int) (size / Long.BYTES);
        unsure = true;
        if (size <= STAGED) {
            staging[0] = first;
            staging[1] = words > 1 ? second : 0;
            if (length > 0) {
                staging[Math.max(0, staged - 2)] = 0;
                MemorySegment.copy(source, from, MemorySegment.ofArray(staging), (long) words * Long.BYTES, length);
            }
            staging[staged - 1] = 0;
            boolean together = next > at;
            rings.context.put(rings.all, to / Long.BYTES, staging, 0, together ? staged : staged - 1, pe);
            if (!together) {
                rings.context.p(rings.all, next / Long.BYTES, 0, pe);
            }
        } else {
            if (words > 0) {
                staging[0] = first;
                staging[1] = second;
                rings.context.put(rings.all, to / Long.BYTES, staging, 0, words, pe);
            }
            rings.context.putmem(rings.all, to + (long) words * Long.BYTES, source, from, length, pe);
            rings.context.p(rings.all, next / Long.BYTES, 0, pe);
        }
        rings.publish((int) (at / Long.BYTES), header, pe, false, world);
        if (lasting) {
            // What is on its way to another node is lost if this PE dies.
            rings.context.quiet();
        }
        written += size;
        records++;
        unsure = false;
    }

    /** {@return whether a record of this size can be written} Pads the ring if it does not fit before its end. */
    private boolean hasRoom(long size) {
        if (unsure) {
            skip();
        }
        int at = (int) written & mask;
        long pad = at + size > rings.capacity ? rings.capacity - at : 0;
        long need = written + pad + size + Long.BYTES;
        if (need > limit) {
            limit = rings.get(roomWord) + rings.capacity;
            if (need > limit) {
                return false;
            }
        }
        if (written < rings.capacity) {
            requirePages(at, pad, size);
        }
        if (pad > 0) {
            pad(at, pad);
        }
        return true;
    }

    private void requirePages(int at, long pad, long size) {
        rings.pages.require(ring + at, pad > 0 ? Long.BYTES : size, world);
        rings.pages.require(ring + (pad > 0 ? 0 : at + size & mask), pad > 0 ? size + Long.BYTES : Long.BYTES, world);
    }

    private void pad(int at, long pad) {
        long header = RingFormat.header(RingFormat.PAD, 0);
        if (near) {
            Rings.words().setLong(base, 0);
            rings.backend.announceLong(world, rings.region(ring + at), header);
            written += pad;
            return;
        }
        unsure = true;
        rings.context.p(rings.all, ring / Long.BYTES, 0, pe);
        rings.publish((int) ((ring + at) / Long.BYTES), header, pe, false, world);
        written += pad;
        unsure = false;
    }
}
