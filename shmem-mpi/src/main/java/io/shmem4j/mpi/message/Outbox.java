// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.mpi.message;

import io.shmem4j.channel.ring.Ends;
import java.lang.foreign.MemorySegment;

/** Messages that wait for room, a queue for each PE. Used under the engine's lock. */
final class Outbox {
    private final Ends ends;
    private final Operation[] first;
    private final Operation[] last;
    private int size;

    Outbox(Ends ends, int pes) {
        this.ends = ends;
        this.first = new Operation[pes];
        this.last = new Operation[pes];
    }

    boolean isEmpty() {
        return size == 0;
    }

    boolean isEmpty(int pe) {
        return first[pe] == null;
    }

    /** Adds a message; {@return it} */
    Operation add(Operation operation) {
        int pe = operation.pe;
        if (first[pe] == null) {
            first[pe] = operation;
        } else {
            last[pe].nextOut = operation;
        }
        last[pe] = operation;
        size++;
        return operation;
    }

    /** Removes a message; {@return whether it was there} */
    boolean remove(Operation operation) {
        int pe = operation.pe;
        Operation before = null;
        for (Operation each = first[pe]; each != null; each = each.nextOut) {
            if (each == operation) {
                if (before == null) {
                    first[pe] = each.nextOut;
                } else {
                    before.nextOut = each.nextOut;
                }
                last[pe] = last[pe] == each ? before : last[pe];
                size--;
                return true;
            }
            before = each;
        }
        return false;
    }

    /** Writes messages, as far as there is room; {@return whether one has left} */
    boolean flush() {
        boolean any = false;
        for (int pe = 0; size > 0 && pe < first.length; pe++) {
            while (first[pe] != null && write(first[pe])) {
                Operation operation = first[pe];
                first[pe] = operation.nextOut;
                operation.nextOut = null;
                size--;
                any = true;
                int kind = Envelope.kind(operation.envelope);
                if (kind == Envelope.EAGER || kind == Envelope.DATA) {
                    operation.end();
                }
            }
        }
        return any;
    }

    private boolean write(Operation operation) {
        int pe = operation.pe;
        operation.mark = operation.mark < 0 ? ends.mark(pe) : operation.mark;
        if (Envelope.kind(operation.envelope) != Envelope.ANNOUNCE) {
            return ends.write(pe, operation.envelope, operation.data, operation.from, operation.length, operation.mark);
        }
        long[] announcement = {operation.number, operation.length, operation.objects};
        return ends.write(pe, operation.envelope, MemorySegment.ofArray(announcement), 0, 3 * Long.BYTES,
            operation.mark);
    }
}
