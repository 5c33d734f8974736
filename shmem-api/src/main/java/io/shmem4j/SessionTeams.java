// SPDX-License-Identifier: Apache-2.0
package io.shmem4j;

import io.shmem4j.collective.algorithm.Collectives;
import io.shmem4j.config.Debug;
import io.shmem4j.engine.CallComparison;
import java.util.ArrayList;
import java.util.List;
import java.util.function.IntPredicate;

/** The teams of a PE's session: the two predefined ones, and those that the program has made. */
final class SessionTeams {
    private final SessionLibrary library;
    private final List<Team> teams = new ArrayList<>();
    private volatile Team world;
    private volatile Team shared;
    /** Whether a mismatch has been reported, so a loop that makes teams reports only one. */
    private boolean reportedMismatch;

    SessionTeams(SessionLibrary library) {
        this.library = library;
    }

    /** Makes the predefined teams. */
    void begin(Collectives ofWorld, Collectives ofShared) {
        world = adopt(new Team(library, ofWorld, TeamConfig.NONE, "the world team"));
        shared = adopt(new Team(library, ofShared, TeamConfig.NONE, "the shared team"));
    }

    /** Restarts the collectives of the predefined teams. */
    void renew(Collectives ofWorld, Collectives ofShared) {
        world.renew(ofWorld);
        shared.renew(ofShared);
    }

    Team world() {
        return world;
    }

    Team shared() {
        return shared;
    }

    boolean isPredefined(Team team) {
        return team == world || team == shared;
    }

    /** Registers a team, which ends with the session at the latest. */
    Team adopt(Team team) {
        synchronized (teams) {
            teams.removeIf(Team::isFreed);
            teams.add(team);
        }
        if (Debug.ON) {
            Debug.say(library.pe(), "is member " + team.myPe() + " of " + team);
        }
        return team;
    }

    List<Team> all() {
        synchronized (teams) {
            return List.copyOf(teams);
        }
    }

    /** Leaves a team; the last member reports how the members' collectives differ, as at a session's end. */
    void leave(Team team) {
        if (library.comparesAtEnds()) {
            String difference = CallComparison.ofTeam(team.anyGroup(), team.toString()).leave();
            if (!difference.isEmpty() && !reportedMismatch) {
                reportedMismatch = true;
                Leaks.print(library.backend(), difference, false);
            }
        }
        library.slots().release(team.collectives);
    }

    /** Ends the program's teams that have a member which has died. */
    void endTeamsOf(IntPredicate died) {
        for (Team team : all()) {
            if (!team.isFreed() && !isPredefined(team) && team.anyGroup().contains(died)) {
                team.markFreed();
                library.slots().decline(team.anyGroup().slot());
            }
        }
        library.slots().forget(died);
    }

    /** Ends all teams and their contexts. */
    void end() {
        for (Team team : all()) {
            if (!team.isFreed() && !isPredefined(team)) {
                leave(team);
            }
            team.markFreed();
            team.contexts().forEach(Context::shut);
        }
        synchronized (teams) {
            teams.clear();
        }
    }
}
