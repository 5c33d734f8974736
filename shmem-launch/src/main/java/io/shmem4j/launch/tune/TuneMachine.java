// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.launch.tune;

import io.shmem4j.Shmem;
import java.io.IOException;
import java.nio.file.Path;

/**
 * A job that measures caches and memory, with a core for each PE where there are two or more. PE 1, who fetches, writes
 * the costs to a file.
 */
public final class TuneMachine {
    private static final long REST = 2 << 20;

    private TuneMachine() {
    }

    /** {@return bytes of symmetric heap that each PE needs} */
    static long heapBytes() {
        return Eviction.bytes() + REST;
    }

    public static void main(String[] args) throws IOException {
        try (Shmem shmem = Shmem.init()) {
            MachineCosts costs = new MachineCosts();
            LineProbe lines = new LineProbe(shmem, new Eviction(shmem), costs);
            lines.warmUp(() -> { });
            lines.run();
            new MessageProbe(shmem, 0).cached(costs);
            if (shmem.myPe() == 1) {
                costs.write(Path.of(args[0]));
            }
        }
    }
}
