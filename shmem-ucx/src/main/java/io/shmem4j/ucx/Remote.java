// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.ucx;

import static java.lang.foreign.ValueLayout.JAVA_LONG;

import io.shmem4j.spi.Backend.Update;
import io.shmem4j.spi.Confinement;
import io.shmem4j.spi.JobMemory;
import io.shmem4j.spi.Kernel;
import io.shmem4j.ucx.transport.Worker;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.lang.ref.Reference;

/**
 * Accesses of one PE to the memory of other nodes. Java arrays go through the PE's scratch memory, because UCX needs
 * addresses; native segments and symmetric memory are accessed in place.
 *
 * <p>A thread holds the wire's lock during an access, because all threads share the scratch memory.
 */
final class Remote {
    /** Maximum number of pieces in flight during a long get. */
    private static final int AHEAD = 4;

    private final Wire wire;
    private final Scratch scratch;
    private final MemorySegment all = JobMemory.all();
    private final long address = JobMemory.all().address();
    private final long[] requests = new long[AHEAD];

    Remote(Wire wire, Scratch scratch) {
        this.wire = wire;
        this.scratch = scratch;
    }

    // ---- bulk --------------------------------------------------------------------------------------------------

    /** Copies a piece between scratch memory and an array or segment; {@code from} is the piece's offset in it. */
    private interface Move {
        void run(long scratchOffset, long from, long bytes);
    }

    void write(int pe, long offset, Object array, int index, ValueLayout layout, int count) {
        int size = (int) layout.byteSize();
        send(pe, offset, (long) count * size, (at, from, bytes) -> MemorySegment.copy(array,
            index + (int) (from / size), all, layout, at, (int) (bytes / size)));
    }

    void write(int pe, long offset, MemorySegment source) {
        if (!source.isNative()) {
            send(pe, offset, source);
        } else if (source.byteSize() > 0) {
            wire.put(pe, offset, addressOf(source), source.byteSize());
            Reference.reachabilityFence(source);
        }
    }

    void writeLater(int pe, long offset, MemorySegment source) {
        if (!isJobMemory(source)) {
            send(pe, offset, source);
        } else if (source.byteSize() > 0) {
            wire.start(pe, offset, source.address(), source.byteSize());
        }
    }

    private void send(int pe, long offset, MemorySegment source) {
        send(pe, offset, source.byteSize(),
            (at, from, bytes) -> MemorySegment.copy(source, from, all, at, bytes));
    }

    /** Sends a copy of the source, which is free after the call. */
    private void send(int pe, long offset, long bytes, Move fill) {
        synchronized (wire) {
            for (long done = 0; done < bytes; done += Scratch.PIECE) {
                long some = Math.min(bytes - done, Scratch.PIECE);
                fill.run(scratch.piece(), done, some);
                if (wire.start(pe, offset + done, address + scratch.piece(), some)) {
                    scratch.keepPiece();
                }
            }
        }
    }

    void read(int pe, long offset, Object array, int index, ValueLayout layout, int count) {
        fetch(pe, offset, (long) count * layout.byteSize(), toArray(array, index, layout));
    }

    void readLater(int pe, long offset, Object array, int index, ValueLayout layout, int count) {
        fetchLater(pe, offset, (long) count * layout.byteSize(), toArray(array, index, layout));
    }

    private Move toArray(Object array, int index, ValueLayout layout) {
        int size = (int) layout.byteSize();
        return (at, from, bytes) -> MemorySegment.copy(all, layout, at, array, index + (int) (from / size),
            (int) (bytes / size));
    }

    void read(int pe, long offset, MemorySegment target) {
        if (!target.isNative()) {
            fetch(pe, offset, target.byteSize(), toSegment(target));
        } else if (target.byteSize() > 0) {
            wire.get(pe, offset, addressOf(target), target.byteSize());
            Reference.reachabilityFence(target);
        }
    }

    void readLater(int pe, long offset, MemorySegment target) {
        if (Confinement.isConfined(target)) {
            read(pe, offset, target);
        } else if (!isJobMemory(target)) {
            fetchLater(pe, offset, target.byteSize(), toSegment(target));
        } else if (target.byteSize() > 0) {
            wire.startGet(pe, offset, target.address(), target.byteSize());
        }
    }

    private Move toSegment(MemorySegment target) {
        return (at, from, bytes) -> MemorySegment.copy(all, at, target, from, bytes);
    }

    private void fetch(int pe, long offset, long bytes, Move deliver) {
        synchronized (wire) {
            if (bytes > Scratch.PIECE) {
                stream(pe, offset, bytes, deliver);
            } else if (bytes > 0) {
                wire.get(pe, offset, address + scratch.piece(), bytes);
                deliver.run(scratch.piece(), 0, bytes);
            }
        }
    }

    /** Requests pieces while earlier ones are delivered, few enough to stay in the cache. */
    private void stream(int pe, long offset, long bytes, Move deliver) {
        long first = scratch.pieces(AHEAD);
        long started = 0;
        for (long done = 0; done < bytes; done += Scratch.PIECE) {
            for (; started < Math.min(bytes, done + AHEAD * Scratch.PIECE); started += Scratch.PIECE) {
                requests[slot(started)] = wire.begin(pe, offset + started, address + first + offsetOf(started),
                    Math.min(bytes - started, Scratch.PIECE));
            }
            wire.finish(pe, requests[slot(done)]);
            deliver.run(first + offsetOf(done), done, Math.min(bytes - done, Scratch.PIECE));
        }
    }

    private static int slot(long done) {
        return (int) (done / Scratch.PIECE % AHEAD);
    }

    private static long offsetOf(long done) {
        return (long) slot(done) * Scratch.PIECE;
    }

    private void fetchLater(int pe, long offset, long bytes, Move deliver) {
        synchronized (wire) {
            for (long done = 0; done < bytes; done += Scratch.PIECE) {
                long some = Math.min(bytes - done, Scratch.PIECE);
                long at = scratch.piece();
                long from = done;
                wire.startGet(pe, offset + done, address + at, some);
                scratch.onArrival(() -> deliver.run(at, from, some));
                scratch.keepPiece();
            }
        }
    }

    /** {@return the address of a segment} Throws if it is closed or confined to another thread. */
    private static long addressOf(MemorySegment segment) {
        byte _ = segment.get(ValueLayout.JAVA_BYTE, 0);
        return segment.address();
    }

    /** {@return whether the segment outlives all operations; other native memory may be freed during one} */
    private boolean isJobMemory(MemorySegment segment) {
        return segment.isNative() && segment.scope().equals(all.scope());
    }

    /** Waits for all accesses that this PE has started. */
    void complete() {
        synchronized (wire) {
            scratch.complete();
        }
    }

    /**
     * Copies between remote PEs. Within one PE the ranges may overlap, so a copy to higher offsets begins at the end.
     */
    void copy(int toPe, long toOffset, int fromPe, long fromOffset, long bytes) {
        boolean upwards = toPe == fromPe && toOffset > fromOffset;
        synchronized (wire) {
            for (long done = 0; done < bytes; done += Scratch.PIECE) {
                long some = Math.min(bytes - done, Scratch.PIECE);
                long at = upwards ? bytes - done - some : done;
                wire.get(fromPe, fromOffset + at, address + scratch.piece(), some);
                wire.put(toPe, toOffset + at, address + scratch.piece(), some);
                if (toPe == fromPe) {
                    wire.fence();
                }
            }
        }
    }

    void combine(Kernel kernel, int toPe, long to, int leftPe, long left, int rightPe, long right, long bytes) {
        synchronized (wire) {
            for (long done = 0; done < bytes; done += Scratch.OPERANDS) {
                int some = (int) Math.min(bytes - done, Scratch.OPERANDS);
                long lefts = fetch(leftPe, left + done, scratch.left, some);
                long rights = fetch(rightPe, right + done, scratch.right, some);
                long result = JobMemory.here(toPe) ? toPe * JobMemory.stride() + to + done : scratch.result;
                kernel.apply(all, result, lefts, rights, some);
                if (!JobMemory.here(toPe)) {
                    wire.put(toPe, to + done, address + result, some);
                }
            }
        }
    }

    /** {@return the offset in the job's memory of local operands, or of the given buffer with fetched ones} */
    private long fetch(int pe, long offset, long buffer, int bytes) {
        if (JobMemory.here(pe)) {
            return pe * JobMemory.stride() + offset;
        }
        wire.get(pe, offset, address + buffer, bytes);
        return buffer;
    }

    // ---- elements ----------------------------------------------------------------------------------------------

    long element(int pe, long offset, int bytes) {
        synchronized (wire) {
            int at = scratch.slot();
            wire.get(pe, offset, address + scratch.value(at), bytes);
            return all.get(JAVA_LONG, scratch.value(at));
        }
    }

    void element(int pe, long offset, long value, int bytes) {
        synchronized (wire) {
            int at = scratch.slot();
            all.set(JAVA_LONG, scratch.value(at), value);
            wire.start(pe, offset, address + scratch.value(at), bytes);
        }
    }

    /** Stores a word that only its holder waits for. */
    void signal(int pe, long offset, long value) {
        synchronized (wire) {
            int at = scratch.slot();
            all.set(JAVA_LONG, scratch.value(at), value);
            wire.signal(pe, offset, address + scratch.value(at), address + scratch.reply(at));
        }
    }

    /** Stores a word on a node without waiting for the answer. */
    void publish(int node, int pe, long offset, long value) {
        synchronized (wire) {
            int at = scratch.slot();
            all.set(JAVA_LONG, scratch.value(at), value);
            wire.publish(node, pe, offset, address + scratch.value(at), address + scratch.reply(at));
        }
    }

    // ---- atomics -----------------------------------------------------------------------------------------------

    /** {@return the old value, for words of 4 bytes in the lower half} */
    long atomic(int pe, long offset, Update update, long value, long expected, int bytes) {
        synchronized (wire) {
            int at = operands(update, value, expected);
            wire.atomic(pe, offset, code(update), address + scratch.value(at), bytes, address + scratch.reply(at));
            return all.get(JAVA_LONG, scratch.reply(at));
        }
    }

    void fetchLater(Update update, int pe, long offset, int bytes, long value, long expected, MemorySegment result,
        long to) {
        synchronized (wire) {
            int at = operands(update, value, expected);
            wire.startAtomic(pe, offset, code(update), address + scratch.value(at), bytes,
                address + scratch.reply(at));
            scratch.onArrival(() -> MemorySegment.copy(all, scratch.reply(at), result, to, bytes));
        }
    }

    /** {@return a slot with the operands} The reply word of a conditional swap contains its new value. */
    private int operands(Update update, long value, long expected) {
        int at = scratch.slot();
        all.set(JAVA_LONG, scratch.value(at), update == Update.COMPARE_SWAP ? expected : value);
        all.set(JAVA_LONG, scratch.reply(at), value);
        return at;
    }

    /** A switch would make a class with an initializer, see {@code FirstCalls}. */
    private static int code(Update update) {
        return update == Update.ADD ? Worker.ADD : update == Update.AND ? Worker.AND : update == Update.OR ? Worker.OR
            : update == Update.XOR ? Worker.XOR : update == Update.SWAP ? Worker.SWAP : Worker.COMPARE_SWAP;
    }
}
