// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.bench.memory;

import io.shmem4j.Cmp;
import io.shmem4j.Shmem;
import io.shmem4j.SymmetricLongs;
import io.shmem4j.bench.suite.BenchRun;
import java.lang.foreign.MemorySegment;

/**
 * PEs that bring a buffer into the caches of their cores on PE 0's order. An order and its answer are atomic stores, so
 * a helper's work on the buffer is done when PE 0 sees the answer.
 */
final class Helpers {
    private static final int ORDER = 0;
    private static final int BYTES = 1;
    private static final int ANSWER = 16;

    /** Orders of PE 0. */
    enum Order {
        END,
        WRITE,
        READ,
        WRITE_AND_FLUSH,
        READ_AND_FLUSH,
        /** Write the last bytes instead of the first. */
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

    /** Works until PE 0 has no more orders. */
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

    /** Has a PE carry an order out. Only one helper has an order at any time, but each counts its own. */
    void tell(int pe, Order order, int bytes) {
        long next = ++orders[pe];
        shmem.p(flags, BYTES, bytes, pe);
        shmem.fence();
        shmem.atomicSet(flags, ORDER, next << 8 | order.ordinal(), pe);
        flags.waitUntil(ANSWER, Cmp.EQ, next);
        flags.set(ANSWER, 0);
    }
}
