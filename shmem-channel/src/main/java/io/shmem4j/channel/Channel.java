// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.channel;

import io.shmem4j.Shmem;
import io.shmem4j.Symmetric;
import io.shmem4j.Team;
import io.shmem4j.channel.ring.Ends;
import io.shmem4j.channel.ring.Sink;
import io.shmem4j.engine.Fault;
import io.shmem4j.engine.Hook;
import io.shmem4j.engine.Library;
import io.shmem4j.spi.Routine;
import java.lang.foreign.MemorySegment;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.Objects;

/**
 * Messages between PEs: bytes of any length, with a tag of 64 bits. Messages from one PE to another arrive in the order
 * in which they were sent.
 *
 * <pre>{@code
 * Channel channel = Channel.allocate(shmem);
 * channel.send(1, 7, MemorySegment.ofArray(new long[] {1, 2, 3}));
 * ...
 * channel.take((from, tag, memory, offset, length) -> total += memory.get(JAVA_LONG, offset));
 * }</pre>
 *
 * <p>Short messages, see {@link #longest}, are copied into a ring at the receiver. Longer ones follow in parts, or stay
 * where they are if they are symmetric memory. The memory of a ring is used when the first message goes there.
 *
 * <p>One thread of a PE uses a channel at a time. A {@link #send} without room waits, and meanwhile takes arriving
 * messages out of the rings of all channels that its thread used last, each up to an eighth of the JVM's heap, so PEs
 * that send to each other do not block each other. A handler may send. It never waits: messages without room are kept
 * and leave with later calls of the channel, and in each wait of the PE for others, of any thread.
 *
 * <p>If a handler throws an exception, its message counts as received. After an {@link Error} the next call handles the
 * message again. A call that throws has sent nothing, except that after an {@code Error} a message to another machine
 * may be there.
 *
 * <p>In a job that outlives its PEs the rings last. A message that was being handled when its PE died is handled again
 * in the PE's next life, and one that a PE had not sent completely is never seen. A sender without room for a PE that
 * has died, and a PE that waits for messages after a death, get a {@link io.shmem4j.error.PeFailedException}. There a
 * waiting {@code send} takes no messages out of rings, because these would be lost with the PE.
 */
public final class Channel implements AutoCloseable {
    private final Ends ends;

    /** Handles messages. */
    @FunctionalInterface
    public interface Handler {
        /**
         * Handles a message. The memory is valid during the call only.
         *
         * @param from   the sender
         * @param tag    the tag
         * @param memory memory with the message
         * @param offset offset of its first byte
         * @param length its length in bytes
         */
        void message(int from, long tag, MemorySegment memory, long offset, long length);
    }

    /** Chooses memory for long messages. */
    @FunctionalInterface
    public interface Landing {
        /**
         * {@return memory of at least this length, in which the message will be handled; or null}
         *
         * @param from   the sender
         * @param tag    the tag
         * @param length length of the message in bytes
         */
        MemorySegment target(int from, long tag, long length);
    }

    /**
     * Makes a channel between all PEs; collective.
     *
     * @param shmem the library
     * @return the channel
     */
    public static Channel allocate(Shmem shmem) {
        return allocate(shmem, Fault.required(shmem, "shmem").world());
    }

    /**
     * Makes a channel between the PEs of a team, with the team's PE numbers. Collective over all PEs, as allocation is.
     *
     * @param shmem the library
     * @param team  the team
     * @return the channel
     */
    public static Channel allocate(Shmem shmem, Team team) {
        return Library.whole(() -> new Channel(shmem, Fault.required(team, "team"), 0));
    }

    /**
     * Makes a channel with rings of a given size; collective. Two PEs that talk use a ring in each direction.
     *
     * @param shmem     the library
     * @param ringBytes size of a ring, a power of two from 4 KiB to 256 KiB
     * @return the channel
     */
    public static Channel allocate(Shmem shmem, int ringBytes) {
        if (!Ends.isCapacity(ringBytes)) {
            throw new IllegalArgumentException(Fault.where() + ": a ring has a power of two from 4096 to 262144 bytes,"
                + " not " + ringBytes);
        }
        return Library.whole(() -> new Channel(shmem, Fault.required(shmem, "shmem").world(), ringBytes));
    }

    private Channel(Shmem shmem, Team team, int ringBytes) {
        this.ends = new Ends(shmem, team, "channel", ringBytes);
    }

    Ends ends() {
        return ends;
    }

    /** {@return length of the longest message that is sent at once and needs no wait of its own} */
    public int longest() {
        return ends.longest();
    }

    /**
     * Chooses where messages longer than {@link #longest} arrive, which saves a copy. Without it they arrive in memory
     * of the library.
     *
     * @param newLanding chooses the memory when the first part of a message has arrived, or when it is handled if a
     *     waiting {@code send} has taken it in; it must not send; null ends it
     */
    public void landing(Landing newLanding) {
        ends.landing(newLanding == null ? null : newLanding::target);
    }

    /**
     * Sends a message, and returns when its memory may change. Waits for room.
     *
     * @param pe      the receiver
     * @param tag     a number that comes with the message
     * @param message the message
     */
    public void send(int pe, long tag, MemorySegment message) {
        send(pe, tag, message, 0, message.byteSize());
    }

    /**
     * Sends a part of a segment, see {@link #send(int, long, MemorySegment)}.
     *
     * @param pe     the receiver
     * @param tag    a number that comes with the message
     * @param memory memory with the message
     * @param offset offset of its first byte
     * @param length its length in bytes
     */
    public void send(int pe, long tag, MemorySegment memory, long offset, long length) {
        Objects.checkFromIndexSize(offset, length, memory.byteSize());
        if (Hook.ON) {
            Hook.whole(Routine.SEND, ends.world(pe), length, () -> {
                ends.send(pe, tag, memory, offset, length);
                return null;
            });
        } else {
            ends.send(pe, tag, memory, offset, length);
        }
    }

    /**
     * Sends the rest of a buffer, see {@link #send(int, long, MemorySegment)}; its position stays.
     *
     * @param pe     the receiver
     * @param tag    a number that comes with the message
     * @param buffer the buffer
     */
    public void send(int pe, long tag, ByteBuffer buffer) {
        send(pe, tag, MemorySegment.ofBuffer(buffer));
    }

    /**
     * Sends symmetric memory of this PE without a copy, and waits until the receiver has handled it. On one machine the
     * receiver's handler reads the memory itself. A limit does not cut the call while that handler runs.
     *
     * @param pe       the receiver
     * @param tag      a number that comes with the message
     * @param source   the object
     * @param fromByte offset of the first byte in it
     * @param bytes    length in bytes
     */
    public void send(int pe, long tag, Symmetric source, long fromByte, long bytes) {
        Objects.checkFromIndexSize(fromByte, bytes, Fault.required(source, "source").byteSize());
        if (Hook.ON) {
            Hook.whole(Routine.SEND, ends.world(pe), bytes, () -> {
                ends.sendPlace(pe, tag, source.heapOffset() + fromByte, bytes);
                return null;
            });
        } else {
            ends.sendPlace(pe, tag, source.heapOffset() + fromByte, bytes);
        }
    }

    /**
     * Sends a message if that needs no wait. Of one that is longer than {@link #longest} a part must have room; the
     * message is copied, and its rest leaves like messages without room of handlers.
     *
     * @param pe      the receiver
     * @param tag     a number that comes with the message
     * @param message the message
     * @return whether it is sent
     */
    public boolean offer(int pe, long tag, MemorySegment message) {
        return offer(pe, tag, message, 0, message.byteSize());
    }

    /**
     * Sends a part of a segment if that needs no wait, see {@link #offer(int, long, MemorySegment)}.
     *
     * @param pe     the receiver
     * @param tag    a number that comes with the message
     * @param memory memory with the message
     * @param offset offset of its first byte
     * @param length its length in bytes
     * @return whether it is sent
     */
    public boolean offer(int pe, long tag, MemorySegment memory, long offset, long length) {
        Objects.checkFromIndexSize(offset, length, memory.byteSize());
        return Hook.ON
            ? Hook.whole(Routine.SEND, ends.world(pe), length, () -> ends.offer(pe, tag, memory, offset, length))
            : ends.offer(pe, tag, memory, offset, length);
    }

    /**
     * Reserves memory for a message; waits for room. On one machine it is the receiver's, so nothing is copied.
     *
     * @param pe     the receiver
     * @param tag    a number that comes with the message
     * @param length length of the message in bytes, at most {@link #longest}
     * @return the memory, to be filled and committed before the next message to this PE
     */
    public Claim claim(int pe, long tag, long length) {
        if (length < 0 || length > ends.longest()) {
            throw new IllegalArgumentException(Fault.where() + ": Channel.claim takes messages of 0 to "
                + ends.longest() + " bytes, not " + length + "; send() takes any");
        }
        return new Claim(ends, pe, tag, length);
    }

    /** {@return a sink for a handler, whose own calls are reported} */
    static Sink sink(Handler handler) {
        Fault.required(handler, "handler");
        return Hook.ON ? (from, tag, memory, offset, length) ->
            Hook.program(() -> handler.message(from, tag, memory, offset, length)) : handler::message;
    }

    /**
     * Handles messages that have arrived, without waiting.
     *
     * @param handler receives each message
     * @param limit   maximum number of messages
     * @return their number
     */
    public int poll(Handler handler, int limit) {
        Sink sink = sink(handler);
        return Hook.ON ? Hook.whole(Routine.POLL, -1, 0, () -> ends.poll(sink, limit)) : ends.poll(sink, limit);
    }

    /**
     * Handles all messages that have arrived, without waiting.
     *
     * @param handler receives each message
     * @return their number
     */
    public int poll(Handler handler) {
        return poll(handler, Integer.MAX_VALUE);
    }

    /**
     * Handles the next message. Sleeps until it arrives.
     *
     * @param handler receives the message
     */
    public void take(Handler handler) {
        take(Long.MAX_VALUE, handler);
    }

    /**
     * Handles the next message. Sleeps until it arrives, or until a time has passed.
     *
     * @param limit   the time
     * @param handler receives the message
     * @return whether there was a message
     */
    public boolean take(Duration limit, Handler handler) {
        return take(Fault.required(limit, "limit").toNanos(), handler);
    }

    private boolean take(long nanos, Handler handler) {
        Sink sink = sink(handler);
        return Hook.ON ? Hook.whole(Routine.TAKE, -1, 0, () -> ends.take(sink, nanos)) : ends.take(sink, nanos);
    }

    /**
     * Handles messages until all PEs of the team are in this call and no message is left, even of those that handlers
     * send; collective over the team. After a death that cuts it off, and {@link Shmem#recover}, all PEs call it again,
     * because it may have ended on some of them.
     *
     * @param handler receives each message
     */
    public void finish(Handler handler) {
        Sink sink = sink(handler);
        if (Hook.ON) {
            Hook.whole(Routine.FINISH, -1, 0, () -> {
                ends.finish(sink);
                return null;
            });
        } else {
            ends.finish(sink);
        }
    }

    /** Frees the rings; collective over all PEs. */
    public void free() {
        ends.requireOpen();
        Library.refuseLimit("free");
        ends.free();
    }

    /** Frees the memory without waiting; all PEs close in the same order, see {@link Symmetric#close}. */
    @Override
    public void close() {
        ends.close();
    }
}
