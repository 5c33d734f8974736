// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.launch.tune;

import io.shmem4j.Shmem;
import io.shmem4j.SymmetricDoubles;
import java.io.IOException;
import java.nio.file.Path;

/**
 * A job that measures caches and memory, with a core for each PE where there are two or more. PE 1, who fetches, writes
 * the costs to a file.
 */
public final class TuneMachine {
    private static final CacheInfo SECOND = new CacheInfo(512 << 10, 8);
    private static final CacheInfo LAST = new CacheInfo(32 << 20, 16);

    private TuneMachine() {
    }

    /** {@return bytes of symmetric heap that each PE needs} */
    public static long heapBytes() {
        return 2 * Eviction.bytes(last()) + second().bytes() + (2 << 20);
    }

    private static CacheInfo second() {
        return CacheInfo.of(2, SECOND);
    }

    private static CacheInfo last() {
        return CacheInfo.of(3, LAST);
    }

    public static void main(String[] args) throws IOException {
        try (Shmem shmem = Shmem.init()) {
            MachineCosts costs = new MachineCosts();
            Eviction eviction = new Eviction(shmem, last());
            new LineProbe(shmem, eviction, second()).run(costs);
            new MessageProbe(shmem, Eviction.bytes(last()) / Long.BYTES).run(costs);
            bandwidth(shmem, eviction, costs);
            if (shmem.myPe() == 1) {
                costs.write(Path.of(args[0]));
            }
        }
    }

    private static void bandwidth(Shmem shmem, Eviction eviction, MachineCosts costs) {
        SymmetricDoubles rates = shmem.allocateDoubles(shmem.nPes()).named("rates");
        shmem.barrierAll();
        if (shmem.myPe() == 1) {
            costs.put("thread.rate", eviction.copyRate());
        }
        shmem.barrierAll();
        shmem.p(rates, shmem.myPe(), eviction.copyRate(), 1);
        shmem.barrierAll();
        if (shmem.myPe() == 1) {
            double sum = 0;
            for (int pe = 0; pe < shmem.nPes(); pe++) {
                sum += rates.get(pe);
            }
            costs.put("chip.rate", Math.max(sum, costs.get("thread.rate")));
        }
    }
}
