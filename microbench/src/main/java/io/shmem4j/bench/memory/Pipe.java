// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.bench.memory;

import io.shmem4j.LongView;
import io.shmem4j.Shmem;
import io.shmem4j.SymmetricBytes;
import io.shmem4j.SymmetricLongs;
import io.shmem4j.bench.suite.BenchRun;
import java.lang.foreign.MemorySegment;

/**
 * A message through a shared buffer of some slots: the sender copies chunk after chunk into slots that are empty, the
 * receiver copies them out. Both count chunks in words that only they write.
 *
 * <p>Ordering: a count is a release store after the copy, and an acquire load before the other side's copy.
 */
final class Pipe {
    private static final int FILLED = 0;
    private static final int EMPTIED = 16;
    private static final int SPINS = 1000;

    private final LongView counts;
    private final MemorySegment slots;
    private final int chunk;
    private final int slotCount;
    private final Lines.Copy sender;
    private long filled;
    private long emptied;

    /**
     * Collective; the buffer and the counts lie in PE 0's memory.
     *
     * @param chunk bytes of a slot
     */
    Pipe(BenchRun bench, SymmetricBytes memory, int chunk, int slotCount, Lines.Copy sender) {
        Shmem shmem = bench.shmem();
        this.sender = sender;
        this.slots = shmem.ptr(memory, 0);
        SymmetricLongs words = bench.keep(shmem.allocateLongs(32, 128).named("counts of chunks"));
        this.counts = shmem.view(words, 0);
        this.chunk = chunk;
        this.slotCount = slotCount;
    }

    void send(MemorySegment source, long from, long bytes) {
        for (long done = 0; done < bytes; done += chunk) {
            await(EMPTIED, filled - slotCount + 1);
            sender.copy(source, from + done, slots, filled % slotCount * chunk, Math.min(chunk, bytes - done));
            filled++;
            counts.setRelease(FILLED, filled);
        }
        emptied = filled;
    }

    /** Waits until the receiver has copied out the whole message. */
    void complete() {
        await(EMPTIED, filled);
    }

    void receive(MemorySegment target, long to, long bytes) {
        for (long done = 0; done < bytes; done += chunk) {
            await(FILLED, emptied + 1);
            MemorySegment.copy(slots, emptied % slotCount * chunk, target, to + done, Math.min(chunk, bytes - done));
            emptied++;
            counts.setRelease(EMPTIED, emptied);
        }
        filled = emptied;
    }

    /** Spins, because a wake-up costs more than a chunk; gives the core away when that takes long. */
    private void await(int index, long count) {
        for (int spins = 0; counts.getAcquire(index) < count; spins++) {
            if (spins < SPINS) {
                Thread.onSpinWait();
            } else {
                Thread.yield();
            }
        }
    }
}
