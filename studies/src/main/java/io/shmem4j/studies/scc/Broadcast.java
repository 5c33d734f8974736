// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.studies.scc;

import io.shmem4j.sim.mesh.MeshCore;
import io.shmem4j.studies.scc.Endpoint.Numbers;
import java.util.List;

/** A core's side of broadcasts, which may follow each other. */
public interface Broadcast {
    /** Takes part in a broadcast: the message is the root's data, and at the others where they go. */
    void run(int root, Numbers message);

    /** Takes part in broadcasts that follow each other. */
    default void run(int root, List<Numbers> messages) {
        messages.forEach(message -> run(root, message));
    }

    /** A kind of broadcast. */
    interface Kind {
        String title();

        /** {@return whether all cores have the message in the end} */
        default boolean keeps() {
            return true;
        }

        /** {@return a core's side, where so many of the first cores take part} */
        Broadcast on(MeshCore core, int cores);
    }
}
