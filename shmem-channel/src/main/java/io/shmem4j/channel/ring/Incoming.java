// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.channel.ring;

import io.shmem4j.engine.Library;
import io.shmem4j.spi.JobMemory;
import java.lang.foreign.MemorySegment;
import java.util.StringJoiner;

/**
 * This PE's end of the ring from another PE, its only reader.
 *
 * <p>The position moves after a message has been handled, so a message whose handling an Error or a death cuts off is
 * handled again. The sender learns the position when a quarter of the ring has been read, or at once if it waits for
 * its memory.
 */
final class Incoming {
    private final Rings rings;
    private final int pe;
    private final int world;
    private final boolean near;
    private final long ring;
    private final long base;
    private final int mask;
    private final long noteAt;
    private final boolean lasting = Library.outlives();
    private final Kept stash = new Kept();
    private long position;
    private long reported;
    private long noted;
    /** Target of a long message whose first parts have arrived, or null. */
    private MemorySegment whole;
    private long filled;
    private long total;
    private long tag;
    /** Whether the present message is in memory of the program. */
    private boolean landed;
    private MemorySegment spare;

    Incoming(Rings rings, int pe) {
        this.rings = rings;
        this.pe = pe;
        this.world = rings.world(pe);
        this.near = rings.near(pe);
        this.ring = rings.ring(pe);
        this.base = rings.direct ? rings.address(rings.shmem.myPe(), ring) : 0;
        this.mask = rings.capacity - 1;
        this.noteAt = rings.address(rings.shmem.myPe(), (long) rings.takenWord(pe) * Long.BYTES);
        this.position = rings.get(rings.takenWord(pe));
    }

    private long header() {
        long at = position & mask;
        return rings.direct ? Rings.words().getLongAcquire(base + at)
            : rings.all.getAcquire((ring + at) / Long.BYTES);
    }

    /** {@return whether a message or a part of one is there} */
    boolean waiting() {
        return !stash.isEmpty() || header() != 0;
    }

    /** {@return whether messages have been taken out of the ring and not been handled} */
    boolean keeps() {
        return !stash.isEmpty();
    }

    /** {@return the number of bytes that have been read} */
    long position() {
        return position;
    }

    /** Handles messages that have arrived, at most a ring of them; {@return their number} */
    int drain(Sink handler, Sink.Target landing, int limit) {
        int count = 0;
        while (count < limit && !stash.isEmpty()) {
            handKept(handler, stash.first());
            count++;
        }
        long end = position + rings.capacity;
        while (count < limit && position < end && next(handler, landing)) {
            count++;
        }
        note();
        if (position - reported >= rings.capacity / 4) {
            report();
        }
        return count;
    }

    private void handKept(Sink handler, Kept.Message message) {
        try {
            handler.message(pe, message.tag, message.bytes, 0, message.bytes.byteSize());
        } catch (RuntimeException e) {
            stash.remove();
            throw e;
        }
        stash.remove();
        if (message.reusable && (spare == null || spare.byteSize() < message.bytes.byteSize())) {
            spare = message.bytes;
        }
    }

    /** Takes messages out of the ring, for later; {@return whether there were any} */
    boolean stash(Sink.Target landing) {
        boolean any = false;
        while (next((_, itsTag, memory, offset, length) -> keep(itsTag, memory, offset, length), landing)) {
            any = true;
            report();
        }
        return any;
    }

    /** Keeps a message: where it is, or if that memory is a ring or far too large, a copy. */
    private void keep(long itsTag, MemorySegment memory, long offset, long length) {
        if (landed) {
            stash.addItself(itsTag, memory.asSlice(offset, length), false);
        } else if (memory == spare && length > memory.byteSize() / 2) {
            stash.addItself(itsTag, memory.asSlice(offset, length), true);
            spare = null;
        } else {
            stash.add(itsTag, memory, offset, length);
        }
    }

    /** Tells the sender what has been read. */
    void report() {
        if (position != reported) {
            note();
            rings.publish(rings.roomWord(rings.me), position, pe, near, world);
            reported = position;
        }
    }

    /** Stores the position for hang reports, which show what a PE has not read; takes no virtual time. */
    private void note() {
        if (!lasting && position != noted) {
            noted = position;
            Rings.words().setLongRelease(noteAt, position);
        }
    }

    /** Adds a message that has arrived in part, for hang reports. */
    void describe(StringJoiner messages) {
        if (whole != null) {
            messages.add("PE " + world + " has sent " + filled + " of " + total + " bytes of a message with tag "
                + tag);
        }
    }

    private void remember() {
        if (lasting) {
            rings.all.set(rings.takenWord(pe), position);
        }
    }

    /** Handles the next message; {@return whether it was there} */
    private boolean next(Sink handler, Sink.Target landing) {
        while (true) {
            long header = header();
            if (header == 0) {
                return false;
            }
            long after = position + RingFormat.size(header, position, rings.capacity);
            long length = RingFormat.length(header);
            switch (RingFormat.kind(header)) {
                case RingFormat.PAD -> {
                    position = after;
                    // Before the sender learns it, as for records: it overwrites what has been read.
                    remember();
                }
                case RingFormat.BRIEF -> {
                    handOver(handler, after, RingFormat.tag(header), 1, length);
                    return true;
                }
                case RingFormat.WHOLE -> {
                    handOver(handler, after, word(1), 2, length - Long.BYTES);
                    return true;
                }
                case RingFormat.FIRST -> {
                    tag = word(1);
                    total = word(2);
                    whole = target(landing);
                    filled = length - 2 * Long.BYTES;
                    read(3, whole, 0, filled);
                    position = after;
                    remember();
                }
                case RingFormat.MORE -> {
                    if (whole != null) {
                        read(1, whole, filled, length);
                    }
                    if (whole != null && filled + length == total) {
                        last(handler, after);
                        return true;
                    }
                    filled += length;
                    position = after;
                    remember();
                }
                default -> {
                    pull(handler, landing, after, length);
                    return true;
                }
            }
            if (position - reported >= rings.capacity / 4) {
                report();
            }
        }
    }

    /** Handles a message of one record, whose content begins at a word. */
    private void handOver(Sink handler, long after, long itsTag, int word, long length) {
        whole = null;
        landed = false;
        try {
            if (rings.direct) {
                long content = ring - rings.ring(0) + (position & mask) + (long) word * Long.BYTES;
                handler.message(pe, itsTag, rings.own, content, length);
            } else {
                MemorySegment copy = room(length);
                read(word, copy, 0, length);
                handler.message(pe, itsTag, copy, 0, length);
            }
        } catch (RuntimeException e) {
            position = after;
            remember();
            throw e;
        }
        position = after;
        remember();
    }

    /** Handles a message of several parts, whose last part has been read. */
    private void last(Sink handler, long after) {
        try {
            handler.message(pe, tag, whole, 0, total);
        } catch (RuntimeException e) {
            whole = null;
            position = after;
            remember();
            throw e;
        }
        whole = null;
        position = after;
        remember();
    }

    /** Handles a message that is symmetric memory of the sender, which waits until this PE has done so. */
    private void pull(Sink handler, Sink.Target landing, long after, long length) {
        long itsTag = word(1);
        long offset = word(2);
        tag = itsTag;
        total = length;
        whole = null;
        MemorySegment target = landing == null ? null : landing.target(pe, itsTag, length);
        landed = target != null;
        try {
            if (!landed && near) {
                handler.message(pe, itsTag, JobMemory.slice(world, offset, length), 0, length);
            } else {
                MemorySegment copy = landed ? target : room(length);
                rings.backend.read(world, offset, copy, 0, length);
                handler.message(pe, itsTag, copy, 0, length);
            }
        } catch (RuntimeException e) {
            position = after;
            remember();
            report();
            throw e;
        }
        position = after;
        remember();
        report();
    }

    private MemorySegment target(Sink.Target landing) {
        MemorySegment target = landing == null ? null : landing.target(pe, tag, total);
        landed = target != null;
        return landed ? target : room(total);
    }

    private MemorySegment room(long length) {
        if (spare == null || spare.byteSize() < length) {
            spare = MemorySegment.ofArray(new long[Math.toIntExact(Rings.padded(length) / Long.BYTES)]);
        }
        return spare;
    }

    /** {@return a word of the present record} */
    private long word(int number) {
        long at = (position & mask) + (long) number * Long.BYTES;
        return rings.direct ? Rings.words().getLong(base + at) : rings.all.get((ring + at) / Long.BYTES);
    }

    /** Copies bytes of the present record that begin at a word of it. */
    private void read(int word, MemorySegment to, long at, long length) {
        long from = (position & mask) + (long) word * Long.BYTES;
        if (length == 0) {
            return;
        }
        if (rings.direct) {
            MemorySegment.copy(JobMemory.all(), base + from, to, at, length);
        } else {
            rings.context.getmem(to, at, rings.all, ring + from, length, rings.me);
        }
    }
}
