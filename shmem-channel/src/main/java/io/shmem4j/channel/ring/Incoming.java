// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.channel.ring;

import io.shmem4j.engine.Library;
import io.shmem4j.spi.JobMemory;
import io.shmem4j.spi.Lives;
import java.lang.foreign.MemorySegment;
import java.util.StringJoiner;

/**
 * This PE's end of the ring from another PE, its only reader.
 *
 * <p>The position moves after a message has been handled, so a message whose handling an Error or a death cuts off is
 * handled again. The sender learns the position when a quarter of the ring has been read, or at once if it waits for
 * its memory. Symmetric memory is marked as being handled first, unless its sender has given it up.
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
    /** Messages that a waiting send has taken out of the ring, and their bytes. */
    private final Backlog stash = new Backlog();
    private long stashed;
    private long position;
    private long reported;
    private long noted;
    /** Target of a long message whose first parts have arrived, or null. */
    private MemorySegment whole;
    /** Whether the program has been asked for that target. */
    private boolean lands;
    private long filled;
    private long total;
    private long tag;
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
        return rings.direct ? RingMemory.words().getLongAcquire(base + at)
            : rings.all.getAcquire((ring + at) / Long.BYTES);
    }

    /** {@return whether a message or a part of one is there} Any thread may ask. */
    boolean waiting() {
        return !stash.isEmpty() || header() != 0;
    }

    /** {@return whether a message can be handled} */
    boolean ready(Sink.Target landing) {
        return !stash.isEmpty() || next(landing) != 0;
    }

    /** {@return the number of bytes of messages that have been taken out of the ring and not been handled} */
    long stashed() {
        return stashed;
    }

    /** {@return the number of bytes that have been read} */
    long position() {
        return position;
    }

    /** Handles messages that have arrived, at most a ring of them; {@return their number} */
    int drain(Sink handler, Sink.Target landing, int limit) {
        int count = 0;
        try {
            while (count < limit && !stash.isEmpty()) {
                handStashed(handler, landing);
                count++;
            }
            long end = position + rings.capacity;
            while (count < limit && position < end) {
                long header = next(landing);
                if (header == 0) {
                    break;
                }
                count += handle(handler, landing, header) ? 1 : 0;
            }
        } finally {
            note();
            reportQuarter();
        }
        return count;
    }

    private void handStashed(Sink handler, Sink.Target landing) {
        Backlog.Message message = stash.first();
        long length = message.bytes.byteSize();
        MemorySegment content = length <= rings.longest() ? message.bytes
            : landed(landing, message.tag, message.bytes, length);
        try {
            handler.message(pe, message.tag, content, 0, length);
        } catch (RuntimeException e) {
            unstash(length);
            throw e;
        }
        unstash(length);
    }

    /** {@return a long message where the program wants it} */
    private MemorySegment landed(Sink.Target landing, long itsTag, MemorySegment content, long length) {
        MemorySegment target = landing == null ? null : landing.target(pe, itsTag, length);
        if (target == null) {
            return content;
        }
        MemorySegment.copy(content, 0, target, 0, length);
        return target;
    }

    private void unstash(long length) {
        stash.remove();
        stashed -= length + Long.BYTES;
    }

    /**
     * Takes messages out of the ring, for later, up to a number of bytes; {@return whether there were any} Long ones
     * land when they are handled, because the program may have one target for all.
     */
    boolean stash(long most) {
        boolean any = false;
        while (stashed < most) {
            long header = next(null);
            if (header == 0) {
                break;
            }
            any |= handle(this::stash, null, header);
            report();
        }
        return any;
    }

    private void stash(int from, long itsTag, MemorySegment memory, long offset, long length) {
        if (memory == whole) {
            // It stays where it is, and the next long message gets other memory.
            stash.add(new Backlog.Message(itsTag, memory.asSlice(offset, length), 0, null));
            spare = null;
        } else {
            stash.add(itsTag, memory, offset, length, 0);
        }
        stashed += length + Long.BYTES;
    }

    private void reportQuarter() {
        if (position - reported >= rings.capacity / 4) {
            report();
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
            RingMemory.words().setLongRelease(noteAt, position);
        }
    }

    /** Adds a message that has arrived in part, for hang reports. */
    void describe(StringJoiner messages) {
        if (whole != null) {
            messages.add("PE " + world + " has sent " + filled + " of " + total + " bytes of a message with tag "
                + tag);
        }
    }

    /** Moves the position, in lasting memory before the sender learns it and overwrites what has been read. */
    private void moveTo(long after) {
        position = after;
        if (lasting) {
            rings.all.set(rings.takenWord(pe), after);
        }
    }

    /** Reads up to the next record with a message or its last part; {@return its header, or 0 if there is none} */
    private long next(Sink.Target landing) {
        while (true) {
            long header = header();
            int kind = RingFormat.kind(header);
            if (header == 0 || kind == RingFormat.BRIEF || kind == RingFormat.WHOLE) {
                return header;
            }
            long length = RingFormat.length(header);
            long after = position + RingFormat.size(header, position, rings.capacity);
            switch (kind) {
                case RingFormat.PAD, RingFormat.GIVEN_UP -> { }
                case RingFormat.FIRST -> {
                    tag = word(1);
                    total = word(2);
                    lands = landing != null;
                    whole = target(landing);
                    filled = length - 2 * Long.BYTES;
                    read(3, whole, 0, filled);
                }
                case RingFormat.MORE -> {
                    if (whole != null && filled + length == total) {
                        return header;
                    }
                    if (whole != null) {
                        read(1, whole, filled, length);
                    }
                    filled += length;
                }
                default -> {
                    return header;
                }
            }
            moveTo(after);
            reportQuarter();
        }
    }

    /** Handles the message whose header is the next one; {@return whether its sender has not given it up} */
    private boolean handle(Sink handler, Sink.Target landing, long header) {
        long length = RingFormat.length(header);
        switch (RingFormat.kind(header)) {
            case RingFormat.BRIEF -> handOver(handler, header, RingFormat.tag(header), 1, length);
            case RingFormat.WHOLE -> handOver(handler, header, word(1), 2, length - Long.BYTES);
            case RingFormat.MORE -> {
                read(1, whole, filled, length);
                hand(handler, header, tag, lands ? whole : landed(landing, tag, whole, total), 0, total);
            }
            default -> {
                return pull(handler, landing, header, length);
            }
        }
        return true;
    }

    /** Handles a message of one record, whose content begins at a word. */
    private void handOver(Sink handler, long header, long itsTag, int word, long length) {
        if (rings.direct) {
            long content = ring - rings.ring(0) + (position & mask) + (long) word * Long.BYTES;
            hand(handler, header, itsTag, rings.own, content, length);
        } else {
            MemorySegment copy = room(length);
            read(word, copy, 0, length);
            hand(handler, header, itsTag, copy, 0, length);
        }
    }

    private void hand(Sink handler, long header, long itsTag, MemorySegment content, long offset, long length) {
        long after = position + RingFormat.size(header, position, rings.capacity);
        try {
            handler.message(pe, itsTag, content, offset, length);
        } catch (RuntimeException e) {
            whole = null;
            moveTo(after);
            throw e;
        }
        whole = null;
        moveTo(after);
    }

    /** Handles a message that is symmetric memory of the sender, which waits until this PE has done so. */
    private boolean pull(Sink handler, Sink.Target landing, long header, long length) {
        long itsTag = word(1);
        long offset = word(2);
        Lives lives = rings.backend.lives();
        long taken = RingFormat.taken(header, lives == null ? 0 : lives.life());
        if (header != taken && rings.context.compareSwap(rings.all, (ring + (position & mask)) / Long.BYTES, header,
            taken, rings.me) != header) {
            return false;
        }
        MemorySegment target = landing == null ? null : landing.target(pe, itsTag, length);
        try {
            if (target == null && near) {
                hand(handler, header, itsTag, JobMemory.slice(world, offset, length), 0, length);
            } else {
                MemorySegment copy = target == null ? room(length) : target;
                rings.backend.read(world, offset, copy, 0, length);
                hand(handler, header, itsTag, copy, 0, length);
            }
        } finally {
            report();
        }
        return true;
    }

    private MemorySegment target(Sink.Target landing) {
        MemorySegment target = landing == null ? null : landing.target(pe, tag, total);
        return target == null ? room(total) : target;
    }

    private MemorySegment room(long length) {
        if (spare == null || spare.byteSize() < length) {
            spare = MemorySegment.ofArray(new long[Math.toIntExact(RingMemory.padded(length) / Long.BYTES)]);
        }
        return spare;
    }

    /** {@return a word of the present record} */
    private long word(int number) {
        long at = (position & mask) + (long) number * Long.BYTES;
        return rings.direct ? RingMemory.words().getLong(base + at) : rings.all.get((ring + at) / Long.BYTES);
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
