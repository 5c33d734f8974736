// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.mpi.message;

import io.shmem4j.mpi.data.Data;
import io.shmem4j.mpi.data.Kind;
import io.shmem4j.mpi.data.Layout;
import io.shmem4j.mpi.data.Objects;
import java.io.IOException;
import java.lang.foreign.MemorySegment;

/**
 * A send or a receive.
 *
 * <p>Threads change an operation while they hold the lock of the PE's progress. A volatile field publishes the end, so
 * a thread that sees it sees the result.
 */
public final class Operation extends Entry implements Runnable {
    final Engine engine;
    private volatile boolean done;
    private boolean cancelled;
    private String error;

    /** Memory of a receive; a null buffer takes the bytes as they are. */
    private Object buffer;
    private int offset;
    private int count;
    private Layout layout;
    long length;
    int objects;
    /** Serialized objects that the owner still has to read, or the bytes that a receive without a buffer took. */
    private byte[] content;
    /** Memory in which a long message arrives, or null. */
    private MemorySegment landing;

    /** The message of a send, and where it goes. */
    int pe;
    long envelope;
    MemorySegment data;
    /** What the ends of the rings may still forget of it. */
    MemorySegment kept;
    int number;

    Operation(Engine engine) {
        this.engine = engine;
    }

    void receiveInto(Object newBuffer, int newOffset, int newCount, Layout newLayout) {
        buffer = newBuffer;
        offset = newOffset;
        count = newCount;
        layout = newLayout;
        content = null;
        landing = null;
        error = null;
        cancelled = false;
        done = false;
    }

    boolean receivesInto(Object newBuffer, int newOffset, int newCount) {
        return buffer != null && buffer == newBuffer && offset == newOffset && count == newCount;
    }

    void sends(int to, long newEnvelope, MemorySegment newData, int newObjects) {
        pe = to;
        envelope = newEnvelope;
        data = newData;
        kept = newData;
        length = newData.byteSize();
        objects = newObjects;
    }

    /** {@return the memory for a long message, or null if it has to be copied} */
    MemorySegment land(long bytes) {
        if (buffer == null || !Data.isPlain(buffer, layout) || bytes > count * layout.size) {
            return null;
        }
        landing = Data.segment(buffer).asSlice((long) offset * Data.unit(buffer), bytes);
        return landing;
    }

    /** Takes a message and ends. */
    void deliver(int from, int itsTag, MemorySegment memory, long at, long bytes) {
        source = from;
        tag = itsTag;
        length = bytes;
        if (buffer == null || layout.kind == Kind.OBJECT) {
            content = new byte[Math.toIntExact(bytes)];
            MemorySegment.copy(memory, at, MemorySegment.ofArray(content), 0, bytes);
        } else if (landing == null || landing != memory) {
            long room = count * layout.size;
            if (bytes > room) {
                error = "a message of " + bytes + " bytes for a receive of " + room;
            }
            Engine.copyIn(memory, at, Math.min(bytes, room), buffer, offset, layout);
        }
        run();
    }

    /** Ends the operation: a send when its message has left. */
    @Override
    public void run() {
        data = null;
        done = true;
    }


    void cancel() {
        cancelled = true;
        run();
    }

    /** Reads received objects into the program's array, in the owner's thread. */
    public void finish() {
        if (buffer == null || content == null) {
            return;
        }
        try {
            objects = Objects.read(content, (Object[]) buffer, offset, count, layout);
            error = objects > count * layout.size
                ? "a message of " + objects + " objects for a receive of " + count * layout.size : null;
        } catch (IOException e) {
            error = "objects that can't be read: " + e;
        }
        content = null;
    }

    boolean isSend() {
        return data != null;
    }

    /** {@return the world number of the PE that ends the operation, or -1} */
    int peer() {
        return isSend() ? pe : source;
    }

    /** {@return the tag for reports, -1 for any} */
    int awaitedTag() {
        return isSend() ? Envelope.tag(envelope) : tag;
    }

    public boolean isDone() {
        return done;
    }

    public boolean isCancelled() {
        return cancelled;
    }

    /** {@return what went wrong, or null} */
    public String error() {
        return error;
    }

    /** {@return the sender's world number} */
    public int source() {
        return source;
    }

    public int tag() {
        return tag;
    }

    /** {@return length of the message in bytes} */
    public long length() {
        return length;
    }

    public int objects() {
        return objects;
    }

    /** {@return the bytes that a receive without a buffer took} */
    public byte[] content() {
        return content;
    }
}
