// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.nas.cfd;

import io.shmem4j.nas.npb.Ram;

/**
 * Brings in memory that loops will go through and that no loop has been through shortly before, if the grid does not
 * fit a last-level cache.
 */
public final class Ahead {
    /** Unknowns, forcing, right-hand sides; and bytes of them that a last-level cache may hold. */
    private static final long FIELDS = 3;
    private static final long LAST_LEVEL = 16 << 20;

    private final boolean far;
    private long touched;

    public Ahead(FlowConstants c) {
        far = FIELDS * c.n * c.n * c.n * FlowConstants.UNKNOWNS * Double.BYTES > LAST_LEVEL;
    }

    public void touch(long from, long bytes) {
        if (far) {
            touched += Ram.touch(from, bytes);
        }
    }
}
