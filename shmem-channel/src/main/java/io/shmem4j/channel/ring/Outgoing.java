// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.channel.ring;

import io.shmem4j.engine.Library;
import io.shmem4j.spi.JobMemory;
import io.shmem4j.spi.Lives;
import java.lang.foreign.MemorySegment;

/**
 * This PE's end of the ring at another PE, its only writer. The next life of this PE finds the end of the ring by the
 * headers.
 *
 * <p>Threads: while the backlog is empty, the thread that uses the channel writes; else whoever has the lock of the
 * PE's progress, who sees what that thread has written, and whose writes that thread sees once the backlog is empty.
 */
final class Outgoing extends RingWriter {
    private final Rings rings;
    private final boolean lasting = Library.outlives();
    private final int roomWord;
    private final Backlog backlog = new Backlog();

    Outgoing(Rings rings, int pe) {
        super(rings, pe, rings.ring(rings.me), false);
        this.rings = rings;
        this.roomWord = rings.roomWord(pe);
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

    @Override
    void skip() {
        for (long header = header(written); header != 0; header = header(written)) {
            written += RingFormat.size(header, written, rings.capacity);
            records += RingFormat.kind(header) == RingFormat.PAD ? 0 : 1;
        }
        unsure = false;
    }

    private long header(long position) {
        long at = ring + (position & mask);
        return near ? RingMemory.words().getLongAcquire(rings.address(world, at))
            : rings.context.atomicFetch(rings.all, at / Long.BYTES, pe);
    }

    @Override
    long room(long wanted) {
        return rings.get(roomWord) + rings.capacity;
    }

    @Override
    void publish(long at, long header, long end) {
        if (near) {
            rings.backend.announceLong(world, rings.region(at), header);
            return;
        }
        rings.publish((int) (at / Long.BYTES), header, pe, false, world);
        if (lasting) {
            // What is on its way to another node is lost if this PE dies.
            rings.context.quiet();
        }
    }

    int roomWord() {
        return roomWord;
    }

    /** {@return whether the reader has taken all records} */
    boolean taken() {
        return rings.get(roomWord) == written && backlog.isEmpty();
    }

    /** {@return what the reader has not read, or between nodes not acknowledged, for hang reports; or nothing} */
    String unread() {
        long at = rings.look(rings.shmem.myPe(), (long) roomWord * Long.BYTES);
        if (!JobMemory.here(world)) {
            return RingMemory.unread("acknowledged", 0, written - at, 0);
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
        return RingMemory.unread("read", messages, bytes, tag);
    }

    /** {@return whether messages are kept that had no room} */
    boolean keeps() {
        return !backlog.isEmpty();
    }

    /** Keeps a copy of a message until there is room; under the lock. */
    void keep(long tag, MemorySegment source, long from, long length, long begun) {
        backlog.add(tag, source, from, length, begun);
    }

    /** Keeps a message where it is until there is room; under the lock. */
    void keep(long tag, MemorySegment message, Runnable left) {
        backlog.add(new Backlog.Message(tag, message, -1, left));
    }

    /** Forgets a kept message, unless a part of it has been written; {@return whether it is forgotten} */
    boolean forget(MemorySegment message) {
        return backlog.remove(message);
    }

    /** Writes kept messages; {@return whether none is left} Under the lock. */
    boolean flush() {
        while (!backlog.isEmpty()) {
            Backlog.Message next = backlog.first();
            if (next.begun < 0) {
                next.begun = records();
            }
            if (!write(next.tag, next.bytes, 0, next.bytes.byteSize(), next.begun)) {
                return false;
            }
            if (next.left != null) {
                next.left.run();
            }
            backlog.remove();
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

    /**
     * Gives up the symmetric memory that was announced last, unless a living reader is handling it or has done so;
     * {@return whether it is given up}
     */
    boolean giveUp() {
        long position = written - RingFormat.size(RingFormat.PLACE, 0, rings.capacity);
        if (rings.get(roomWord) > position) {
            return false;
        }
        long header = header(position);
        boolean free = RingFormat.kind(header) == RingFormat.PLACE || RingFormat.isTaken(header) && isOfDead(header);
        long at = (ring + (position & mask)) / Long.BYTES;
        return free && rings.context.compareSwap(rings.all, at, header, RingFormat.header(RingFormat.GIVEN_UP, 0), pe)
            == header;
    }

    private boolean isOfDead(long header) {
        Lives lives = rings.backend.lives();
        return lives != null && (!lives.isAlive(world) || header != RingFormat.taken(header, lives.deaths(world)));
    }
}
