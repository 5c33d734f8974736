// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.nas.sp;

/** The loops in force: with the Vector API where the JVM has its module, else number by number. */
final class Twins {
    /** Whether the Vector API is there. */
    static final boolean VECTOR = ModuleLayer.boot().findModule("jdk.incubator.vector").isPresent()
        && !Boolean.getBoolean("shmem4j.nas.scalar");
    /** Lines of a tile. */
    static final int LANES = VECTOR ? VectorLineTiles.LANES : 1;
    /** Rows of the right-hand side. */
    static final RhsRows ROWS = VECTOR ? new VectorRhsRows() : new ScalarRhsRows();

    private Twins() {
    }

    /** {@return the solver of pentadiagonal systems} */
    static LineTiles tiles(Workspace workspace, SpLayout layout, SpConstants c) {
        return VECTOR ? new VectorLineTiles(workspace, layout, c) : new ScalarLineTiles(workspace, layout, c);
    }
}
