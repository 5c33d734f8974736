// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.channel;

import io.shmem4j.Shmem;
import io.shmem4j.channel.ring.FeedReader;
import io.shmem4j.channel.ring.FeedRing;
import io.shmem4j.channel.ring.FeedWriter;
import io.shmem4j.channel.ring.Sink;
import io.shmem4j.engine.Fault;
import io.shmem4j.engine.Hook;
import io.shmem4j.engine.Library;
import io.shmem4j.error.InvalidPeException;
import io.shmem4j.spi.Routine;
import io.shmem4j.spi.Waiter;
import java.lang.foreign.MemorySegment;
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
 */
public final class Feed implements AutoCloseable {
    private final FeedRing ring;
    private final int writer;
    /** Null on other PEs. */
    private final FeedWriter out;

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
        if (!FeedRing.isCapacity(bytes)) {
            throw new IllegalArgumentException(Fault.where() + ": a feed has a power of two from 4096 bytes, not "
                + bytes);
        }
        return Library.whole(() -> new Feed(shmem, writer, bytes));
    }

    private Feed(Shmem shmem, int writer, int bytes) {
        this.writer = writer;
        this.ring = new FeedRing(shmem, writer, bytes);
        this.out = shmem.myPe() == writer ? new FeedWriter(ring) : null;
    }

    /** {@return length of the longest message} */
    public int longest() {
        return ring.longest();
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
        if (out == null || length > longest()) {
            throw out == null
                ? new IllegalStateException(Fault.where() + ": only PE " + writer + " publishes in this feed")
                : new IllegalArgumentException(Fault.where() + ": a message of this feed has 0 to " + longest()
                    + " bytes, not " + length);
        }
        if (Hook.ON) {
            Hook.whole(Routine.PUBLISH, -1, length, () -> {
                out.publish(tag, memory, offset, length);
                return null;
            });
        } else {
            out.publish(tag, memory, offset, length);
        }
    }

    /** {@return a reader that loses messages if it is too slow} */
    public Reader reader() {
        return new Reader(new FeedReader(ring, false));
    }

    /** {@return a reader that the writer waits for} Of the readers of a PE at most one holds, until it is closed. */
    public Reader holdingReader() {
        return new Reader(new FeedReader(ring, true));
    }

    /** Frees the feed; collective over all PEs. */
    public void free() {
        ring.free();
    }

    /** Frees the memory without waiting; all PEs close in the same order, see {@link io.shmem4j.Symmetric#close}. */
    @Override
    public void close() {
        ring.close();
    }

    /** A reader, used by one thread at a time. */
    public final class Reader implements AutoCloseable {
        private final FeedReader in;

        private Reader(FeedReader in) {
            this.in = in;
        }

        FeedReader in() {
            return in;
        }

        /** {@return the number of messages that this reader has lost since the last call} */
        public long lost() {
            return in.lost();
        }

        /** Goes on with the next message that the writer publishes; those before count neither as read nor as lost. */
        public void skip() {
            in.skip();
        }

        /**
         * Handles messages that are there, without waiting. The memory is valid during the call of the handler only.
         *
         * @param handler receives each message
         * @param limit   maximum number of messages
         * @return their number
         */
        public int poll(Channel.Handler handler, int limit) {
            Sink sink = Channel.sink(handler);
            return Hook.ON ? Hook.whole(Routine.POLL, writer, 0, () -> in.poll(sink, limit)) : in.poll(sink, limit);
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
            Sink sink = Channel.sink(handler);
            return Hook.ON ? Hook.whole(Routine.TAKE, writer, 0, () -> in.take(sink, nanos)) : in.take(sink, nanos);
        }

        /**
         * Handles the next message. Sleeps until it is there.
         *
         * @param handler receives the message
         */
        public void take(Channel.Handler handler) {
            take(Waiter.FOREVER, handler);
        }

        /** Ends this reader, for which the writer waits no more. */
        @Override
        public void close() {
            in.close();
        }
    }
}
