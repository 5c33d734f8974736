// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.conformance;

import io.shmem4j.SymmetricBytes;
import io.shmem4j.SymmetricLongs;
import io.shmem4j.Team;
import io.shmem4j.TeamConfig;
import io.shmem4j.error.InvalidPeException;
import io.shmem4j.error.NotInitializedException;
import io.shmem4j.error.ShmemException;
import io.shmem4j.spi.JobMemory;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.ArrayList;
import java.util.List;

/** Teams: splitting, numbers, life and death. */
public final class TeamCases {
    /** Teams that must be able to exist at once. */
    private static final int MOST_TEAMS = 1024;
    /** The remaining teams are levels of teams that span nodes. */
    private static final int MOST_TEAMS_OF_NODES = 340;

    @Case
    public void predefinedTeams(Trial t) {
        t.equal(t.me, t.shmem.world().myPe(), "number in the world");
        t.equal(t.n, t.shmem.world().nPes(), "size of the world");
        for (Team team : List.of(t.shmem.world(), t.shmem.shared())) {
            t.holds(team.isMember(), team + " has this PE");
            team.sync();
            t.fails(IllegalArgumentException.class, team::destroy, "predefined");
        }
    }

    /** The shared team contains exactly the PEs to whose memory this PE has a pointer, itself included. */
    @Case
    public void sharedTeam(Trial t) {
        SymmetricLongs x = t.shmem.allocateLongs(1);
        x.set(0, 1);
        t.shmem.barrierAll();
        Team shared = t.shmem.shared();
        t.holds(t.shmem.ptr(x, t.me) != null && shared.ptr(x, shared.myPe()) != null, "a pointer to oneself");
        int members = 0;
        for (int pe = 0; pe < t.n; pe++) {
            boolean member = t.shmem.world().translate(pe, shared) >= 0;
            t.equal(t.shmem.ptr(x, pe) != null, member, "PE " + pe + " is a member");
            members += member ? 1 : 0;
        }
        t.equal(members, shared.nPes(), "size of the shared team");
        shared.sumReduce(x, x, 1);
        t.equal(members, x.get(0), "a sum over the shared team");
    }

    @Case
    public void invalidTeam(Trial t) {
        Team none = Team.INVALID;
        SymmetricLongs x = t.shmem.allocateLongs(1);
        t.holds(!none.isMember(), "nobody is in the invalid team");
        t.equal(-1, none.myPe(), "number");
        t.equal(-1, none.nPes(), "size");
        t.equal(-1, none.translate(0, t.shmem.world()), "translation from it");
        t.equal(-1, t.shmem.world().translate(0, none), "translation to it");
        t.holds(none.ptr(x, 0) == null, "no pointer");
        t.holds(none.tryCreateContext().isEmpty(), "no context");
        none.destroy();
        t.fails(NotInitializedException.class, none::sync, "not a member");
        t.fails(NotInitializedException.class, none::config, "not a member");
        t.fails(NotInitializedException.class, none::createContext, "not a member");
        t.fails(NotInitializedException.class, () -> none.splitStrided(0, 1, 1), "splitStrided");
        t.fails(NotInitializedException.class, () -> none.split2d(1), "split2d");
    }

    /** All valid triplets and several invalid ones; many PEs would have too many. */
    @Case(mostPes = 8)
    public void allTriplets(Trial t) {
        Team world = t.shmem.world();
        for (int start = -1; start <= t.n; start++) {
            for (int stride = -t.n; stride <= t.n; stride++) {
                for (int size = 0; size <= t.n + 1; size += 1 + t.n / 3) {
                    triplet(t, world, start, stride, size);
                }
            }
        }
    }

    private static void triplet(Trial t, Team parent, int start, int stride, int size) {
        int last = start + (size - 1) * stride;
        boolean inside = start >= 0 && start < t.n && last >= 0 && last < t.n;
        String what = "start " + start + ", stride " + stride + ", size " + size;
        if (size < 1 || !inside || stride == 0 && size != 1) {
            t.fails(IllegalArgumentException.class, () -> parent.splitStrided(start, stride, size), what);
            return;
        }
        Team team = parent.splitStrided(start, stride, size);
        int mine = -1;
        for (int i = 0; i < size; i++) {
            if (start + i * stride == t.me) {
                mine = i;
            }
        }
        t.equal(mine, team.myPe(), "number, " + what);
        t.equal(mine < 0 ? -1 : size, team.nPes(), "size, " + what);
        if (mine >= 0) {
            for (int i = 0; i < size; i++) {
                t.equal(start + i * stride, team.translate(i, parent), "world number of " + i + ", " + what);
                t.equal(i, parent.translate(start + i * stride, team), "member " + i + ", " + what);
            }
            team.sync();
        }
        team.destroy();
    }

    @Case
    public void grids(Trial t) {
        for (int columns : new int[] {1, 2, 3, (t.n + 1) / 2, t.n, t.n + 1}) {
            Team.Grid grid = t.shmem.world().split2d(columns, new TeamConfig(1), new TeamConfig(2));
            int width = Math.min(columns, t.n);
            int row = t.me / width;
            int column = t.me % width;
            t.equal(column, grid.row().myPe(), "number in the row, rows of " + columns);
            t.equal(Math.min(width, t.n - row * width), grid.row().nPes(), "row's size, rows of " + columns);
            t.equal(row, grid.column().myPe(), "number in the column, rows of " + columns);
            t.equal((t.n - column + width - 1) / width, grid.column().nPes(), "column's size, rows of " + columns);
            t.equal(1, grid.row().config().numContexts(), "row's configuration");
            t.equal(2, grid.column().config().numContexts(), "column's configuration");
            SymmetricLongs x = t.shmem.allocateLongs(1);
            SymmetricLongs sum = t.shmem.allocateLongs(1);
            x.set(0, 1);
            grid.row().sumReduce(sum, x, 1);
            t.equal(grid.row().nPes(), sum.get(0), "PEs counted in the row");
            grid.column().sumReduce(sum, x, 1);
            t.equal(grid.column().nPes(), sum.get(0), "PEs counted in the column");
            grid.row().destroy();
            grid.column().destroy();
            sum.free();
            x.free();
        }
        t.fails(IllegalArgumentException.class, () -> t.shmem.world().split2d(0), "0");
        t.fails(IllegalArgumentException.class, () -> t.shmem.world().split2d(-3), "-3");
    }

    /** A team of a reversed team of every second PE, with numbers through three levels. */
    @Case
    public void teamsOfTeams(Trial t) {
        Team world = t.shmem.world();
        Team evens = world.splitStrided(0, t.n == 1 ? 1 : 2, (t.n + 1) / 2);
        if (evens.isMember()) {
            Team reversed = evens.splitStrided(evens.nPes() - 1, -1, evens.nPes());
            t.equal(evens.nPes() - 1 - evens.myPe(), reversed.myPe(), "number in the reversed team");
            Team first = reversed.splitStrided(0, 1, (reversed.nPes() + 1) / 2);
            for (int i = 0; first.isMember() && i < first.nPes(); i++) {
                t.equal(2 * (evens.nPes() - 1 - i), first.translate(i, world), "world number of " + i);
            }
            first.destroy();
            reversed.destroy();
        }
        evens.destroy();
    }

    @Case
    public void pointers(Trial t) {
        SymmetricLongs x = t.shmem.allocateLongs(3);
        x.set(1, t.me + 100);
        Team reversed = t.shmem.world().splitStrided(t.n - 1, -1, t.n);
        t.shmem.barrierAll();
        for (int i = 0; i < t.n; i++) {
            MemorySegment there = reversed.ptr(x, i);
            t.holds(there == null || there.getAtIndex(ValueLayout.JAVA_LONG, 1) == t.n - 1 - i + 100,
                "pointer to member " + i);
        }
        t.fails(InvalidPeException.class, () -> reversed.ptr(x, t.n), "PE " + t.n);
        t.fails(InvalidPeException.class, () -> reversed.ptr(x, -1), "PE -1");
        t.shmem.barrierAll();
    }

    @Case
    public void configurations(Trial t) {
        Team plain = t.shmem.world().splitStrided(0, 1, t.n);
        Team some = t.shmem.world().splitStrided(0, 1, t.n, new TeamConfig(5));
        t.equal(0, plain.config().numContexts(), "without configuration");
        t.equal(5, some.config().numContexts(), "with configuration");
        t.equal(0, t.shmem.world().config().numContexts(), "the world");
        t.fails(IllegalArgumentException.class, () -> new TeamConfig(-1), "-1");
        some.destroy();
        t.fails(NotInitializedException.class, some::config, "destroyed");
    }

    @Case
    public void useAfterDestroy(Trial t) {
        Team team = t.shmem.world().splitStrided(0, 1, t.n);
        team.destroy();
        t.holds(!team.isMember(), "no member any more");
        t.equal(-1, team.myPe(), "number");
        t.fails(NotInitializedException.class, team::sync, "destroyed");
        t.fails(NotInitializedException.class, team::destroy, "destroyed");
        t.fails(NotInitializedException.class, () -> team.splitStrided(0, 1, 1), "destroyed");
        t.fails(NotInitializedException.class, team::createContext, "destroyed");
    }

    /** Slots are found again, in any order of the teams' ends. */
    @Case
    public void reuse(Trial t) {
        SymmetricLongs x = t.shmem.allocateLongs(1);
        SymmetricLongs sum = t.shmem.allocateLongs(1);
        x.set(0, 1);
        int rounds = t.rounds(600);
        List<Team> living = new ArrayList<>();
        for (int i = 0; i < rounds; i++) {
            living.add(t.shmem.world().splitStrided(i % t.n, i % t.n == 0 ? 1 : -1, 1 + i % t.n));
            Team newest = living.getLast();
            if (newest.isMember()) {
                newest.sumReduce(sum, x, 1);
                t.equal(1 + i % t.n, sum.get(0), "members counted");
            }
            if (living.size() > 5) {
                living.remove(i % 3).destroy();
            }
        }
        living.forEach(Team::destroy);
    }

    @Case(mostPes = 4)
    public void exhaustion(Trial t) {
        int most = JobMemory.partial() ? MOST_TEAMS_OF_NODES : MOST_TEAMS;
        List<Team> living = new ArrayList<>();
        for (int i = 0; i < most; i++) {
            living.add(t.shmem.world().splitStrided(0, 1, t.n));
        }
        t.fails(ShmemException.class, () -> t.shmem.world().splitStrided(0, 1, t.n), most + " team slots", "destroy");
        int some = most / 2;
        living.get(some).destroy();
        living.set(some, t.shmem.world().splitStrided(0, 1, t.n));
        living.get(some).sync();
        living.forEach(Team::destroy);
    }

    /** Disjoint teams work at the same time, without waiting for each other. */
    @Case
    public void disjointTeams(Trial t) {
        Team world = t.shmem.world();
        Team low = world.splitStrided(0, 1, (t.n + 1) / 2);
        Team high = t.n == 1 ? Team.INVALID : world.splitStrided((t.n + 1) / 2, 1, t.n / 2);
        Team mine = low.isMember() ? low : high;
        SymmetricLongs x = t.shmem.allocateLongs(1);
        SymmetricLongs sum = t.shmem.allocateLongs(1);
        int rounds = low.isMember() ? 40 : 55;
        for (int i = 0; i < rounds; i++) {
            x.set(0, i);
            mine.sumReduce(sum, x, 1);
            t.equal((long) i * mine.nPes(), sum.get(0), "sum of half the PEs");
        }
        world.sync();
    }

    @Case
    public void collectivesOnBytes(Trial t) {
        Team team = t.shmem.world();
        SymmetricBytes source = t.shmem.allocateBytes(4 * t.n);
        SymmetricBytes dest = t.shmem.allocateBytes(6 * t.n);
        for (int i = 0; i < source.length(); i++) {
            source.set(i, (byte) (t.me * 31 + i));
        }
        team.broadcast(dest, source, 3, t.n - 1);
        t.equal((byte) ((t.n - 1) * 31 + 2), dest.get(2), "broadcast of bytes");
        team.fcollect(dest, source, 2);
        t.equal((byte) (t.right * 31 + 1), dest.get(2 * t.right + 1), "fcollect of bytes");
        // PE 0 gives one byte and each other PE two, so the last byte is at 2n - 2.
        team.collect(dest, source, t.me == 0 ? 1 : 2);
        t.equal((byte) ((t.n - 1) * 31 + (t.n == 1 ? 0 : 1)), dest.get(2 * t.n - 2), "collect of bytes");
        team.alltoall(dest, source, 2);
        t.equal((byte) (t.left * 31 + 2 * t.me + 1), dest.get(2 * t.left + 1), "alltoall of bytes");
        team.alltoalls(dest, source, 3, 2, 2);
        t.equal((byte) (t.left * 31 + 2 * (2 * t.me + 1)), dest.get(3 * (2 * t.left + 1)), "alltoalls of bytes");
    }

    /** A grid as near to a cube as possible, split twice. */
    @Case
    public void gridOfAGrid(Trial t) {
        int width = (int) Math.ceil(Math.cbrt(t.n));
        Team.Grid plane = t.shmem.world().split2d(width);
        t.equal(t.me % width, plane.row().myPe(), "first coordinate");
        Team.Grid rest = plane.column().split2d(width);
        t.equal(t.me / width % width, rest.row().myPe(), "second coordinate");
        t.equal(t.me / width / width, rest.column().myPe(), "third coordinate");
    }
}
