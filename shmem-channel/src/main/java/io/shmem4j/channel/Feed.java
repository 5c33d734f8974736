// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.channel;

import static java.lang.foreign.ValueLayout.JAVA_LONG;

import io.shmem4j.AllocationHint;
import io.shmem4j.MayRace;
import io.shmem4j.Shmem;
import io.shmem4j.SymmetricLongs;
import io.shmem4j.channel.ring.Rings;
import io.shmem4j.channel.ring.Wait;
import io.shmem4j.engine.Fault;
import io.shmem4j.engine.Hook;
import io.shmem4j.engine.Library;
import io.shmem4j.engine.Pages;
import io.shmem4j.error.InvalidPeException;
import io.shmem4j.spi.Backend;
import io.shmem4j.spi.JobMemory;
import io.shmem4j.spi.Lives;
import io.shmem4j.spi.Routine;
import io.shmem4j.spi.SystemLayout;
import io.shmem4j.spi.Waiter;
import java.lang.foreign.MemorySegment;
import java.lang.invoke.VarHandle;
import java.time.Duration;
import java.util.Objects;

/**
 * Messages of one PE to all: the writer stores each once, and every reader reads it there.
 *
 * <pre>{@code
 * Feed prices = Feed.allocate(shmem, 0, 1 << 20);
 * if (shmem.myPe() == 0) {
 *     prices.publish(symbol, price);
 * } else {
 *     Feed.Reader reader = prices.reader();
 *     reader.take(this::price);
 *     if (reader.lost() > 0) { ... }
 * }
 * }</pre>
 *
 * <p>A reader begins with the oldest message that the feed still has. By choice the writer waits for a reader that is
 * too slow, see {@link #holdingReader}, or such a reader loses the oldest messages and learns how many.
 *
 * <p>In a job that outlives its PEs the feed lasts; a reader that has died holds up nobody.
 *
 * <p>Correctness: before the writer overwrites messages it stores the position of the oldest one that stays, and then a
 * fence. A reader copies a message, and after a fence reads that position. If it is not above the message's, the copy
 * is whole. A holding reader's position is in the writer's memory, and the writer overwrites nothing from there on. The
 * end of the last message is stored after the message. The writer then looks for sleepers without a fence: a reader
 * that it misses finds the message when its first short sleep ends.
 */
@MayRace
public final class Feed implements AutoCloseable {
    private static final int END = 0;
    private static final int FLOOR = 1;
    private static final int SLEEPERS = 2;
    /** A cache line of the writer's own words. */
    private static final int HEAD = 8;
    /** Header of a message: its number, its tag, its length. */
    private static final int HEADER = 3 * Long.BYTES;
    /** Length of a message that fills the rest of the ring. */
    private static final long PAD = -1;
    private static final int LEAST = 1 << 12;

    private final Shmem shmem;
    private final int writer;
    private final int n;
    private final int capacity;
    private final SymmetricLongs all;
    private final int ringWord;
    private final Pages pages;
    private final boolean near;
    private final long base;
    /** The messages, if they are read by plain loads. */
    private final MemorySegment ring;
    private final Backend backend;
    private final Lives lives;
    private long end;
    private long floor;
    private long number;

    /**
     * Makes a feed; collective over all PEs.
     *
     * @param shmem  the library
     * @param writer the PE that publishes
     * @param bytes  size of the memory for messages, a power of two of at least 4096
     * @return the feed
     */
    public static Feed allocate(Shmem shmem, int writer, int bytes) {
        if (writer < 0 || writer >= Fault.required(shmem, "shmem").nPes()) {
            throw new InvalidPeException(Fault.where() + ": a feed of PE " + writer + ", but there are PEs 0 to "
                + (shmem.nPes() - 1));
        }
        if (bytes < LEAST || Integer.bitCount(bytes) != 1) {
            throw new IllegalArgumentException(Fault.where() + ": a feed has a power of two from " + LEAST
                + " bytes, not " + bytes);
        }
        return Library.whole(() -> new Feed(shmem, writer, bytes));
    }

    private Feed(Shmem shmem, int writer, int bytes) {
        this.shmem = shmem;
        this.writer = writer;
        this.n = shmem.nPes();
        this.capacity = bytes;
        // Before the ring: the head, then of each reader its position and whether it sleeps.
        this.ringWord = Math.ceilDiv(HEAD + 2 * n, Long.BYTES) * Long.BYTES;
        this.all = shmem.allocateLongs(ringWord + (long) bytes / Long.BYTES, AllocationHint.SIGNAL_REMOTE)
            .named("feed");
        this.pages = new Pages(all.heapOffset(), all.byteSize(), n);
        this.backend = Library.currentBackend();
        this.lives = backend.lives();
        this.near = JobMemory.direct(shmem.myPe()) && shmem.ptr(all, writer) != null && !Library.watchesAccesses();
        this.base = writer * JobMemory.stride() + SystemLayout.heap(n) + all.heapOffset();
        this.ring = near ? JobMemory.slice(writer, SystemLayout.heap(n) + all.heapOffset() + (long) ringWord
            * Long.BYTES, capacity) : null;
        if (shmem.myPe() == writer) {
            resume();
        }
    }

    /** Continues where an earlier life of the writer has stopped. */
    private void resume() {
        end = all.get(END);
        floor = all.get(FLOOR);
        for (long at = floor; at < end; at += size(length(at), at)) {
            number = Math.max(number, length(at) == PAD ? 0 : all.get(word(at)) + 1);
        }
    }

    /** {@return length of the longest message} */
    public int longest() {
        return capacity / 4 - HEADER;
    }

    /**
     * Publishes a message; only the writer does. Waits for each {@link #holdingReader} that has not read what is
     * overwritten.
     *
     * @param tag     a number that comes with the message
     * @param message the message, at most {@link #longest} bytes
     */
    public void publish(long tag, MemorySegment message) {
        publish(tag, message, 0, message.byteSize());
    }

    /**
     * Publishes a part of a segment, see {@link #publish(long, MemorySegment)}.
     *
     * @param tag    a number that comes with the message
     * @param memory memory with the message
     * @param offset offset of its first byte
     * @param length its length in bytes
     */
    public void publish(long tag, MemorySegment memory, long offset, long length) {
        Objects.checkFromIndexSize(offset, length, memory.byteSize());
        if (shmem.myPe() != writer || length > longest()) {
            throw shmem.myPe() != writer
                ? new IllegalStateException(Fault.where() + ": only PE " + writer + " publishes in this feed")
                : new IllegalArgumentException(Fault.where() + ": a message of this feed has 0 to " + longest()
                    + " bytes, not " + length);
        }
        if (Hook.ON) {
            Hook.whole(Routine.PUBLISH, -1, length, () -> {
                append(tag, memory, offset, length);
                return null;
            });
        } else {
            append(tag, memory, offset, length);
        }
    }

    private void append(long tag, MemorySegment memory, long offset, long length) {
        long size = HEADER + Rings.padded(length);
        long left = capacity - (end & capacity - 1);
        if (left < size) {
            makeRoom(end + left, tag);
            if (left >= HEADER) {
                all.set(word(end) + 2, PAD);
            }
            end += left;
        }
        makeRoom(end + size, tag);
        int at = word(end);
        if (end < capacity) {
            pages.require((long) at * Long.BYTES, size, writer);
        }
        all.set(at, number);
        all.set(at + 1, tag);
        all.set(at + 2, length);
        shmem.putmem(all, (long) (at + 3) * Long.BYTES, memory, offset, length, writer);
        release(end + size);
        end += size;
        number++;
        if (all.getAcquire(SLEEPERS) != 0) {
            wake();
        }
    }

    private void release(long newEnd) {
        shmem.fence();
        all.setRelease(END, newEnd);
    }

    /** Wakes the readers that sleep, each by a word of its own. */
    private void wake() {
        for (int pe = 0; pe < n; pe++) {
            if (all.getAcquire(asleep(pe)) != 0) {
                shmem.inc(all, asleep(pe), pe);
            }
        }
    }

    private int held(int pe) {
        return HEAD + pe;
    }

    private int asleep(int pe) {
        return HEAD + n + pe;
    }

    private int word(long position) {
        return ringWord + (int) (position & capacity - 1) / Long.BYTES;
    }

    private long length(long position) {
        return capacity - (position & capacity - 1) < HEADER ? PAD : all.get(word(position) + 2);
    }

    private long size(long length, long position) {
        return length == PAD ? capacity - (position & capacity - 1) : HEADER + Rings.padded(length);
    }

    /**
     * Gives up the oldest messages, so that the ring can be written up to a position. Gives up some more that all
     * holding readers have read, because each time takes a fence and looks at their positions.
     */
    private void makeRoom(long to, long tag) {
        if (floor >= to - capacity) {
            return;
        }
        long keep = boundary(floor, to - capacity);
        long most = Math.min(keep + capacity / 16, end);
        for (int pe = 0; pe < n; pe++) {
            awaitReader(pe, keep, tag);
            long position = all.getAcquire(held(pe));
            most = position == 0 ? most : Math.min(most, position - 1);
        }
        keep = boundary(keep, most);
        all.setRelease(FLOOR, keep);
        VarHandle.fullFence();
        shmem.fence();
        floor = keep;
    }

    /** {@return the first begin of a message from a begin on that is at or behind a position} */
    private long boundary(long begin, long position) {
        long at = begin;
        while (at < position) {
            at += size(length(at), at);
        }
        return at;
    }

    private void awaitReader(int pe, long keep, long tag) {
        int held = held(pe);
        if (!lets(held, pe, keep)) {
            Wait.forRoom(pe, SystemLayout.heap(n) + all.heapOffset() + (long) held * Long.BYTES, tag,
                () -> unread(held), () -> lets(held, pe, keep));
        }
    }

    private long load(int word) {
        return JobMemory.words().getLong(base + (long) word * Long.BYTES);
    }

    /** {@return what a reader has not acknowledged, for hang reports; takes no virtual time} */
    private String unread(int held) {
        long messages = 0;
        long bytes = 0;
        long tag = 0;
        long at = Math.max(0, load(held) - 1);
        while (at < end) {
            long length = capacity - (at & capacity - 1) < HEADER ? PAD : load(word(at) + 2);
            if (length != PAD) {
                tag = messages++ == 0 ? load(word(at) + 1) : tag;
                bytes += length;
            }
            at += size(length, at);
        }
        return Wait.unread("acknowledged", messages, bytes, tag);
    }

    private boolean lets(int held, int pe, long keep) {
        long position = all.getAcquire(held);
        return position == 0 || position - 1 >= keep || lives != null && lives.isFallen(pe);
    }

    /** {@return a reader that loses messages if it is too slow} */
    public Reader reader() {
        return new Reader(false);
    }

    /** {@return a reader that the writer waits for} Of the readers of a PE at most one holds, until it is closed. */
    public Reader holdingReader() {
        try {
            return new Reader(true);
        } catch (Error e) {
            // Nobody has a reader that could let go.
            shmem.atomicSet(all, held(shmem.myPe()), 0, writer);
            throw e;
        }
    }

    /** Frees the feed; collective over all PEs. */
    public void free() {
        all.free();
    }

    /** Frees the memory without waiting; all PEs close in the same order, see {@link io.shmem4j.Symmetric#close}. */
    @Override
    public void close() {
        all.close();
    }

    /** A reader, used by one thread at a time. */
    @MayRace
    public final class Reader implements AutoCloseable {
        private final boolean holds;
        private final MemorySegment header = MemorySegment.ofArray(new long[3]);
        private MemorySegment copy = MemorySegment.ofArray(new long[0]);
        private long position;
        private long expected = -1;
        private long lost;
        private long reported;

        private Reader(boolean holds) {
            this.holds = holds;
            this.position = head(FLOOR);
            if (holds) {
                hold(position);
                // The floor may have moved before the writer has seen the hold.
                for (long now = head(FLOOR); now > position; now = head(FLOOR)) {
                    position = now;
                    hold(position);
                }
            }
        }

        private void hold(long at) {
            shmem.atomicSet(all, held(shmem.myPe()), at + 1, writer);
            shmem.quiet();
            reported = at;
        }

        private long head(int word) {
            return near ? JobMemory.words().getLongAcquire(base + (long) word * Long.BYTES)
                : shmem.atomicFetch(all, word, writer);
        }

        /** {@return the number of messages that this reader has lost since the last call} */
        public long lost() {
            long count = lost;
            lost = 0;
            return count;
        }

        /** Goes on with the next message that the writer publishes; those before count neither as read nor as lost. */
        public void skip() {
            position = head(END);
            expected = -1;
            report(1);
        }

        boolean arrived() {
            return head(END) > position;
        }

        /**
         * Handles messages that are there, without waiting. The memory is valid during the call of the handler only.
         *
         * @param handler receives each message
         * @param limit   maximum number of messages
         * @return their number
         */
        public int poll(Channel.Handler handler, int limit) {
            Channel.Handler hooked = Channel.hooked(handler);
            return Hook.ON ? Hook.whole(Routine.POLL, writer, 0, () -> read(hooked, limit)) : read(hooked, limit);
        }

        private int read(Channel.Handler handler, int limit) {
            long to = head(END);
            int count = 0;
            while (position < to && count < limit) {
                count += next(handler) ? 1 : 0;
                report(capacity / 8);
            }
            return count;
        }

        /**
         * Handles the next message. Sleeps until it is there, or until a time has passed.
         *
         * @param limit   the time
         * @param handler receives the message
         * @return whether there was a message
         */
        public boolean take(Duration limit, Channel.Handler handler) {
            return take(Fault.required(limit, "limit").toNanos(), handler);
        }

        private boolean take(long nanos, Channel.Handler handler) {
            Channel.Handler hooked = Channel.hooked(handler);
            return Hook.ON ? Hook.whole(Routine.TAKE, writer, 0, () -> readNext(nanos, hooked))
                : readNext(nanos, hooked);
        }

        private boolean readNext(long nanos, Channel.Handler handler) {
            long end = nanos >= Waiter.FOREVER ? Waiter.FOREVER : backend.nanoTime() + nanos;
            while (read(handler, 1) == 0) {
                if (!await(end == Waiter.FOREVER ? Waiter.FOREVER : end - backend.nanoTime())) {
                    return false;
                }
            }
            return true;
        }

        /**
         * Handles the next message. Sleeps until it is there.
         *
         * @param handler receives the message
         */
        public void take(Channel.Handler handler) {
            take(Waiter.FOREVER, handler);
        }

        /** Lets the writer wait for this reader no more. */
        @Override
        public void close() {
            if (holds) {
                shmem.atomicSet(all, held(shmem.myPe()), 0, writer);
            }
        }

        private boolean await(long nanos) {
            report(1);
            shmem.atomicSet(all, asleep(shmem.myPe()), 1, writer);
            shmem.inc(all, SLEEPERS, writer);
            shmem.quiet();
            try {
                return Wait.until(nanos, SystemLayout.heap(n) + all.heapOffset(), null, this::arrived);
            } finally {
                shmem.add(all, SLEEPERS, -1, writer);
                shmem.atomicSet(all, asleep(shmem.myPe()), 0, writer);
            }
        }

        private void report(long least) {
            if (holds && position - reported >= least) {
                shmem.atomicSet(all, held(shmem.myPe()), position + 1, writer);
                reported = position;
            }
        }

        /** Handles the message at the position, or moves on; {@return whether there was a message} */
        private boolean next(Channel.Handler handler) {
            long left = capacity - (position & capacity - 1);
            if (left < HEADER) {
                position += left;
                return false;
            }
            int at = word(position);
            if (!near) {
                read(header, at, HEADER);
            }
            long number = near ? load(at) : header.getAtIndex(JAVA_LONG, 0);
            long tag = near ? load(at + 1) : header.getAtIndex(JAVA_LONG, 1);
            long length = near ? load(at + 2) : header.getAtIndex(JAVA_LONG, 2);
            if (!holds && overtaken()) {
                return false;
            }
            if (length == PAD) {
                position += left;
                return false;
            }
            if (near && holds) {
                handle(handler, number, tag, ring, content(), length);
                return true;
            }
            if (copy.byteSize() < length) {
                copy = MemorySegment.ofArray(new long[(int) Rings.padded(length) / Long.BYTES]);
            }
            if (near) {
                MemorySegment.copy(ring, content(), copy, 0, length);
            } else {
                read(copy, at + 3, length);
            }
            if (!holds && overtaken()) {
                return false;
            }
            handle(handler, number, tag, copy, 0, length);
            return true;
        }

        /** {@return the offset in the ring of the content of the message at the position} */
        private long content() {
            return (position & capacity - 1) + HEADER;
        }

        private void handle(Channel.Handler handler, long number, long tag, MemorySegment memory, long offset,
            long length) {
            long after = position + HEADER + Rings.padded(length);
            try {
                handler.message(writer, tag, memory, offset, length);
            } catch (RuntimeException e) {
                moveTo(after, number);
                throw e;
            }
            moveTo(after, number);
        }

        private void moveTo(long after, long number) {
            lost += expected < 0 ? 0 : number - expected;
            expected = number + 1;
            position = after;
        }

        /** Moves to the oldest message if the writer may have overwritten the present one; {@return whether it has} */
        private boolean overtaken() {
            VarHandle.acquireFence();
            long oldest = head(FLOOR);
            if (oldest <= position) {
                return false;
            }
            position = oldest;
            return true;
        }

        private void read(MemorySegment to, int word, long bytes) {
            if (bytes > 0) {
                shmem.getmem(to, 0, all, (long) word * Long.BYTES, bytes, writer);
            }
        }
    }
}
