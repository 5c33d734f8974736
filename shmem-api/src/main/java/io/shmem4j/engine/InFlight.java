// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.engine;

import io.shmem4j.spi.Backend;
import io.shmem4j.spi.CallSite;
import io.shmem4j.spi.Confinement;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.List;
import java.util.Objects;
import java.util.zip.CRC32C;

/**
 * The buffers of a context's non-blocking calls between start and quiet, tracked at the highest level of checking.
 *
 * <p>A get reads only at quiet. Until then its target is poisoned, so a program that forgets the quiet computes with
 * {@code 0xDB} bytes on any machine. If the program writes to a target or source before quiet, quiet reports it, with
 * the call that started the transfer.
 *
 * <p>Contexts complete independently but may share buffers, so a delivery for one context must not count as a store of
 * the program in another. All contexts of a PE share one list, guarded by its monitor.
 *
 * <p>Any thread of the PE may complete a transfer. So a get into memory that is confined to its thread runs at once,
 * and a source that is confined to another thread is not checked.
 */
public final class InFlight {
    private static final byte POISON = (byte) 0xDB;
    private static final long NOTHING_TO_READ = -1;

    private final Backend backend;
    private final List<PendingTransfer> all;

    InFlight(Backend backend, List<PendingTransfer> all) {
        this.backend = backend;
        this.all = all;
    }

    /** {@return the transfers of another context of the same PE} */
    public InFlight ofContext() {
        return new InFlight(backend, all);
    }

    /** Called when a put has started. */
    public void put(int pe, MemorySegment source, long first, long bytes) {
        MemorySegment buffer = source.asSlice(first, bytes);
        add(new PendingTransfer(this, pe, buffer, NOTHING_TO_READ, null, sum(buffer)));
    }

    /** Called when a get starts, which runs at quiet, or now if its target is confined to this thread. */
    public void get(int pe, long offset, MemorySegment target, long first, long bytes) {
        MemorySegment buffer = target.asSlice(first, bytes);
        if (Confinement.isConfined(buffer)) {
            backend.read(pe, offset, buffer, 0, bytes);
        } else {
            add(new PendingTransfer(this, pe, buffer.fill(POISON), offset, null, 0));
        }
    }

    /** Called when an atomic has run, to deliver its result at quiet. */
    public void result(int pe, MemorySegment array, long first, long bytes) {
        MemorySegment buffer = array.asSlice(first, bytes);
        byte[] value = buffer.toArray(ValueLayout.JAVA_BYTE);
        add(new PendingTransfer(this, pe, buffer.fill(POISON), NOTHING_TO_READ, value, 0));
    }

    private void add(PendingTransfer transfer) {
        synchronized (all) {
            all.add(transfer);
        }
    }

    /** {@return the routines and call sites of the gets in flight on all contexts} */
    public List<String> gets() {
        synchronized (all) {
            return all.stream().filter(PendingTransfer::fillsBuffer).map(get -> get.started).distinct().toList();
        }
    }

    /**
     * Completes this context's transfers; if {@code pes} is not null, only those with its first {@code count} PEs. A
     * failed transfer does not prevent the others.
     */
    public void complete(int[] pes, int count) {
        String misused;
        RuntimeException failure = null;
        synchronized (all) {
            List<PendingTransfer> now = all.stream().filter(transfer -> transfer.belongs(this, pes, count)).toList();
            all.removeIf(transfer -> transfer.belongs(this, pes, count));
            // All buffers are checked before the first delivery changes one.
            misused = now.stream().map(PendingTransfer::misuse).filter(Objects::nonNull)
                .reduce(null, (before, last) -> last);
            for (PendingTransfer transfer : now) {
                if (transfer.fillsBuffer()) {
                    try {
                        transfer.deliver(backend);
                    } catch (RuntimeException e) {
                        failure = failure == null ? e : failure;
                    }
                    all.forEach(other -> other.deliveredElsewhere(transfer.buffer));
                }
            }
        }
        if (misused != null) {
            throw new IllegalStateException(Fault.where() + ": the program has " + misused
                + " before this; it is in use until then");
        }
        if (failure != null) {
            throw failure;
        }
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

    /** A put with the checksum of its source, a get with the offset of its source, or an atomic with its result. */
    static final class PendingTransfer {
        private final InFlight owner;
        private final int pe;
        private final MemorySegment buffer;
        private final long offset;
        private final byte[] value;
        private final long sum;
        private final String started = CallSite.routine() + " at " + CallSite.place();
        private boolean watched = true;

        PendingTransfer(InFlight owner, int pe, MemorySegment buffer, long offset, byte[] value, long sum) {
            this.owner = owner;
            this.pe = pe;
            this.buffer = buffer;
            this.offset = offset;
            this.value = value;
            this.sum = sum;
        }

        boolean belongs(InFlight context, int[] pes, int count) {
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

        boolean fillsBuffer() {
            return value != null || offset != NOTHING_TO_READ;
        }

        /** {@return a description of the program's misuse of the buffer, or null} */
        String misuse() {
            boolean seen = watched && buffer.isAccessibleBy(Thread.currentThread());
            try {
                return !seen || (fillsBuffer() ? poisoned() : sum(buffer) == sum) ? null
                    : "changed the local buffer of " + started;
            } catch (IllegalStateException e) {
                // The arena has been closed, perhaps just now.
                return "freed the local buffer of " + started;
            }
        }

        private boolean poisoned() {
            for (long i = 0; i < buffer.byteSize(); i++) {
                if (buffer.get(ValueLayout.JAVA_BYTE, i) != POISON) {
                    return false;
                }
            }
            return true;
        }

        void deliver(Backend backend) {
            if (value != null) {
                buffer.copyFrom(MemorySegment.ofArray(value));
            } else {
                backend.read(pe, offset, buffer, 0, buffer.byteSize());
            }
        }

        /** Stops checking this buffer if the library has delivered another transfer into it. */
        void deliveredElsewhere(MemorySegment written) {
            watched &= buffer.asOverlappingSlice(written).isEmpty();
        }
    }
}
