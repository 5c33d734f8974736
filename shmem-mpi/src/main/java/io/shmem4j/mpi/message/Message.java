// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.mpi.message;

import io.shmem4j.mpi.data.Data;
import java.lang.foreign.MemorySegment;

/** A message, or the announcement of one, that arrived before its receive. */
public final class Message extends Entry {
    /** The sender's number of an announced message, else 0. */
    final int announced;
    final long length;
    private final int objects;
    /** The content, null if it is announced only. */
    final MemorySegment content;
    /** Whether the last part has arrived. */
    boolean complete;
    /** The receive that found the message before its last part, or null. */
    Operation receive;

    Message(int announced, long length, int objects, MemorySegment content) {
        this.announced = announced;
        this.length = length;
        this.objects = objects;
        this.content = content;
    }

    public int source() {
        return source;
    }

    public int tag() {
        return tag;
    }

    public long length() {
        return length;
    }

    /** {@return the number of objects, if the message consists of objects} */
    public int objects() {
        return content == null ? objects : Data.objects(content, 0, length);
    }
}
