// SPDX-License-Identifier: Apache-2.0
package io.shmem4j;

import io.shmem4j.collective.team.Group;
import io.shmem4j.engine.Check;
import io.shmem4j.engine.Fault;
import java.util.EnumSet;
import java.util.Set;

/** A context that a program creates on a team. */
final class TeamContext extends Context {
    private final Team team;
    private final Set<ContextOption> options;
    private final Thread creator = Thread.currentThread();
    private final String site = Check.FULL ? Fault.callSite() : "an unknown site (SHMEM_CHECK=2 records it)";

    TeamContext(Team team, Group group, ContextOption... options) {
        super(team.library, group.start(), group.stride(), group.size(), group.table());
        this.team = team;
        this.options = EnumSet.noneOf(ContextOption.class);
        for (ContextOption option : options) {
            this.options.add(Fault.required(option, "option"));
        }
        if (team.isShared()) {
            backend.observer().confineToTeam();
        }
    }

    @Override
    public Team team() {
        return team;
    }

    boolean isPrivate() {
        return options.contains(ContextOption.PRIVATE);
    }

    /** {@return the kind of object and its call site, for reports} */
    String describe() {
        return (isPrivate() ? "a private context of " : "a context of ") + team + ", created at " + site;
    }

    @Override
    void checkThread() {
        super.checkThread();
        if (isPrivate() && Thread.currentThread() != creator) {
            throw new IllegalStateException(Fault.where() + " in thread \"" + Thread.currentThread().getName()
                + "\": this context is private to thread \"" + creator.getName() + "\", which created it at " + site);
        }
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
