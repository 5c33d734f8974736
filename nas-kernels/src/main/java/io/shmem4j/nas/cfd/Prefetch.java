// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.nas.cfd;

import io.shmem4j.nas.npb.RawMemory;

/**
 * Brings in memory that loops will go through and that no loop has been through shortly before, if the grid does not
 * fit a last-level cache.
 */
public final class Prefetch {
    /** Unknowns, forcing, right-hand sides; and bytes of them that a last-level cache may hold. */
    private static final long FIELDS = 3;
    private static final long LAST_LEVEL = 16 << 20;

    private final boolean far;
    private long touched;

    public Prefetch(FlowConstants c) {
        far = FIELDS * c.n * c.n * c.n * FlowConstants.UNKNOWNS * Double.BYTES > LAST_LEVEL;
    }

    public void touch(long from, long bytes) {
        if (far) {
            touched += RawMemory.touch(from, bytes);
        }
    }
}
