// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.bench.memory;

import java.lang.foreign.MemorySegment;
import java.lang.invoke.VarHandle;
import java.util.HashSet;
import java.util.Set;
import java.util.function.LongSupplier;
import java.util.stream.LongStream;

/**
 * Measures one pass of loads or stores over a buffer that has been brought into a cache state, some times.
 *
 * <p>Processors of a virtual machine may be threads of one core for a while, and then share all caches. So after each
 * pass the other core writes a mark, and a pass does not count if the mark was read as fast as from an own cache.
 */
final class StateProbe {
    /** Bytes of the mark, at the end of the buffer. */
    static final int MARK = 4 << 10;
    /** A mark that takes so many times as long as one in the own cache comes from another core. */
    private static final int FAR = 5;
    /** Most passes for one that counts, where PEs have cores of their own. */
    private static final int TRIES = 2;
    private static final int WARMUP_BYTES = 32 << 10;
    private static final int WARMUPS = 20_000;
    private static final int WARMED_COPY = 4 << 10;
    private static final int CLOCK_READINGS = 10_000;

    private final Helpers helpers;
    private final MemorySegment buffer;
    private final int chunk;
    private final int repetitions;
    private final boolean best;
    private final int tries;
    private final long clock;
    private final long near;
    private long passes;
    private long together;
    private final WideAccess memory = new WideAccess();
    private final Set<Lines.Copy> warmed = new HashSet<>();

    StateProbe(Helpers helpers, MemorySegment buffer, int chunk, int repetitions, boolean best, boolean ownCores) {
        this.helpers = helpers;
        this.buffer = buffer;
        this.repetitions = repetitions;
        this.best = best;
        this.chunk = chunk;
        this.tries = ownCores ? TRIES * repetitions : repetitions;
        int bytes = (int) Math.min(WARMUP_BYTES, buffer.byteSize());
        for (int i = 0; i < WARMUPS; i++) {
            pass(true, bytes, i);
            pass(false, bytes, i);
        }
        this.clock = LongStream.range(0, CLOCK_READINGS).map(i -> pass(true, 0, i)).min().orElseThrow();
        this.near = LongStream.range(0, CLOCK_READINGS).map(i -> mark()).min().orElseThrow() - clock;
    }

    private long mark() {
        long start = System.nanoTime();
        memory.read(buffer.asSlice(buffer.byteSize() - MARK), MARK);
        VarHandle.fullFence();
        return System.nanoTime() - start;
    }

    /** {@return sorted times of passes: of those that count, or of all where none does} */
    private long[] times(LongSupplier pass) {
        LongStream.Builder apart = LongStream.builder();
        LongStream.Builder all = LongStream.builder();
        int kept = 0;
        for (int i = 0; kept < repetitions && i < tries; i++) {
            long nanos = pass.getAsLong();
            all.add(nanos);
            helpers.tell(1, Helpers.Order.MARK, MARK);
            passes++;
            if (mark() - clock > FAR * near) {
                apart.add(nanos);
                kept++;
            } else {
                together++;
            }
        }
        return (kept > 0 ? apart : all).build().sorted().toArray();
    }

    /** {@return how many percent of the passes since the last call found both processors in one core} */
    long percentTogether() {
        long percent = 100 * together / Math.max(1, passes);
        passes = 0;
        together = 0;
        return percent;
    }

    /** {@return bytes per nanosecond of a pass over a buffer that was in a state before} */
    double measure(CacheState state, boolean store, int bytes) {
        return rate(bytes, chosen(passes(state, store, bytes)));
    }

    /** {@return the same of the median pass, whatever tables show} */
    double median(CacheState state, boolean store, int bytes) {
        long[] nanos = passes(state, store, bytes);
        return rate(bytes, nanos[nanos.length / 2]);
    }

    private long[] passes(CacheState state, boolean store, int bytes) {
        return times(() -> {
            prepare(state, bytes);
            return pass(store, bytes, passes);
        });
    }

    private long chosen(long... nanos) {
        return best ? nanos[0] : nanos[nanos.length / 2];
    }

    private double rate(int bytes, long nanos) {
        return (double) bytes / Math.max(1, nanos - clock);
    }

    /** {@return nanoseconds until all loads or stores are done} */
    private long pass(boolean store, int bytes, long value) {
        long start = System.nanoTime();
        if (store) {
            memory.write(buffer, bytes, value);
        } else {
            memory.read(buffer, bytes);
        }
        VarHandle.fullFence();
        return System.nanoTime() - start;
    }

    /**
     * {@return bytes per nanosecond of a copy of one side of a transfer, in its chunks}
     *
     * @param state of the shared buffer before: the receiver's copy from one that it misses, the sender's to one it has
     * @param own   private memory, which this core wrote last
     */
    double copy(CacheState state, Lines.Copy how, MemorySegment own, int bytes) {
        boolean receives = state == CacheState.MISS_MODIFIED;
        warm(how, own);
        return rate(bytes, chosen(times(() -> {
            memory.write(own, bytes, passes);
            prepare(state, bytes);
            long start = System.nanoTime();
            for (int done = 0; done < bytes; done += chunk) {
                how.copy(receives ? buffer : own, done, receives ? own : buffer, done, Math.min(chunk, bytes - done));
            }
            VarHandle.fullFence();
            return System.nanoTime() - start;
        })));
    }

    /** Has the compiler translate a copy, once: what a measurement takes is not the interpreter's time. */
    private void warm(Lines.Copy how, MemorySegment own) {
        if (warmed.add(how)) {
            long bytes = Math.min(WARMED_COPY, Math.min(buffer.byteSize(), own.byteSize()));
            for (int i = 0; i < WARMUPS; i++) {
                how.copy(own, 0, buffer, 0, bytes);
                how.copy(buffer, 0, own, 0, bytes);
            }
        }
    }

    private void prepare(CacheState state, int bytes) {
        switch (state) {
            case HIT_MODIFIED -> memory.write(buffer, bytes, 7);
            case HIT_EXCLUSIVE -> {
                Lines.flush(buffer, bytes);
                memory.read(buffer, bytes);
            }
            case HIT_SHARED -> {
                helpers.tell(1, Helpers.Order.WRITE, bytes);
                memory.read(buffer, bytes);
            }
            case HIT_OWNED -> {
                memory.write(buffer, bytes, 7);
                helpers.tell(1, Helpers.Order.READ, bytes);
            }
            case MISS_MODIFIED -> helpers.tell(1, Helpers.Order.WRITE, bytes);
            case MISS_EXCLUSIVE -> {
                Lines.flush(buffer, bytes);
                helpers.tell(1, Helpers.Order.READ, bytes);
            }
            case MISS_SHARED -> {
                Lines.flush(buffer, bytes);
                helpers.tell(1, Helpers.Order.READ, bytes);
                helpers.tell(2, Helpers.Order.READ, bytes);
            }
            case HIT_OWNED_FLUSHED -> {
                memory.write(buffer, bytes, 7);
                helpers.tell(1, Helpers.Order.READ_AND_FLUSH, bytes);
            }
            case MISS_MODIFIED_FLUSHED -> helpers.tell(1, Helpers.Order.WRITE_AND_FLUSH, bytes);
        }
    }
}
