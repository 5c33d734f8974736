// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.nas.cfd;

/** How the grid is dealt to the PEs, and what a time step does in that deal. All methods are collective. */
public interface Decomposition {
    /** Sets the first state. */
    void initialize();

    /** Does one time step. */
    void step();

    /** {@return the norms of the present state} */
    FlowNorms norms();

    /** Gives its symmetric memory back; nothing else may be called afterwards. */
    void free();
}
