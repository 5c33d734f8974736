// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.channel.ring;

import static java.lang.foreign.ValueLayout.JAVA_LONG;

import io.shmem4j.MayRace;
import io.shmem4j.engine.Fault;
import io.shmem4j.error.FreedObjectException;
import io.shmem4j.spi.WaitKind;
import io.shmem4j.spi.Waiter;
import java.lang.foreign.MemorySegment;
import java.lang.invoke.VarHandle;

/** A reader of a feed; see {@link FeedWriter} for why it reads whole messages. */
@MayRace
public final class FeedReader {
    /** Header, tag and number of a message. */
    private static final int HEADER = 3 * Long.BYTES;

    private final FeedRing feed;
    private final boolean holds;
    private final MemorySegment first = MemorySegment.ofArray(new long[3]);
    private MemorySegment copy = MemorySegment.ofArray(new long[0]);
    private long position;
    private long expected = -1;
    private long lost;
    private long reported;
    private boolean closed;

    public FeedReader(FeedRing feed, boolean holds) {
        this.feed = feed;
        this.holds = holds;
        this.position = open().head(FeedRing.FLOOR);
        if (holds) {
            try {
                hold();
            } catch (Error e) {
                // Nobody has a reader that could let go.
                close();
                throw e;
            }
        }
    }

    /** Holds the floor, which may move before the writer has seen the hold. */
    private void hold() {
        long floor = position;
        do {
            position = floor;
            store(position);
            feed.shmem.quiet();
            floor = open().head(FeedRing.FLOOR);
        } while (floor > position);
    }

    /** Stores what this reader holds, after earlier such stores. */
    private void store(long held) {
        feed.shmem.fence();
        feed.shmem.atomicSet(feed.all, feed.held(feed.me), held + 1, feed.writer);
        reported = held;
    }

    /** Tells the writer what has been read, if that is enough. */
    private void report(long least) {
        if (holds && !closed && position - reported >= least) {
            store(position);
        }
    }

    /** Lets the writer wait for this reader no more. */
    public void close() {
        if (holds && !closed && !feed.isEnded()) {
            store(-1);
        }
        closed = true;
    }

    /** {@return the feed} Refuses a call after the end of the reader or the feed. */
    private FeedRing open() {
        if (closed) {
            throw new FreedObjectException(Fault.where() + ": this reader of " + feed.all.name() + " was closed");
        }
        feed.requireOpen();
        return feed;
    }

    /** {@return the number of messages that this reader has lost since the last call} */
    public long lost() {
        open();
        long count = lost;
        lost = 0;
        return count;
    }

    /** Moves to the end. */
    public void skip() {
        position = open().head(FeedRing.END);
        expected = -1;
        report(1);
    }

    /** {@return whether there is a message} */
    public boolean ready() {
        return open().head(FeedRing.END) > position;
    }

    /** Handles messages that are there, without waiting; {@return their number} */
    public int poll(Sink handler, int limit) {
        long to = open().head(FeedRing.END);
        int count = 0;
        while (position < to && count < limit && !closed) {
            count += next(handler) ? 1 : 0;
        }
        return count;
    }

    /** Handles the next message; {@return whether there was one before the limit} */
    public boolean take(Sink handler, long nanos) {
        long end = nanos >= Waiter.FOREVER ? Waiter.FOREVER : feed.backend.nanoTime() + nanos;
        while (poll(handler, 1) == 0) {
            if (!await(end == Waiter.FOREVER ? Waiter.FOREVER : end - feed.backend.nanoTime())) {
                return false;
            }
        }
        return true;
    }

    private boolean await(long nanos) {
        beginSleep();
        try {
            return feed.progress.await(nanos, WaitKind.TAKE, feed.region(0), -1, null, this::ready);
        } finally {
            endSleep();
        }
    }

    /** Asks the writer to wake this PE, which then tests {@link #ready}. */
    public void beginSleep() {
        report(1);
        feed.shmem.inc(feed.all, feed.asleep(feed.me), feed.writer);
        feed.shmem.inc(feed.all, FeedRing.SLEEPERS, feed.writer);
    }

    public void endSleep() {
        feed.shmem.add(feed.all, FeedRing.SLEEPERS, -1, feed.writer);
        feed.shmem.add(feed.all, feed.asleep(feed.me), -1, feed.writer);
    }

    /** Handles the message at the position, or moves on; {@return whether there was a message} */
    private boolean next(Sink handler) {
        long left = feed.capacity - (position & feed.capacity - 1);
        if (left < HEADER) {
            position += left;
            return false;
        }
        int at = feed.word(position);
        if (!feed.near) {
            read(first, at, HEADER);
        }
        long header = feed.near ? feed.load(at) : first.getAtIndex(JAVA_LONG, 0);
        long tag = feed.near ? feed.load(at + 1) : first.getAtIndex(JAVA_LONG, 1);
        long number = feed.near ? feed.load(at + 2) : first.getAtIndex(JAVA_LONG, 2);
        if (!holds && isOvertaken()) {
            return false;
        }
        if (RingFormat.kind(header) == RingFormat.PAD) {
            position += left;
            return false;
        }
        long length = RingFormat.length(header) - 2 * Long.BYTES;
        long after = position + HEADER + RingMemory.padded(length);
        if (feed.near && holds) {
            handle(handler, number, after, tag, feed.own, (position & feed.capacity - 1) + HEADER, length);
            return true;
        }
        if (copy.byteSize() < length) {
            copy = MemorySegment.ofArray(new long[(int) RingMemory.padded(length) / Long.BYTES]);
        }
        if (feed.near) {
            MemorySegment.copy(feed.own, (position & feed.capacity - 1) + HEADER, copy, 0, length);
        } else {
            read(copy, at + 3, length);
        }
        if (!holds && isOvertaken()) {
            return false;
        }
        handle(handler, number, after, tag, copy, 0, length);
        return true;
    }

    private void handle(Sink handler, long number, long after, long tag, MemorySegment memory, long offset,
        long length) {
        try {
            handler.message(feed.writer, tag, memory, offset, length);
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
        report(feed.capacity / 8);
    }

    /** Moves to the oldest message if the writer may have overwritten the present one; {@return whether it has} */
    private boolean isOvertaken() {
        VarHandle.acquireFence();
        long oldest = open().head(FeedRing.FLOOR);
        if (oldest <= position) {
            return false;
        }
        position = oldest;
        return true;
    }

    private void read(MemorySegment to, int word, long bytes) {
        if (bytes > 0) {
            feed.shmem.getmem(to, 0, feed.all, (long) word * Long.BYTES, bytes, feed.writer);
        }
    }
}
