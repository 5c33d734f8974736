// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.nas.sp.loops;

import io.shmem4j.nas.cfd.FlowConstants;
import io.shmem4j.nas.cfd.FlowLayout;
import io.shmem4j.nas.cfd.Workspace;
import io.shmem4j.nas.npb.VectorApi;

/** The loops in force: with the Vector API where the JVM has its module, else number by number. */
public final class SpLoops {
    /** Whether the Vector API is there. */
    public static final boolean VECTOR = VectorApi.THERE;
    /** Lines of a tile. */
    public static final int LANES = VECTOR ? VectorLineTiles.LANES : 1;

    private SpLoops() {
    }

    /** {@return the solver of pentadiagonal systems} */
    public static LineTiles tiles(Workspace workspace, FlowLayout layout, FlowConstants c) {
        return VECTOR ? new VectorLineTiles(workspace, layout, c) : new ScalarLineTiles(workspace, layout, c);
    }
}
