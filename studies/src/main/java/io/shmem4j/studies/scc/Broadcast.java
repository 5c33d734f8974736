// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.studies.scc;

import io.shmem4j.sim.mesh.MeshCore;
import io.shmem4j.studies.scc.Endpoint.Numbers;

/** One core's side of a sequence of broadcasts. */
public interface Broadcast {
    /** Takes part in a broadcast. The message is the source at the root and the destination on all other cores. */
    void run(int root, Numbers message);

    /** A broadcast algorithm. */
    interface Kind {
        String title();

        /** {@return whether every core has the message in its memory at the end} */
        default boolean keeps() {
            return true;
        }

        /** {@return the side of one core when the first {@code cores} cores take part} */
        Broadcast on(MeshCore core, int cores, LayerTimes calls);
    }
}
