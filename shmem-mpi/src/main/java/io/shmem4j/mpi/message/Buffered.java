// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.mpi.message;

import java.util.ArrayList;
import java.util.List;

/** Buffered sends, whose messages use no more memory than the program lends. Threads call it one at a time. */
public final class Buffered {
    /** Bytes that a message needs besides its own. */
    public static final int OVERHEAD = 64;

    private final Engine engine;
    private final List<Operation> pending = new ArrayList<>();
    private Object memory;
    private long room;

    Buffered(Engine engine) {
        this.engine = engine;
    }

    /** Lends memory; {@return whether there was none} */
    public synchronized boolean attach(Object newMemory, long bytes) {
        if (memory != null) {
            return false;
        }
        memory = newMemory;
        room = bytes;
        return true;
    }

    /** Takes the memory back after the messages have left; {@return it, or null} */
    public synchronized Object detach() {
        pending.forEach(engine::await);
        pending.clear();
        Object lent = memory;
        memory = null;
        room = 0;
        return lent;
    }

    /** Sends bytes later if they can't leave now; {@return whether the memory has room for that} */
    public synchronized boolean send(Communicator comm, byte[] message, int objects, int dest, int tag) {
        pending.removeIf(Operation::isDone);
        long used = message.length + OVERHEAD;
        for (Operation each : pending) {
            used += each.length() + OVERHEAD;
        }
        if (used > room) {
            return false;
        }
        Operation operation = comm.sendBytes(message, objects, dest, tag);
        if (operation != null) {
            pending.add(operation);
        }
        return true;
    }
}
