// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.studies.scc;

/** The message libraries below the collectives, each an improvement of the previous one, and an MPI. */
public enum Stack {
    /** Blocking messages. */
    BLOCKING("blocking", Layer.BLOCKING, false),
    /** Non-blocking messages of a general library. */
    I_RCCE("iRCCE", Layer.I_RCCE, false),
    /** Non-blocking messages of a library with just enough for collectives. */
    LIGHTWEIGHT("lightweight", Layer.LIGHTWEIGHT, false),
    /** LIGHTWEIGHT with blocks whose lengths differ by at most 1. */
    BALANCED("balanced", Layer.LIGHTWEIGHT, true),
    /** BALANCED with sums in the message-passing buffers themselves. */
    MPB_DIRECT("MPB-direct", Layer.LIGHTWEIGHT, true),
    /** The same collectives over an MPI. */
    RCKMPI("RCKMPI", Layer.RCKMPI, true);

    private final String title;
    private final Layer layer;
    private final boolean balanced;

    Stack(String title, Layer layer, boolean balanced) {
        this.title = title;
        this.layer = layer;
        this.balanced = balanced;
    }

    public String title() {
        return title;
    }

    public Layer layer() {
        return layer;
    }

    public Blocks blocks(int count, int blocks) {
        return balanced ? Blocks.balanced(count, blocks) : Blocks.firstLongest(count, blocks);
    }
}
