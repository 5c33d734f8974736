// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.studies.scc;

/** The message libraries under collectives, each an improvement of the previous one, and an MPI. */
public enum Stack {
    /** Blocking messages. */
    BLOCKING("blocking", Layer.BLOCKING, false),
    /** Non-blocking messages of a general library. */
    I_RCCE("iRCCE", Layer.I_RCCE, false),
    /** Non-blocking messages of a library that can do no more than collectives need. */
    LIGHTWEIGHT("lightweight", Layer.LIGHTWEIGHT, false),
    /** The same with blocks that differ by one number at most. */
    BALANCED("balanced", Layer.LIGHTWEIGHT, true),
    /** The same with sums in the message-passing buffers themselves. */
    MPB_DIRECT("MPB-direct", Layer.LIGHTWEIGHT, true),
    /** An MPI, under the same collectives. */
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
