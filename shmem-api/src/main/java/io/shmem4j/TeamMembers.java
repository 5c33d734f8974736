// SPDX-License-Identifier: Apache-2.0
package io.shmem4j;

import io.shmem4j.spi.Members;
import io.shmem4j.spi.Routine;

/**
 * A team as interceptors see it.
 *
 * @param team the team
 */
record TeamMembers(Team team) implements Members {
    /** {@return the team; as an interface, which callers then need not load to be verified} */
    static Members of(Team team) {
        return new TeamMembers(team);
    }

    @Override
    public int start() {
        return team.anyGroup().start();
    }

    @Override
    public int stride() {
        return team.anyGroup().stride();
    }

    @Override
    public int size() {
        return team.anyGroup().size();
    }

    @Override
    public String algorithm(Routine routine, long bytes) {
        return team.collectives.algorithm(team.options, routine, bytes);
    }
}
