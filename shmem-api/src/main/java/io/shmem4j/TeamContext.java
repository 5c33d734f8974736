// SPDX-License-Identifier: Apache-2.0
package io.shmem4j;

import io.shmem4j.collective.Group;
import java.util.Set;

/** A context that a program creates on a team. */
final class TeamContext extends Context {
    private final Team team;
    private final Set<ContextOption> options;
    private final Thread creator = Thread.currentThread();

    TeamContext(Team team, Group group, Set<ContextOption> options) {
        super(team.library, group.start(), group.stride(), group.size());
        this.team = team;
        this.options = options;
    }

    @Override
    public Team team() {
        return team;
    }

    boolean isPrivate() {
        return options.contains(ContextOption.PRIVATE);
    }

    Thread creator() {
        return creator;
    }

    /** Completes this context's updates and ends it, {@code shmem_ctx_destroy}. */
    @Override
    public void close() {
        if (open()) {
            quiet();
            shut();
            team.left(this);
        }
    }
}
