// SPDX-License-Identifier: Apache-2.0
package io.shmem4j;

import io.shmem4j.algorithm.CollectiveOptions;
import io.shmem4j.collective.algorithm.Collectives;
import io.shmem4j.collective.team.Group;
import io.shmem4j.engine.Check;
import io.shmem4j.engine.CollectiveCheck;
import io.shmem4j.engine.Fault;
import io.shmem4j.engine.Hook;
import io.shmem4j.spi.Interceptor.Members;
import io.shmem4j.spi.RaceDetector;
import io.shmem4j.spi.Routine;
import io.shmem4j.spi.WaitKind;
import java.lang.foreign.MemorySegment;
import java.util.ArrayList;
import java.util.List;

/**
 * An ordered set of PEs for collective operations, {@code shmem_team_t}.
 *
 * <p>{@link Shmem#world} is the team of all PEs; splits make other teams. All members call a team's collectives in the
 * same order, from one thread at a time. A split returns its team to all members of the parent; {@link #isMember} says
 * whether this PE is in it.
 */
public final class Team implements TeamExchanges, TeamReductions {
    final SessionLibrary library;
    final CollectiveOptions options;
    final CollectiveCalls calls = new CollectiveCalls(this);
    Collectives collectives;
    final ValueCalls values;
    private final String name;
    private final Team origin;
    private final CollectiveCheck check;
    private final TeamConfig config;
    final String site;
    private final List<TeamContext> contexts;
    private volatile boolean freed;

    /** Makes a team; {@code collectives} is null if this PE is not a member. */
    Team(SessionLibrary library, Collectives collectives, TeamConfig config, String name) {
        this.library = library;
        this.collectives = collectives;
        this.name = name;
        this.origin = this;
        this.options = CollectiveOptions.environment();
        this.check = Check.FULL && collectives != null ? new CollectiveCheck(collectives, name) : null;
        this.config = config;
        this.site = Check.FULL ? Fault.callSite() : "an unknown site (SHMEM_CHECK=2 records it)";
        this.contexts = new ArrayList<>();
        this.values = new ValueCalls(this);
    }

    /** Makes a view of a team with other algorithms. */
    private Team(Team other, CollectiveOptions options) {
        this.library = other.library;
        this.collectives = other.isMember() ? other.collectives : null;
        this.name = other.name;
        this.origin = other.origin;
        this.options = options;
        this.check = other.check;
        this.config = other.config;
        this.site = other.site;
        this.contexts = other.contexts;
        this.values = new ValueCalls(this);
    }

    /** {@return whether this is the team of the PEs that share memory} */
    boolean isShared() {
        return origin == library.teams.shared();
    }

    /** {@return whether this PE belongs to the team and the team still exists} */
    public boolean isMember() {
        return collectives != null && !origin.freed;
    }

    /** {@return this PE's number in the team, -1 when it is no member ({@code shmem_team_my_pe})} */
    public int myPe() {
        return isMember() ? collectives.group().me() : -1;
    }

    /** {@return number of PEs, -1 when this PE is no member ({@code shmem_team_n_pes})} */
    public int nPes() {
        return isMember() ? collectives.group().size() : -1;
    }

    /** Waits until all members have called it; completes no remote access, {@code shmem_team_sync}. */
    public void sync() {
        sync(Routine.TEAM_SYNC, WaitKind.SYNC);
    }

    void sync(Routine routine, WaitKind kind) {
        Collectives team = collectives();
        long token = Hook.ON ? enter(routine, "") : 0;
        team.meet(options, kind);
        if (Hook.ON) {
            leave(routine, 0, token);
        }
    }

    /** {@return the algorithms of the team's collectives} */
    public CollectiveOptions options() {
        group();
        return options;
    }

    Collectives collectives() {
        if (!isMember()) {
            throw Misuse.team(this);
        }
        if (Check.FULL) {
            library.checkThread();
        }
        return origin.collectives;
    }

    Group group() {
        return collectives().group();
    }

    /** {@return the group, even of a freed team; null if this PE is not a member} */
    Group anyGroup() {
        return collectives == null ? null : collectives.group();
    }

    /** Restarts the team's collectives after a meeting of its members. */
    void renew(Collectives anew) {
        collectives = anew;
    }

    boolean isFreed() {
        return origin.freed;
    }

    void markFreed() {
        origin.freed = true;
    }

    /** Begins a collective; its arguments must be equal on all members. */
    long enter(Routine routine, String arguments) {
        return enter(routine, -1, arguments, "", 0);
    }

    /** Compares a collective call with the other members' calls, at the highest level of checking. */
    void meet(Routine routine, String arguments) {
        check.enter(routine, -1, arguments, "");
        check.leave();
    }

    long enter(Routine routine, int root, String arguments, String local, long bytes) {
        Group group = group();
        if (Check.FULL) {
            // First, so a refused thread does not block the team's next collective.
            library.enterThread();
            check.enter(routine, root, arguments, local);
        }
        if (Check.RACES) {
            RaceDetector.of(library.backend()).arrives(group, routine, root);
        }
        return Hook.enter(library, routine, TeamMembers.of(this), bytes);
    }

    void leave(Routine routine, long bytes, long token) {
        if (Check.RACES) {
            RaceDetector.of(library.backend()).departs();
        }
        Hook.leave(library, routine, TeamMembers.of(this), bytes, token);
        if (Check.FULL) {
            check.leave();
        }
    }

    /**
     * {@return a view of this team whose collectives use other algorithms} Not collective.
     *
     * <p>For each call, all members use the same view. Freeing a view frees the team.
     *
     * @param options the algorithms
     */
    public Team using(CollectiveOptions options) {
        return new Team(this, Fault.required(options, "options"));
    }

    /** {@return the configuration that the team was made with ({@code shmem_team_get_config})} */
    public TeamConfig config() {
        group();
        return config;
    }

    /**
     * {@return a PE's number in another team, or -1 if it is no member ({@code shmem_team_translate_pe})}
     *
     * @param pe   number in this team
     * @param dest the other team
     */
    public int translate(int pe, Team dest) {
        if (!isMember() || !Fault.required(dest, "team").isMember() || pe < 0 || pe >= nPes()) {
            return -1;
        }
        return dest.group().index(group().world(pe));
    }

    /**
     * Makes a team of some members, {@code shmem_team_split_strided}. Collective over this team, with equal arguments
     * on all members.
     *
     * @param start  number of its first PE in this team
     * @param stride distance between PEs in this team; negative for reversed order, 0 for a team of one
     * @param size   number of PEs
     * @return the team
     */
    public Team splitStrided(int start, int stride, int size) {
        return splitStrided(start, stride, size, TeamConfig.NONE);
    }

    /**
     * Makes a team of some members, {@code shmem_team_split_strided}.
     *
     * @param start     number of its first PE in this team
     * @param stride    distance between PEs in this team; negative for reversed order, 0 for a team of one
     * @param size      number of PEs
     * @param newConfig the new team's reservations
     * @return the team
     */
    public Team splitStrided(int start, int stride, int size, TeamConfig newConfig) {
        return TeamSplit.strided(this, start, stride, size, newConfig);
    }

    /**
     * Makes a team of any members, in any order. Collective over this team, with equal arguments on all members.
     *
     * @param pes their numbers in this team; the first one is PE 0 of the new team
     * @return the team
     * @throws io.shmem4j.error.InvalidPeException if there is no such PE
     * @throws IllegalArgumentException            if there are no PEs, or one of them twice
     */
    public Team of(int... pes) {
        return TeamSplit.of(this, pes);
    }

    /**
     * Makes a team of the members that pass the same color, as {@code MPI_Comm_split} does. Collective over this team.
     *
     * @param color any number
     * @param key   decides the order in the team; members with equal keys have the order that they have in this team
     * @return the team of this PE's color
     */
    public Team split(int color, int key) {
        return TeamSplit.byColor(this, color, key);
    }

    /**
     * Makes teams of the rows and columns of a grid, {@code shmem_team_split_2d}. Collective over this team.
     *
     * @param columns PEs in a row; limited to the size of this team
     * @return the teams of this PE's row and column
     */
    public Grid split2d(int columns) {
        return split2d(columns, TeamConfig.NONE, TeamConfig.NONE);
    }

    /**
     * Makes teams of the rows and columns of a grid, {@code shmem_team_split_2d}.
     *
     * @param columns      PEs in a row; limited to the size of this team
     * @param rowConfig    the reservations of the row's team
     * @param columnConfig the reservations of the column's team
     * @return the teams of this PE's row and column
     */
    public Grid split2d(int columns, TeamConfig rowConfig, TeamConfig columnConfig) {
        return TeamSplit.grid(this, columns, rowConfig, columnConfig);
    }

    /**
     * Ends the team and its contexts, {@code shmem_team_destroy}. Collective over this team; does nothing on PEs that
     * are not in it.
     */
    public void free() {
        if (anyGroup() == null) {
            return;
        }
        Group group = group();
        if (library.teams.isPredefined(origin)) {
            throw new IllegalArgumentException(Fault.where() + ": " + this + " is predefined and is not freed");
        }
        List<TeamContext> open = contexts();
        for (TeamContext context : open) {
            if (context.isPrivate()) {
                throw new IllegalStateException(Fault.where() + ": still open is " + context.describe()
                    + "; private contexts are closed before their team is freed");
            }
        }
        open.forEach(TeamContext::close);
        long token = Hook.ON ? enter(Routine.TEAM_DESTROY, "") : 0;
        Collectives last = collectives();
        last.whole(() -> {
            last.sync(WaitKind.SYNC);
            markFreed();
            library.teams.leave(this);
            return this;
        });
        if (Hook.ON) {
            leave(Routine.TEAM_DESTROY, 0, token);
        }
    }

    /**
     * {@return a segment for loads from and stores to a member's copy of a symmetric object ({@code shmem_team_ptr})}
     * It is null if the backend can't map the copy, and on teams that this PE is not in.
     *
     * @param object the symmetric object
     * @param pe     number in this team
     */
    public MemorySegment ptr(Symmetric object, int pe) {
        if (!isMember()) {
            return null;
        }
        if (pe < 0 || pe >= nPes()) {
            throw Misuse.member(this, pe);
        }
        long address = Fault.required(object, "object").address(0, object.length);
        object.leaveToSegment();
        return library.backend().segment(group().world(pe), address, object.byteSize());
    }

    /**
     * {@return a new context with this team's numbers ({@code shmem_team_create_ctx})} Not collective.
     *
     * @param options promises about its use
     */
    public Context createContext(ContextOption... options) {
        TeamContext context = new TeamContext(this, group(), Fault.required(options, "options"));
        synchronized (contexts) {
            contexts.add(context);
        }
        return context;
    }

    void left(TeamContext context) {
        synchronized (contexts) {
            contexts.remove(context);
        }
    }

    /** {@return the open contexts} */
    List<TeamContext> contexts() {
        synchronized (contexts) {
            return List.copyOf(contexts);
        }
    }

    @Override
    public String toString() {
        return name;
    }

    /**
     * A team's members, for interceptors.
     *
     * @param team the team
     */
    record TeamMembers(Team team) implements Members {
        /** {@return the members} Its type is the interface, so verifying a caller does not load this class. */
        static Members of(Team team) {
            return new TeamMembers(team);
        }

        @Override
        public int size() {
            return team.anyGroup().size();
        }

        @Override
        public int world(int index) {
            return team.anyGroup().world(index);
        }

        @Override
        public String toString() {
            return team.toString();
        }

        @Override
        public String algorithm(Routine routine, long bytes) {
            return team.origin.collectives.algorithm(team.options, routine, bytes);
        }
    }

    /**
     * The two teams of a split into rows and columns.
     *
     * @param row    the members of this PE's row
     * @param column the members of this PE's column
     */
    public record Grid(Team row, Team column) {
    }
}
