// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.channel.ring;

import io.shmem4j.spi.JobMemory;
import io.shmem4j.spi.Words;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;

/**
 * The only writer of a ring. A subclass knows how much room its readers give, and how they learn of a record.
 *
 * <p>Correctness: a record is written in the order rest, a zero behind it, header; the header by release. So a reader
 * that sees the header sees the rest, and finds 0 behind it. The writer needs room for the record and the zero behind
 * it, so it never overwrites a word that is unread. A writer that is killed or gets an error before the record is
 * published has changed nothing that a reader looks at.
 */
abstract class RingWriter {
    /** Longest record that travels as one put to another node. */
    private static final int STAGED = 2048;
    /** Length up to which a message is copied by words. */
    private static final int SHORT = 64;
    private static final int LINE = 64;
    /** Each page begins at a multiple of it. */
    private static final int LEAST_PAGE = 4096;

    final RingMemory memory;
    final int pe;
    final int world;
    final boolean near;
    /** Offset of the ring in the object. */
    final long ring;
    final int mask;
    private final long base;
    private final boolean shared;
    private final long[] staging;
    long written;
    /** Number of records written by this object, without pads. */
    long records;
    /** Position that the written bytes must not pass. */
    long limit;
    /** Position of the last line taken by {@link #own}. */
    private long owned;
    /** Whether an error may have hidden from this PE that the last record is there. */
    boolean unsure;

    /** {@code shared} says that the ring has several readers. */
    RingWriter(RingMemory memory, int pe, long ring, boolean shared) {
        this.memory = memory;
        this.pe = pe;
        this.world = memory.world(pe);
        this.near = memory.near(pe);
        this.ring = ring;
        this.mask = memory.capacity - 1;
        this.base = near ? memory.address(world, ring) : 0;
        this.shared = shared;
        this.staging = near ? null : new long[STAGED / Long.BYTES + 1];
    }

    /** {@return the position that written bytes must not pass, to reach a position if possible} */
    abstract long room(long wanted);

    /** Publishes the record at an offset of the object, which ends at a position. */
    abstract void publish(long at, long header, long end);

    /** Moves to the end of the records that readers can see. */
    abstract void skip();

    /** {@return the number of the next record, also after an error in a write} */
    final long records() {
        if (unsure) {
            skip();
        }
        return records;
    }

    /** {@return the number of bytes that have been written, with pads} */
    final long written() {
        records();
        return written;
    }

    /** Writes a record; {@return whether there was room} */
    final boolean append(int kind, int words, long first, long second, MemorySegment source, long from, long length) {
        long content = (long) words * Long.BYTES + (kind == RingFormat.PLACE ? 0 : length);
        long size = Long.BYTES + RingMemory.padded(content);
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
        Words all = RingMemory.words();
        if (words > 0) {
            all.setLong(to + Long.BYTES, first);
        }
        if (words > 1) {
            all.setLong(to + 2 * Long.BYTES, second);
        }
        if (kind != RingFormat.PLACE) {
            copy(source, from, to + Long.BYTES + (long) words * Long.BYTES, length);
        }
        finish(at, header, size);
        if (size <= LINE / 2 && !shared) {
            own();
        }
        return true;
    }

    /** Stores the zero behind a record of this node, and publishes it. Several readers find the end by a word. */
    private void finish(int at, long header, long size) {
        if (!shared) {
            RingMemory.words().setLong(base + (at + size & mask), 0);
        }
        publish(ring + at, header, written + size);
        written += size;
        records++;
    }

    /** Takes the next cache line from the reader, so the next record need not wait for it, but not the next page. */
    private void own() {
        long line = (written | LINE - 1) + 1;
        if (line != owned && line + Long.BYTES <= limit) {
            long address = base + ((int) line & mask);
            if ((address & LEAST_PAGE - 1) != 0) {
                RingMemory.words().setLong(address, 0);
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
        Words all = RingMemory.words();
        long whole = length & -Long.BYTES;
        for (long at = 0; at < whole; at += Long.BYTES) {
            all.setLong(to + at, source.get(ValueLayout.JAVA_LONG_UNALIGNED, from + at));
        }
        if (whole < length) {
            long last = 0;
            for (long at = length - 1; at >= whole; at--) {
                last = last << Byte.SIZE | source.get(ValueLayout.JAVA_BYTE, from + at) & 0xFF;
            }
            all.setLong(to + whole, last);
        }
    }

    /** {@return the memory for a message of this length, to be published by {@link #commit}, or null without room} */
    final MemorySegment claim(long tag, long length) {
        long words = RingFormat.isBrief(tag) ? 1 : 2;
        if (!hasRoom(words * Long.BYTES + RingMemory.padded(length))) {
            return null;
        }
        return JobMemory.slice(world, memory.region(ring + ((int) written & mask) + words * Long.BYTES), length);
    }

    final void commit(long tag, long length) {
        boolean brief = RingFormat.isBrief(tag);
        int at = (int) written & mask;
        if (!brief) {
            RingMemory.words().setLong(base + at + Long.BYTES, tag);
        }
        finish(at, brief ? RingFormat.brief(tag, length) : RingFormat.header(RingFormat.WHOLE, length + Long.BYTES),
            (brief ? 1 : 2) * Long.BYTES + RingMemory.padded(length));
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
            memory.context.put(memory.all, to / Long.BYTES, staging, 0, together ? staged : staged - 1, pe);
            if (!together) {
                memory.context.p(memory.all, next / Long.BYTES, 0, pe);
            }
        } else {
            if (words > 0) {
                staging[0] = first;
                staging[1] = second;
                memory.context.put(memory.all, to / Long.BYTES, staging, 0, words, pe);
            }
            memory.context.putmem(memory.all, to + (long) words * Long.BYTES, source, from, length, pe);
            memory.context.p(memory.all, next / Long.BYTES, 0, pe);
        }
        publish(at, header, written + size);
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
        long pad = at + size > memory.capacity ? memory.capacity - at : 0;
        long need = written + pad + size + Long.BYTES;
        if (need > limit) {
            limit = room(need);
            if (need > limit) {
                return false;
            }
        }
        if (written < memory.capacity) {
            requirePages(at, pad, size);
        }
        if (pad > 0) {
            pad(at, pad);
        }
        return true;
    }

    private void requirePages(int at, long pad, long size) {
        memory.pages.require(ring + at, pad > 0 ? Long.BYTES : size, world);
        memory.pages.require(ring + (pad > 0 ? 0 : at + size & mask), pad > 0 ? size + Long.BYTES : Long.BYTES, world);
    }

    private void pad(int at, long pad) {
        long header = RingFormat.header(RingFormat.PAD, 0);
        if (near) {
            RingMemory.words().setLong(base, 0);
            publish(ring + at, header, written + pad);
            written += pad;
            return;
        }
        unsure = true;
        memory.context.p(memory.all, ring / Long.BYTES, 0, pe);
        publish(ring + at, header, written + pad);
        written += pad;
        unsure = false;
    }
}
