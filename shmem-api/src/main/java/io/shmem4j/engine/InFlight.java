// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.engine;

import io.shmem4j.spi.Backend;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.zip.CRC32C;

/**
 * The buffers of one context's non-blocking calls between start and quiet, kept at the highest level of checking.
 *
 * <p>A get really reads only at quiet; until then its target is poisoned, so a program that forgets the quiet computes
 * with {@code 0xDB} bytes wherever it runs. A target or source that the program writes before quiet is reported there,
 * with the place of the call that started the transfer.
 */
public final class InFlight {
    private static final byte POISON = (byte) 0xDB;

    private final Backend backend;
    private final List<Transfer> transfers = new ArrayList<>();

    /** One of them; {@code fromPe} is -1 for a put, whose source is {@code buffer}, and for a value that is here. */
    private record Transfer(int pe, MemorySegment buffer, long offset, byte[] value, long sum, String started) {
        boolean reads() {
            return offset >= 0;
        }
    }

    public InFlight(Backend backend) {
        this.backend = backend;
    }

    /** A put has started. */
    public void put(int pe, MemorySegment source, long first, long bytes) {
        MemorySegment buffer = source.asSlice(first, bytes);
        add(new Transfer(pe, buffer, -1, null, sum(buffer), Fault.routine() + " at " + Fault.callSite()));
    }

    /** A get starts; quiet makes it. */
    public void get(int pe, long offset, MemorySegment target, long first, long bytes) {
        MemorySegment buffer = target.asSlice(first, bytes);
        buffer.fill(POISON);
        add(new Transfer(pe, buffer, offset, null, 0, Fault.routine() + " at " + Fault.callSite()));
    }

    /** An atomic has run; its result is delivered by quiet. */
    public void result(int pe, MemorySegment array, long first, long bytes) {
        MemorySegment buffer = array.asSlice(first, bytes);
        byte[] value = buffer.toArray(ValueLayout.JAVA_BYTE);
        buffer.fill(POISON);
        add(new Transfer(pe, buffer, -1, value, 0, Fault.routine() + " at " + Fault.callSite()));
    }

    /** Completes all transfers, or those with some PEs; {@code pes} is null for all. */
    public synchronized void complete(int[] pes, int count) {
        String changed = null;
        for (Iterator<Transfer> all = transfers.iterator(); all.hasNext();) {
            Transfer transfer = all.next();
            if (pes == null || contains(pes, count, transfer.pe)) {
                all.remove();
                if (!finish(transfer)) {
                    changed = transfer.started;
                }
            }
        }
        if (changed != null) {
            throw new IllegalStateException(Fault.where() + ": the program has changed the local buffer of " + changed
                + " before this; it is in use until then");
        }
    }

    private synchronized void add(Transfer transfer) {
        transfers.add(transfer);
    }

    private boolean finish(Transfer transfer) {
        MemorySegment buffer = transfer.buffer;
        if (transfer.reads()) {
            boolean intact = poisoned(buffer);
            backend.read(transfer.pe, transfer.offset, buffer, 0, buffer.byteSize());
            return intact;
        }
        if (transfer.value != null) {
            boolean intact = poisoned(buffer);
            buffer.copyFrom(MemorySegment.ofArray(transfer.value));
            return intact;
        }
        return sum(buffer) == transfer.sum;
    }

    private static boolean contains(int[] pes, int count, int pe) {
        for (int i = 0; i < count; i++) {
            if (pes[i] == pe) {
                return true;
            }
        }
        return false;
    }

    private static boolean poisoned(MemorySegment buffer) {
        for (long i = 0; i < buffer.byteSize(); i++) {
            if (buffer.get(ValueLayout.JAVA_BYTE, i) != POISON) {
                return false;
            }
        }
        return true;
    }

    private static long sum(MemorySegment buffer) {
        CRC32C sum = new CRC32C();
        byte[] part = new byte[(int) Math.min(buffer.byteSize(), 1 << 16)];
        for (long done = 0; done < buffer.byteSize(); done += part.length) {
            int now = (int) Math.min(part.length, buffer.byteSize() - done);
            MemorySegment.copy(buffer, ValueLayout.JAVA_BYTE, done, part, 0, now);
            sum.update(part, 0, now);
        }
        return sum.getValue();
    }
}
