// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.tools;

import io.shmem4j.spi.Routine.Group;

/** The words for what routines are counted among, as the profile's tables have them. */
final class Groups {
    private Groups() {
    }

    static String name(Group group) {
        return switch (group) {
            case REDUCTION -> "reductions";
            case COLLECTIVE -> "collectives";
            case REMOTE -> "remote access";
            case WAITING -> "waiting";
        };
    }
}
