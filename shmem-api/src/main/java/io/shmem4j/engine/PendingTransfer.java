// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.engine;

import io.shmem4j.spi.Backend;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.zip.CRC32C;

/** A non-blocking call between its start and the quiet that completes it: a put, a get, or an atomic's result. */
public final class PendingTransfer {
    private static final byte POISON = (byte) 0xDB;
    private static final long NOTHING_TO_READ = -1;

    private final InFlight owner;
    private final int pe;
    private final MemorySegment buffer;
    private final String started;
    /** The place from which a get reads when it completes. */
    private final long offset;
    /** The old value of an atomic, delivered when it completes. */
    private final byte[] value;
    /** Checksum of a put's source at its start. */
    private final long sum;
    private boolean watched = true;

    private PendingTransfer(InFlight owner, int pe, MemorySegment buffer, long offset, byte[] value, long sum) {
        this.owner = owner;
        this.pe = pe;
        this.buffer = buffer;
        this.offset = offset;
        this.value = value;
        this.sum = sum;
        this.started = Fault.routine() + " at " + Fault.callSite();
    }

    public static PendingTransfer put(InFlight owner, int pe, MemorySegment source) {
        return new PendingTransfer(owner, pe, source, NOTHING_TO_READ, null, sum(source));
    }

    public static PendingTransfer get(InFlight owner, int pe, MemorySegment target, long offset) {
        target.fill(POISON);
        return new PendingTransfer(owner, pe, target, offset, null, 0);
    }

    public static PendingTransfer result(InFlight owner, int pe, MemorySegment target) {
        byte[] value = target.toArray(ValueLayout.JAVA_BYTE);
        target.fill(POISON);
        return new PendingTransfer(owner, pe, target, NOTHING_TO_READ, value, 0);
    }

    public String started() {
        return started;
    }

    public boolean belongs(InFlight context, int[] pes, int count) {
        if (owner != context || pes == null) {
            return owner == context;
        }
        for (int i = 0; i < count; i++) {
            if (pes[i] == pe) {
                return true;
            }
        }
        return false;
    }

    /** {@return whether the buffer still has its contents, as far as its checksum shows} */
    public boolean intact() {
        return !watched || (fillsBuffer() ? poisoned() : sum(buffer) == sum);
    }

    /** Ends it; returns the part of local memory that the library has written, null for a put. */
    public MemorySegment deliver(Backend backend) {
        if (!fillsBuffer()) {
            return null;
        }
        if (value != null) {
            buffer.copyFrom(MemorySegment.ofArray(value));
        } else {
            backend.read(pe, offset, buffer, 0, buffer.byteSize());
        }
        return buffer;
    }

    /**
     * The library has written some memory for another transfer; where it is part of this buffer, changes can't be found
     * any more.
     */
    public void deliveredElsewhere(MemorySegment written) {
        watched &= buffer.asOverlappingSlice(written).isEmpty();
    }

    boolean fillsBuffer() {
        return value != null || offset != NOTHING_TO_READ;
    }

    private boolean poisoned() {
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
