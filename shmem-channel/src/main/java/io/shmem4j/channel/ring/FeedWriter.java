// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.channel.ring;

import io.shmem4j.MayRace;
import java.lang.foreign.MemorySegment;

/**
 * The writer of a feed.
 *
 * <p>Correctness: before the writer overwrites messages it stores the position of the oldest one that stays, the floor,
 * and then a fence. A reader copies a message, and after a fence reads the floor. If it is not above the message's
 * position, the copy is whole. A holding reader's position is in the writer's memory. It stores the position, and after
 * a fence reads the floor again; the writer stores the floor, and after a fence reads the positions, and overwrites
 * nothing from there on. So the writer sees a new position, or its reader sees the new floor and moves there.
 *
 * <p>The end of the last message is stored after the message. The writer then looks for sleepers without a fence: a
 * reader that it misses finds the message when its first short sleep ends.
 */
@MayRace
public final class FeedWriter extends RingWriter {
    private final FeedRing feed;
    private long floor;

    /** Continues where an earlier life of the writer has stopped. */
    public FeedWriter(FeedRing feed) {
        super(feed, feed.writer, (long) feed.ringWord * Long.BYTES, true);
        this.feed = feed;
        this.written = feed.get(FeedRing.END);
        this.floor = feed.get(FeedRing.FLOOR);
        for (long at = floor; at < written; at += size(at)) {
            if (RingFormat.kind(header(at)) == RingFormat.NUMBERED) {
                records = feed.all.get(feed.word(at) + 2) + 1;
            }
        }
    }

    /** Appends a message, and waits for readers that hold what it overwrites. */
    public void publish(long tag, MemorySegment message, long offset, long length) {
        feed.requireOpen();
        while (!append(RingFormat.NUMBERED, 2, tag, records(), message, offset, length)) {
            for (int pe = 0; pe < feed.n; pe++) {
                awaitReader(pe, tag);
            }
        }
        if (feed.get(FeedRing.SLEEPERS) != 0) {
            wake();
        }
    }

    /** Wakes the readers that sleep, each by a word of its own. */
    private void wake() {
        for (int pe = 0; pe < feed.n; pe++) {
            if (feed.get(feed.asleep(pe)) != 0) {
                feed.shmem.inc(feed.all, FeedRing.WAKE, pe);
            }
        }
    }

    @Override
    void skip() {
        long end = feed.get(FeedRing.END);
        records += end > written ? 1 : 0;
        written = end;
        unsure = false;
    }

    @Override
    void publish(long at, long header, long end) {
        boolean pad = RingFormat.kind(header) == RingFormat.PAD;
        if (near) {
            RingMemory.words().setLong(feed.base + at, header);
            if (!pad) {
                RingMemory.words().setLongRelease(feed.base + FeedRing.END, end);
            }
            return;
        }
        feed.shmem.p(feed.all, at / Long.BYTES, header, pe);
        if (!pad) {
            feed.shmem.fence();
            feed.all.setRelease(FeedRing.END, end);
        }
    }

    /**
     * Gives up the oldest messages, so that the ring can be written up to a position. Gives up some more that all
     * holding readers have read, because each time takes a fence and looks at their positions.
     */
    @Override
    long room(long wanted) {
        long keep = wanted - memory.capacity;
        if (floor < keep) {
            keep = boundary(floor, keep);
            keep = boundary(keep, held(Math.min(keep + memory.capacity / 16, written)));
            feed.all.setRelease(FeedRing.FLOOR, keep);
            feed.shmem.quiet();
            floor = keep;
        }
        return held(floor) + memory.capacity;
    }

    /** {@return the first begin of a message from a begin on that is at or after a position} */
    private long boundary(long begin, long position) {
        long at = begin;
        while (at < position) {
            at += size(at);
        }
        return at;
    }

    private long header(long position) {
        return feed.all.get(feed.word(position));
    }

    private long size(long position) {
        return RingFormat.size(header(position), position, memory.capacity);
    }

    /** {@return the oldest position that a reader holds, or a position if none is older} */
    private long held(long position) {
        long least = position;
        for (int pe = 0; pe < feed.n; pe++) {
            least = Math.min(least, held(pe, least));
        }
        return least;
    }

    /** {@return the position that a PE's reader holds, or another one if there is none} */
    private long held(int holder, long other) {
        long held = feed.get(feed.held(holder));
        return held == 0 || feed.backend.lives() != null && feed.backend.lives().isFallen(holder) ? other : held - 1;
    }

    private void awaitReader(int holder, long tag) {
        if (held(holder, floor) < floor) {
            feed.progress.awaitRoom(holder, feed.region((long) feed.held(holder) * Long.BYTES), tag,
                () -> unread(holder), () -> held(holder, floor) >= floor);
        }
    }

    /** {@return what a reader has not acknowledged, for hang reports; takes no virtual time} */
    private String unread(int holder) {
        long messages = 0;
        long bytes = 0;
        long tag = 0;
        long header = 0;
        for (long at = look(feed.held(holder)) - 1; at >= 0 && at < written; at += RingFormat.size(header, at,
            memory.capacity)) {
            header = look(feed.word(at));
            if (RingFormat.kind(header) == RingFormat.NUMBERED) {
                tag = messages++ == 0 ? look(feed.word(at) + 1) : tag;
                bytes += RingFormat.bytes(header);
            }
        }
        return RingMemory.unread("acknowledged", messages, bytes, tag);
    }

    private long look(int word) {
        return feed.look(world, (long) word * Long.BYTES);
    }
}
