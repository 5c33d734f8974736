// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.ucx;

import static java.lang.foreign.ValueLayout.JAVA_INT;
import static java.lang.foreign.ValueLayout.JAVA_LONG;

import io.shmem4j.spi.JobMemory;
import io.shmem4j.spi.Kernel;
import io.shmem4j.ucx.lib.UcxWorker;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;

/**
 * Accesses of one PE to memory of other nodes. Java arrays travel by way of the PE's scratch memory, because UCX takes
 * addresses; native segments and symmetric memory go from where they lie.
 *
 * <p>Its lock is the wire's: scratch memory belongs to one thread from the first byte to the last.
 */
final class Remote {
    private final Wire wire;
    private final Scratch scratch;
    private final MemorySegment all = JobMemory.all();
    private final long address = JobMemory.all().address();
    private int slot;

    Remote(Wire wire, Scratch scratch) {
        this.wire = wire;
        this.scratch = scratch;
    }

    // ---- bulk --------------------------------------------------------------------------------------------------

    void write(int pe, long offset, Object array, int index, ValueLayout layout, int count) {
        int size = (int) layout.byteSize();
        synchronized (wire) {
            for (int done = 0; done < count; done += Scratch.PIECE / size) {
                int some = Math.min(count - done, Scratch.PIECE / size);
                MemorySegment.copy(array, index + done, all, layout, scratch.piece(), some);
                wire.put(pe, offset + (long) done * size, address + scratch.piece(), (long) some * size);
            }
        }
    }

    void read(int pe, long offset, Object array, int index, ValueLayout layout, int count) {
        int size = (int) layout.byteSize();
        synchronized (wire) {
            for (int done = 0; done < count; done += Scratch.PIECE / size) {
                int some = Math.min(count - done, Scratch.PIECE / size);
                wire.get(pe, offset + (long) done * size, address + scratch.piece(), (long) some * size);
                MemorySegment.copy(all, layout, scratch.piece(), array, index + done, some);
            }
        }
    }

    void write(int pe, long offset, MemorySegment source) {
        if (source.isNative()) {
            if (source.byteSize() > 0) {
                wire.put(pe, offset, source.address(), source.byteSize());
            }
            return;
        }
        synchronized (wire) {
            for (long done = 0; done < source.byteSize(); done += Scratch.PIECE) {
                long some = Math.min(source.byteSize() - done, Scratch.PIECE);
                MemorySegment.copy(source, done, all, scratch.piece(), some);
                wire.put(pe, offset + done, address + scratch.piece(), some);
            }
        }
    }

    void read(int pe, long offset, MemorySegment target) {
        if (target.isNative()) {
            if (target.byteSize() > 0) {
                wire.get(pe, offset, target.address(), target.byteSize());
            }
            return;
        }
        synchronized (wire) {
            for (long done = 0; done < target.byteSize(); done += Scratch.PIECE) {
                long some = Math.min(target.byteSize() - done, Scratch.PIECE);
                wire.get(pe, offset + done, address + scratch.piece(), some);
                MemorySegment.copy(all, scratch.piece(), target, done, some);
            }
        }
    }

    /** Both are elsewhere. A copy upwards within one PE begins at the end, as the parts may overlap. */
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

    /** {@return where operands are} */
    private long fetch(int pe, long offset, long place, int bytes) {
        if (JobMemory.here(pe)) {
            return pe * JobMemory.stride() + offset;
        }
        wire.get(pe, offset, address + place, bytes);
        return place;
    }

    // ---- elements ----------------------------------------------------------------------------------------------

    /** {@return the next slot for an element}; none is used again while it is on its way */
    private int next() {
        slot++;
        if (slot == Scratch.SLOTS) {
            wire.flush();
            slot = 0;
        }
        return slot;
    }

    long element(int pe, long offset, int bytes) {
        synchronized (wire) {
            int at = next();
            wire.get(pe, offset, address + scratch.value(at), bytes);
            return all.get(JAVA_LONG, scratch.value(at));
        }
    }

    void element(int pe, long offset, long value, int bytes) {
        synchronized (wire) {
            int at = next();
            all.set(JAVA_LONG, scratch.value(at), value);
            wire.start(pe, offset, address + scratch.value(at), bytes);
        }
    }

    /** Stores a word that its holder waits for. */
    void signal(int pe, long offset, long value) {
        synchronized (wire) {
            int at = next();
            all.set(JAVA_LONG, scratch.value(at), value);
            wire.signal(pe, offset, address + scratch.value(at), address + scratch.reply(at));
        }
    }

    /** Stores a word on a node without waiting. */
    void publish(int node, int pe, long offset, long value) {
        synchronized (wire) {
            int at = next();
            all.set(JAVA_LONG, scratch.value(at), value);
            wire.publish(node, pe, offset, address + scratch.value(at), address + scratch.reply(at));
        }
    }

    // ---- atomics -----------------------------------------------------------------------------------------------

    int fetchInt(int pe, long offset, int operation, int operand) {
        synchronized (wire) {
            int at = next();
            all.set(JAVA_INT, scratch.value(at), operand);
            wire.atomic(pe, offset, operation, address + scratch.value(at), Integer.BYTES,
                address + scratch.reply(at));
            return all.get(JAVA_INT, scratch.reply(at));
        }
    }

    long fetchLong(int pe, long offset, int operation, long operand) {
        synchronized (wire) {
            int at = next();
            all.set(JAVA_LONG, scratch.value(at), operand);
            wire.atomic(pe, offset, operation, address + scratch.value(at), Long.BYTES, address + scratch.reply(at));
            return all.get(JAVA_LONG, scratch.reply(at));
        }
    }

    int compareSwapInt(int pe, long offset, int expected, int value) {
        synchronized (wire) {
            int at = next();
            all.set(JAVA_INT, scratch.value(at), expected);
            all.set(JAVA_INT, scratch.reply(at), value);
            wire.atomic(pe, offset, UcxWorker.COMPARE_SWAP, address + scratch.value(at), Integer.BYTES,
                address + scratch.reply(at));
            return all.get(JAVA_INT, scratch.reply(at));
        }
    }

    long compareSwapLong(int pe, long offset, long expected, long value) {
        synchronized (wire) {
            int at = next();
            all.set(JAVA_LONG, scratch.value(at), expected);
            all.set(JAVA_LONG, scratch.reply(at), value);
            wire.atomic(pe, offset, UcxWorker.COMPARE_SWAP, address + scratch.value(at), Long.BYTES,
                address + scratch.reply(at));
            return all.get(JAVA_LONG, scratch.reply(at));
        }
    }
}
