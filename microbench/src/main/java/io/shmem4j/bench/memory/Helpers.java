// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.bench.memory;

import io.shmem4j.Cmp;
import io.shmem4j.Shmem;
import io.shmem4j.SymmetricLongs;
import io.shmem4j.bench.suite.BenchRun;
import java.lang.foreign.MemorySegment;

/**
 * PEs that load a buffer into their caches on PE 0's orders. Orders and replies are atomic stores, so a helper's
 * accesses to the buffer have completed when PE 0 sees the reply.
 */
final class Helpers {
    private static final int ORDER = 0;
    private static final int BYTES = 1;
    private static final int ANSWER = 16;

    /** An order from PE 0. */
    enum Order {
        END,
        WRITE,
        READ,
        WRITE_AND_FLUSH,
        READ_AND_FLUSH,
        /** Write the end of the buffer instead of the beginning. */
        MARK
    }

    private final Shmem shmem;
    private final SymmetricLongs flags;
    private final MemorySegment buffer;
    private final long[] orders;
    private long number;
    private final WideAccess memory = new WideAccess();

    /** Collective. */
    Helpers(BenchRun bench, MemorySegment buffer) {
        shmem = bench.shmem();
        this.buffer = buffer;
        this.orders = new long[shmem.nPes()];
        this.flags = bench.keep(shmem.allocateLongs(32, 128).named("orders of helpers"));
    }

    /** Executes orders until PE 0 sends END. */
    void serve() {
        while (true) {
            number++;
            flags.waitUntil(ORDER, Cmp.GE, number << 8);
            Order order = Order.values()[(int) flags.getAcquire(ORDER) & 0xff];
            int bytes = (int) flags.get(BYTES);
            switch (order) {
                case WRITE, WRITE_AND_FLUSH -> memory.write(buffer, bytes, number);
                case READ, READ_AND_FLUSH -> memory.read(buffer, bytes);
                case MARK -> memory.write(buffer.asSlice(buffer.byteSize() - bytes), bytes, number);
                case END -> { }
            }
            if (order == Order.WRITE_AND_FLUSH || order == Order.READ_AND_FLUSH) {
                Lines.flush(buffer, bytes);
            }
            shmem.atomicSet(flags, ANSWER, number, 0);
            if (order == Order.END) {
                return;
            }
        }
    }

    /** Makes a PE execute an order. Only one helper works at a time, but each counts its own orders. */
    void execute(int pe, Order order, int bytes) {
        long next = ++orders[pe];
        shmem.p(flags, BYTES, bytes, pe);
        shmem.fence();
        shmem.atomicSet(flags, ORDER, next << 8 | order.ordinal(), pe);
        flags.waitUntil(ANSWER, Cmp.EQ, next);
        flags.set(ANSWER, 0);
    }
}
