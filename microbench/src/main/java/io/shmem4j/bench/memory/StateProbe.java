// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.bench.memory;

import java.lang.foreign.MemorySegment;
import java.util.Arrays;
import java.util.HashSet;
import java.util.Set;

/** Measures one pass of loads or stores over a buffer that has been brought into a cache state, some times. */
final class StateProbe {
    private static final int WARMUP_BYTES = 32 << 10;
    private static final int WARMUPS = 20_000;
    private static final int WARMED_COPY = 4 << 10;
    private static final int CLOCK_READINGS = 10_000;
    private static final int LINE = 64;
    private static final int PAGE = 4 << 10;

    private final Helpers helpers;
    private final MemorySegment buffer;
    private final int repetitions;
    private final boolean best;
    private final long clock;
    private final WideAccess memory = new WideAccess();
    private final Set<Lines.Copy> warmed = new HashSet<>();

    StateProbe(Helpers helpers, MemorySegment buffer, int repetitions, boolean best) {
        this.helpers = helpers;
        this.buffer = buffer;
        this.repetitions = repetitions;
        this.best = best;
        int bytes = (int) Math.min(WARMUP_BYTES, buffer.byteSize());
        for (int i = 0; i < WARMUPS; i++) {
            memory.write(buffer, bytes, i);
            memory.read(buffer, bytes);
        }
        this.clock = clockNanos();
    }

    /** {@return the least time between two readings of the clock, which is part of every measurement} */
    private static long clockNanos() {
        long least = Long.MAX_VALUE;
        for (int i = 0; i < CLOCK_READINGS; i++) {
            long start = System.nanoTime();
            least = Math.min(least, System.nanoTime() - start);
        }
        return least;
    }

    /** {@return bytes per nanosecond of a pass over a buffer that was in a state before} */
    double measure(CacheState state, boolean store, int bytes) {
        long[] nanos = new long[state.evicts() ? Math.max(1, repetitions / 5) : repetitions];
        for (int i = 0; i < nanos.length; i++) {
            prepare(state, bytes);
            // The measurement's own code and data were pushed out of the caches, too.
            pass(store, memory.near(), Math.min(bytes, WideAccess.NEAR), i);
            nanos[i] = pass(store, buffer, bytes, i);
        }
        Arrays.sort(nanos);
        return (double) bytes / (best ? nanos[0] : nanos[nanos.length / 2]);
    }

    private long pass(boolean store, MemorySegment over, int bytes, long value) {
        long start = System.nanoTime();
        if (store) {
            memory.write(over, bytes, value);
        } else {
            memory.read(over, bytes);
        }
        return Math.max(1, System.nanoTime() - start - clock);
    }

    /**
     * {@return bytes per nanosecond of a copy of one side of a transfer}
     *
     * @param state of the shared buffer before: the receiver's copy from one that it misses, the sender's to one it has
     * @param own   private memory, which this core wrote last
     */
    double copy(CacheState state, Lines.Copy how, MemorySegment own, int bytes) {
        boolean receives = state == CacheState.MISS_MODIFIED;
        warm(how, own);
        long[] nanos = new long[repetitions];
        for (int i = 0; i < nanos.length; i++) {
            memory.write(own, bytes, i);
            prepare(state, bytes);
            long start = System.nanoTime();
            how.copy(receives ? buffer : own, 0, receives ? own : buffer, 0, bytes);
            nanos[i] = Math.max(1, System.nanoTime() - start - clock);
        }
        Arrays.sort(nanos);
        return (double) bytes / (best ? nanos[0] : nanos[nanos.length / 2]);
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
                helpers.evictBoth(1);
                memory.read(buffer, bytes);
            }
            case HIT_SHARED -> {
                // The first to read a line that another core has changed may become its owner, so both read clean ones.
                helpers.tell(1, Lines.CAN_WRITE_BACK ? Helpers.Order.WRITE_AND_FLUSH : Helpers.Order.WRITE, bytes);
                memory.read(buffer, bytes);
                helpers.tell(1, Helpers.Order.READ, bytes);
                memory.read(buffer, bytes);
            }
            case HIT_OWNED -> {
                memory.write(buffer, bytes, 7);
                helpers.tell(1, Helpers.Order.READ, bytes);
            }
            case MISS_MODIFIED -> helpers.tell(1, Helpers.Order.WRITE, bytes);
            case MISS_EXCLUSIVE -> {
                helpers.evictBoth(1);
                // Page tables went, too, which no other state has to wait for; a line of each page stays shared.
                for (int page = 0; page < bytes; page += PAGE) {
                    memory.read(buffer.asSlice(page), LINE);
                }
                helpers.tell(1, Helpers.Order.READ, bytes);
            }
            case MISS_SHARED -> {
                helpers.tell(1, Helpers.Order.WRITE, bytes);
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
