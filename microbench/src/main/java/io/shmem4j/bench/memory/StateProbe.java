// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.bench.memory;

import java.lang.foreign.MemorySegment;
import java.lang.invoke.VarHandle;
import java.util.HashSet;
import java.util.Set;
import java.util.function.LongSupplier;
import java.util.stream.LongStream;

/**
 * Measures passes of loads or stores over a buffer in a given cache state.
 *
 * <p>Virtual processors may temporarily be threads of one core, which share all caches. Therefore the other core writes
 * a mark after each pass, and the pass is discarded if the mark is read as fast as from the own cache.
 */
final class StateProbe {
    /** Size of the mark at the end of the buffer. */
    static final int MARK = 4 << 10;
    /** Multiple of the own cache's time from which a mark counts as read from another core's cache. */
    private static final int FAR = 5;
    /** Maximum number of passes per valid one, if PEs have cores of their own. */
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

    /** {@return the sorted times of valid passes, or of all passes if none is valid} */
    private long[] times(LongSupplier pass) {
        LongStream.Builder apart = LongStream.builder();
        LongStream.Builder all = LongStream.builder();
        int kept = 0;
        for (int i = 0; kept < repetitions && i < tries; i++) {
            long nanos = pass.getAsLong();
            all.add(nanos);
            helpers.execute(1, Helpers.Order.MARK, MARK);
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

    /** {@return the percentage of passes since the last call with both processors on one core} */
    long percentTogether() {
        long percent = 100 * together / Math.max(1, passes);
        passes = 0;
        together = 0;
        return percent;
    }

    /** {@return the throughput of a pass, in bytes per nanosecond, over a buffer in the given state} */
    double measure(CacheState state, boolean store, int bytes) {
        return rate(bytes, chosen(passes(state, store, bytes)));
    }

    /** {@return the throughput of the median pass, regardless of the statistic in tables} */
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

    /** {@return the duration of a pass in nanoseconds} */
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
     * {@return the throughput of one side's copy in a transfer, in bytes per nanosecond and by chunks}
     *
     * @param state state of the shared buffer: a miss for the receiver's copy, a hit for the sender's
     * @param own   private memory, last written by this core
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

    /** Has the copy compiled before the first measurement. */
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
                helpers.execute(1, Helpers.Order.WRITE, bytes);
                memory.read(buffer, bytes);
            }
            case HIT_OWNED, HIT_OWNED_FLUSHED -> {
                memory.write(buffer, bytes, 7);
                helpers.execute(1, state.flushed() ? Helpers.Order.READ_AND_FLUSH : Helpers.Order.READ, bytes);
            }
            case MISS_MODIFIED, MISS_MODIFIED_FLUSHED -> helpers.execute(1,
                state.flushed() ? Helpers.Order.WRITE_AND_FLUSH : Helpers.Order.WRITE, bytes);
            case MISS_EXCLUSIVE, MISS_SHARED -> {
                Lines.flush(buffer, bytes);
                for (int pe = 1; pe <= (state == CacheState.MISS_SHARED ? 2 : 1); pe++) {
                    helpers.execute(pe, Helpers.Order.READ, bytes);
                }
            }
        }
    }
}
