// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.ucx;

import static java.lang.foreign.ValueLayout.JAVA_BYTE;
import static java.lang.foreign.ValueLayout.JAVA_INT;

import io.shmem4j.ucx.lib.UcxWorker;
import java.lang.foreign.MemorySegment;

/**
 * First message of a PE to an agent, in a job that outlives its PEs. The agent connects back to the PE's worker and
 * answers, so it knows the PE of every connection before the PE's first access.
 *
 * @param life    incarnation of the PE
 * @param address of the PE's worker
 */
public record Greeting(int pe, int life, byte[] address) {
    /** Kind of the message and of its answer. */
    public static final int KIND = 1;
    private static final int HEAD = 2 * Integer.BYTES;

    /** Writes the message to new memory of a worker. */
    MemorySegment write(UcxWorker worker) {
        MemorySegment message = worker.memory(HEAD + address.length);
        message.set(JAVA_INT, 0, pe);
        message.set(JAVA_INT, Integer.BYTES, life);
        MemorySegment.copy(address, 0, message, JAVA_BYTE, HEAD, address.length);
        return message;
    }

    /** {@return the greeting in a message} */
    public static Greeting read(MemorySegment message) {
        return new Greeting(message.get(JAVA_INT, 0), message.get(JAVA_INT, Integer.BYTES),
            message.asSlice(HEAD).toArray(JAVA_BYTE));
    }
}
