// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.sim.machine;

import java.util.List;

/** What software spends on a two-sided message, in nanoseconds, besides moving it; a baseline for comparisons. */
public record MessageProfile(String name, String title, double send, double receive) {
    /** Names of the profiles that come with the simulator. */
    public static final List<String> BUNDLED = List.of("mpi-like");

    /** {@return the profile of a bundled name, or of a file} */
    public static MessageProfile load(String nameOrPath) {
        return Section.load(nameOrPath, "profile", BUNDLED, root -> new MessageProfile(root.text("name"),
            root.text("title"), root.atLeast("sendNs", 0), root.atLeast("receiveNs", 0)));
    }
}
