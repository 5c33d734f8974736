// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.spi;

import java.lang.foreign.MemorySegment;

/** Memory confined to one thread, to which transfers that any thread may complete can't deliver. */
public final class Confinement {
    private static final Thread NEVER_RUNS = Thread.ofPlatform().unstarted(() -> { });

    private Confinement() {
    }

    /** {@return whether an arena confines a segment to a thread} */
    public static boolean isConfined(MemorySegment segment) {
        return !segment.isAccessibleBy(NEVER_RUNS);
    }
}
