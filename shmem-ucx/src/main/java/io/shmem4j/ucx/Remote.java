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
 * Accesses of one PE to the memory of other nodes. Java arrays are copied through the PE's scratch memory, because UCX
 * takes addresses. UCX reads and writes native segments and symmetric memory in place.
 *
 * <p>A thread holds the wire's lock for a whole access, because others would use the same scratch memory.
 */
final class Remote {
    /** Pieces of a long get that are on their way. */
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

    /** Copies some bytes between an array or a segment, from a byte on, and a place in scratch memory. */
    private interface Move {
        void run(long place, long from, long bytes);
    }

    void write(int pe, long offset, Object array, int index, ValueLayout layout, int count) {
        int size = (int) layout.byteSize();
        send(pe, offset, (long) count * size, (place, from, bytes) -> MemorySegment.copy(array,
            index + (int) (from / size), all, layout, place, (int) (bytes / size)));
    }

    void write(int pe, long offset, MemorySegment source) {
        if (!source.isNative()) {
            send(pe, offset, source);
        } else if (source.byteSize() > 0) {
            wire.put(pe, offset, alive(source), source.byteSize());
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
            (place, from, bytes) -> MemorySegment.copy(source, from, all, place, bytes));
    }

    /** The source is free again at once. */
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
        return (place, from, bytes) -> MemorySegment.copy(all, layout, place, array, index + (int) (from / size),
            (int) (bytes / size));
    }

    void read(int pe, long offset, MemorySegment target) {
        if (!target.isNative()) {
            fetch(pe, offset, target.byteSize(), toSegment(target));
        } else if (target.byteSize() > 0) {
            wire.get(pe, offset, alive(target), target.byteSize());
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
        return (place, from, bytes) -> MemorySegment.copy(all, place, target, from, bytes);
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

    /** Pieces are on their way while earlier ones are delivered, few enough to stay in the cache. */
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
                long place = scratch.piece();
                long from = done;
                wire.startGet(pe, offset + done, address + place, some);
                scratch.atArrival(() -> deliver.run(place, from, some));
                scratch.keepPiece();
            }
        }
    }

    /** {@return the address of a segment, which may not be closed, or confined to another thread} */
    private static long alive(MemorySegment segment) {
        byte _ = segment.get(ValueLayout.JAVA_BYTE, 0);
        return segment.address();
    }

    /** Other native memory may be freed before an operation on it ends. */
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
     * Copies between remote scratch. A copy upwards within one PE begins at the end, because the places may overlap.
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
                long lefts = fetch(leftPe, left + done, scratch.left(), some);
                long rights = fetch(rightPe, right + done, scratch.right(), some);
                long result = JobMemory.here(toPe) ? toPe * JobMemory.stride() + to + done : scratch.result();
                kernel.apply(all, result, lefts, rights, some);
                if (!JobMemory.here(toPe)) {
                    wire.put(toPe, to + done, address + result, some);
                }
            }
        }
    }

    /** {@return place of the operands, here or in scratch memory} */
    private long fetch(int pe, long offset, long place, int bytes) {
        if (JobMemory.here(pe)) {
            return pe * JobMemory.stride() + offset;
        }
        wire.get(pe, offset, address + place, bytes);
        return place;
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

    /** Stores a word that its holder waits for. */
    void signal(int pe, long offset, long value) {
        synchronized (wire) {
            int at = scratch.slot();
            all.set(JAVA_LONG, scratch.value(at), value);
            wire.signal(pe, offset, address + scratch.value(at), address + scratch.reply(at));
        }
    }

    /** Stores a word on a node without waiting. */
    void publish(int node, int pe, long offset, long value) {
        synchronized (wire) {
            int at = scratch.slot();
            all.set(JAVA_LONG, scratch.value(at), value);
            wire.publish(node, pe, offset, address + scratch.value(at), address + scratch.reply(at));
        }
    }

    // ---- atomics -----------------------------------------------------------------------------------------------

    /** {@return the old word; of 4 bytes the lower half} */
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
            scratch.atArrival(() -> MemorySegment.copy(all, scratch.reply(at), result, to, bytes));
        }
    }

    /** {@return the slot with what an operation needs: a conditional swap takes the new value in the reply's place} */
    private int operands(Update update, long value, long expected) {
        int at = scratch.slot();
        all.set(JAVA_LONG, scratch.value(at), update == Update.COMPARE_SWAP ? expected : value);
        all.set(JAVA_LONG, scratch.reply(at), value);
        return at;
    }

    private static int code(Update update) {
        return switch (update) {
            case ADD -> Worker.ADD;
            case AND -> Worker.AND;
            case OR -> Worker.OR;
            case XOR -> Worker.XOR;
            case SWAP -> Worker.SWAP;
            case COMPARE_SWAP -> Worker.COMPARE_SWAP;
        };
    }
}
