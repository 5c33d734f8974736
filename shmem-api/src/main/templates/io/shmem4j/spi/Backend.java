// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.spi;

import io.shmem4j.config.Setting;
import io.shmem4j.error.WaitTimeoutException;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.file.Path;

/**
 * One PE's access to its job: its memory, cells and waiting, identity and life cycle.
 *
 * <p>PE numbers are world numbers. The address of symmetric memory, and of a cell, is a PE and an offset in its region,
 * which has the system zone of {@link SystemLayout} first, then the user's heap. Offsets and lengths are in bytes. A
 * primitive array comes with an index and the layout of its elements, a constant at the call site. Callers have checked
 * all arguments. A group is its first member's number, the stride of its members' numbers, and its size.
 *
 * <p>This is an abstract class, because the JIT inlines every call if only one subclass is loaded, as in a normal run.
 */
public abstract class Backend {
    private final Attached attached = new Attached();

    public final Attached attached() {
        return attached;
    }

    public Observer observer() {
        return Observer.NONE;
    }

    // ---- identity ----------------------------------------------------------------------------------------------

    public abstract String name();

    public abstract int pe();

    public abstract int nPes();

    /** {@return the number of cores that the job's PEs share; by default one per PE} */
    public int cores() {
        return nPes();
    }

    /** {@return the number of a PE's node; the PEs of a node have consecutive numbers} */
    public int node(int pe) {
        return 0;
    }

    /** {@return the folder of the job's files, null if one JVM runs all PEs} */
    public Path folder() {
        return Setting.JOB_DIR.isSet() ? Path.of(Setting.JOB_DIR.value()) : null;
    }

    /** {@return whether every thread of a PE may call the library, not only the one that initialized it} */
    public boolean anyThread() {
        return true;
    }

    public abstract long heapBytes();

    /** {@return whether loads and stores reach a PE's memory} */
    public abstract boolean mappable(int pe);

    /**
     * {@return a segment of exactly these bytes, or null if the PE's memory is not mapped or accesses to it are
     * charged; never null for this PE's own memory}
     */
    public abstract MemorySegment segment(int pe, long offset, long bytes);

    /**
     * {@return loads and stores of a PE's memory by the program} They are as fast as plain ones, unless the memory is
     * on another node or the backend observes them.
     */
    public Words words(int pe) {
        return JobMemory.here(pe) ? Words.of(JobMemory.slice(pe, 0, JobMemory.stride())) : new BackendWords(this, pe);
    }

    /** {@return loads and stores of this PE's own memory by the program} */
    public Words own() {
        return words(pe());
    }

    /** {@return the time in nanoseconds, virtual on simulated machines} */
    public abstract long nanoTime();

    // ---- single elements ---------------------------------------------------------------------------------------
    // Loads are acquire and stores release, so p of a flag is ordered after the stores that the flag announces.

//#types integer: value
    public abstract long getLong(int pe, long offset);

    public abstract void putLong(int pe, long offset, long value);

//#done
    // ---- bulk --------------------------------------------------------------------------------------------------

    public abstract void write(int pe, long offset, Object array, int index, ValueLayout layout, int count);

    public abstract void write(int pe, long offset, MemorySegment source, long sourceOffset, long bytes);

    public abstract void read(int pe, long offset, Object array, int index, ValueLayout layout, int count);

    public abstract void read(int pe, long offset, MemorySegment target, long targetOffset, long bytes);

    /** Copies between symmetric addresses; overlapping ranges of one PE are copied as if through a buffer. */
    public abstract void copy(int toPe, long toOffset, int fromPe, long fromOffset, long bytes);

    /** Zeroes this PE's memory. */
    public abstract void clear(long offset, long bytes);

    /** Combines two arrays in symmetric memory: {@code to[i] = left[i] op right[i]}; {@code to} may be one of them. */
    public abstract void combine(Kernel kernel, int toPe, long to, int leftPe, long left, int rightPe, long right,
        long bytes);

    /**
     * Combines the bytes at one offset of {@code count} PEs, at least 2, in the order of their numbers {@code first},
     * {@code first + stride} ... The result must not overlap them.
     */
    public void accumulate(Kernel kernel, int toPe, long to, int first, int stride, int count, long from, long bytes) {
        combine(kernel, toPe, to, first, from, first + stride, from, bytes);
        for (int i = 2; i < count; i++) {
            combine(kernel, toPe, to, toPe, to, first + i * stride, from, bytes);
        }
    }

    // ---- atomics: sequentially consistent, wake the target's waiters -------------------------------------------

//#types atomic: expected value
    public abstract long atomicGetLong(int pe, long offset);

    public abstract void atomicSetLong(int pe, long offset, long value);

    /** Atomic compare and swap of {@code long}s, which {@return the old value} */
    public abstract long compareSwapLong(int pe, long offset, long expected, long value);

//#each name/verb swap/swap fetchAdd/addition
    /** Atomic $verb$ of {@code long}s, which {@return the old value} */
    public abstract long $name$Long(int pe, long offset, long value);

//#next
    /** Atomic {@code AND}, {@code OR} or {@code XOR} of {@code long}s, which {@return the old value} */
    public abstract long fetchBitsLong(Update update, int pe, long offset, long value);

    /** An addition without a result, which a backend may delay. */
    public void addLong(int pe, long offset, long value) {
        fetchAddLong(pe, offset, value);
    }

    /** An atomic {@code AND}, {@code OR} or {@code XOR} without a result, which a backend may delay. */
    public void bitsLong(Update update, int pe, long offset, long value) {
        fetchBitsLong(update, pe, offset, value);
    }

//#done
    /**
     * Stores a word of a directly reached PE after all earlier stores of this PE, and wakes the PE's waiters. Unlike an
     * atomic it does not wait until the store is seen: a waiter that is going to sleep at this moment may miss it, and
     * finds it when its first short sleep ends. If this throws an error, nothing is stored.
     */
    public void announceLong(int pe, long offset, long value) {
        atomicSetLong(pe, offset, value);
    }

    // ---- ordering ----------------------------------------------------------------------------------------------

    /** Orders this PE's earlier stores before its later ones, per target. */
    public abstract void fence();

    /** Orders this PE's earlier stores to all PEs before its next release store to a PE; without effect on one node. */
    public void release(int pe) {
    }

    /** Completes this PE's stores everywhere and wakes waiters that only plain stores have reached. */
    public abstract void quiet();

    /** Completes all updates as {@link #quiet} does, then changes an int from a value to 0; {@return whether it did} */
    public boolean clearInt(int pe, long offset, int value) {
        quiet();
        return compareSwapInt(pe, offset, value, 0) == value;
    }

    // ---- non-blocking transfers, complete after quiet -----------------------------------------------------------

    /** Starts to copy from a Java array to a PE; the array must not change until {@link #quiet}. */
    public void writeLater(int pe, long offset, Object array, int index, ValueLayout layout, int count) {
        write(pe, offset, array, index, layout, count);
    }

    /** Starts to copy from any segment to a PE; the segment must not change until {@link #quiet}. */
    public void writeLater(int pe, long offset, MemorySegment source, long sourceOffset, long bytes) {
        write(pe, offset, source, sourceOffset, bytes);
    }

    /** Starts to copy from a PE to a Java array, which holds the elements after {@link #quiet}. */
    public void readLater(int pe, long offset, Object array, int index, ValueLayout layout, int count) {
        read(pe, offset, array, index, layout, count);
    }

    /** Starts to copy from a PE to any segment, which holds the bytes after {@link #quiet}. */
    public void readLater(int pe, long offset, MemorySegment target, long targetOffset, long bytes) {
        read(pe, offset, target, targetOffset, bytes);
    }

    /** Starts to copy between symmetric addresses; the source must not change until {@link #quiet}. */
    public void copyLater(int toPe, long toOffset, int fromPe, long fromOffset, long bytes) {
        copy(toPe, toOffset, fromPe, fromOffset, bytes);
    }

    /**
     * Starts an atomic operation on 4 or 8 bytes of a PE on another node, see {@link JobMemory#here}; {@code result}
     * holds the old value at byte {@code at} after {@link #quiet}.
     */
    public void fetchLater(Update update, int pe, long offset, int bytes, long value, long expected,
        MemorySegment result, long at) {
        throw new IllegalStateException("PE " + pe + " is on this node");
    }

    // ---- cells and waiting -------------------------------------------------------------------------------------

    /** Release-stores a cell's value and wakes its waiters. */
    public abstract void cellSet(int pe, long cell, long value);

    /** Atomically adds to a cell without waking waiters; {@return its old value} */
    public abstract long cellAdd(int pe, long cell, long value);

    /** {@return a cell's value by acquire; if its holder is on another node, the value last published to this node} */
    public abstract long cellGet(int pe, long cell);

    /** Sets a cell for members of a group on any node: also in the copies on all nodes that have members. */
    public void cellPublish(int pe, long cell, long value, int start, int stride, int size) {
        cellSet(pe, cell, value);
    }

    /** Copies operands and results of collectives, which are mostly short. */
    public void cellCopy(int toPe, long toOffset, int fromPe, long fromOffset, long bytes) {
        copy(toPe, toOffset, fromPe, fromOffset, bytes);
    }

    /**
     * Zeroes this node's copies of other nodes' cells that {@link #cellPublish} has set, before their part of the
     * system zone is reused.
     */
    public void forgetPublished(long offset, long bytes, int start, int stride, int size) {
        // On one node there are no copies.
    }

    public abstract Waiter waiter();

    /** {@return the lives of the job's PEs, null if the first death ends the job} */
    public Lives lives() {
        return null;
    }

    /**
     * Pauses in a polling loop that has no cell to sleep on. Throws {@code JobAbortedException} if the job is being
     * ended, and {@code PeFailedException} if a PE has fallen. On simulated machines only the loop's accesses take
     * time.
     *
     * @param round number of the pause in its loop; later ones take longer
     */
    public void pause(int round) {
        checkAbort();
        waiter().requireTime();
    }

    /** Pauses as {@link #pause} does, in a loop that handles fallen PEs itself. */
    public void pauseAmongFallen(int round) {
        pause(round);
    }

    // ---- life cycle --------------------------------------------------------------------------------------------

    /** Publishes the state of this PE's library. */
    public abstract void enter(PeState state);

    /**
     * Registers a task that a separate thread runs when this PE ends normally; the task must not wait. {@return whether
     * the backend supports that}
     */
    public boolean atExit(Runnable end) {
        return false;
    }

    /** Ends the whole job with an exit status and a reason, null for a silent end; never returns. */
    public abstract void abort(int status, String reason);

    /** Throws {@code JobAbortedException} when the job is being ended. */
    public abstract void checkAbort();

    /** Effect of an atomic operation on a word. */
    public enum Update {
        ADD,
        AND,
        OR,
        XOR,
        SWAP,
        COMPARE_SWAP
    }

    /** The library's state of a PE, kept by its backend. */
    public static final class Attached {
        private Object library;
        private Object races;
        private Work work;
        private WaitTimeoutException cut;

        /** {@return the PE's library, null before its first session} */
        public Object library() {
            return library;
        }

        public void library(Object state) {
            library = state;
        }

        /** {@return what this PE has begun and not completed, null before its first session} */
        public Work work() {
            return work;
        }

        public void work(Work newWork) {
            work = newWork;
        }

        /** Advances what this PE has begun, without waiting; {@return whether anything has moved} */
        public boolean advance() {
            return work != null && work.isLeft() && work.advance();
        }

        /** {@return the race detector's state of this PE, null before its first access} */
        public Object races() {
            return races;
        }

        public void races(Object state) {
            races = state;
        }

        /** Records the timeout that interrupted a collective of this PE; null when collectives are restarted. */
        public void cut(WaitTimeoutException newCut) {
            cut = newCut;
        }

        public boolean isCut() {
            return cut != null;
        }

        /** Refuses a collective after a timeout has interrupted an earlier one. */
        public void requireUncut(int pe) {
            if (cut != null) {
                throw new IllegalStateException("PE " + pe + ", " + CallSite.routine() + " called at "
                    + CallSite.place() + ": a time limit has cut a collective of this PE, which may have completed "
                    + "on other PEs, so this PE can call no more collectives", cut);
            }
        }
    }
}
