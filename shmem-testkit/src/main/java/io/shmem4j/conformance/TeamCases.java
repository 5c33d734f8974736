// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.conformance;

import io.shmem4j.Context;
import io.shmem4j.SymmetricBytes;
import io.shmem4j.SymmetricInts;
import io.shmem4j.SymmetricLongs;
import io.shmem4j.Team;
import io.shmem4j.TeamConfig;
import io.shmem4j.algorithm.CollectiveOptions;
import io.shmem4j.error.InvalidPeException;
import io.shmem4j.error.NotInitializedException;
import io.shmem4j.error.ShmemException;
import io.shmem4j.spi.JobMemory;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.Comparator;
import java.util.List;
import java.util.Random;
import java.util.stream.IntStream;
import java.util.stream.LongStream;

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
            t.fails(IllegalArgumentException.class, team::free, "predefined");
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

    /** A split returns a team to PEs that are not in it, which can only ask. */
    @Case
    public void teamOfOthers(Trial t) {
        Team first = t.shmem.world().of(0);
        SymmetricLongs x = t.shmem.allocateLongs(1);
        t.equal(t.me == 0, first.isMember(), "PE 0 is the member");
        if (t.me != 0) {
            t.equal(-1, first.myPe(), "number");
            t.equal(-1, first.nPes(), "size");
            t.equal(-1, first.translate(0, t.shmem.world()), "translation from it");
            t.equal(-1, t.shmem.world().translate(0, first), "translation to it");
            t.holds(first.ptr(x, 0) == null, "no pointer");
            t.holds(!first.using(CollectiveOptions.environment()).isMember(), "no member of its view");
            t.fails(NotInitializedException.class, first::sync, "not a member");
            t.fails(NotInitializedException.class, first::config, "not a member");
            t.fails(NotInitializedException.class, first::createContext, "not a member");
            t.fails(NotInitializedException.class, () -> first.splitStrided(0, 1, 1), "splitStrided");
            t.fails(NotInitializedException.class, () -> first.split2d(1), "split2d");
            t.fails(NotInitializedException.class, () -> first.split(0, 0), "split called at");
            t.fails(NotInitializedException.class, () -> first.of(0), "of called at");
        }
        first.free();
    }

    /** One member, all and half of them shuffled, all reversed, and teams of these turned by one. */
    @Case
    public void anyMembers(Trial t) {
        Team world = t.shmem.world();
        List<Integer> shuffled = new ArrayList<>(IntStream.range(0, t.n).boxed().toList());
        Collections.shuffle(shuffled, new Random(t.n));
        int[][] orders = {{t.n - 1}, shuffled.stream().mapToInt(pe -> pe).toArray(),
            shuffled.stream().mapToInt(pe -> pe).limit((t.n + 1) / 2).toArray(),
            IntStream.range(0, t.n).map(i -> t.n - 1 - i).toArray()};
        SymmetricLongs all = t.shmem.allocateLongs(2L * t.n + 1);
        for (int[] pes : orders) {
            Team team = world.of(pes);
            checkMembers(t, all, team, pes);
            if (team.isMember() && pes.length > 1) {
                int[] turned = IntStream.range(0, pes.length).map(i -> (i + 1) % pes.length).toArray();
                Team part = team.of(turned);
                checkMembers(t, all, part, IntStream.of(turned).map(i -> pes[i]).toArray());
                part.free();
            }
            team.free();
        }
        t.fails(IllegalArgumentException.class, world::of, "of called at", "no PEs");
        t.fails(NullPointerException.class, () -> world.of((int[]) null), "pes is null");
        t.fails(InvalidPeException.class, () -> world.of(0, t.n), "no PE " + t.n);
        t.fails(InvalidPeException.class, () -> world.of(-1), "no PE -1");
        t.fails(IllegalArgumentException.class, () -> world.of(0, 0), "PE 0 is given twice");
    }

    /** Each color is a team, in the order of the keys, and among equal keys in that of the parent. */
    @Case
    public void colors(Trial t) {
        int[] colorsAndKeys = {0, 0, t.me % 3, -t.me, t.me % 2 == 0 ? Integer.MIN_VALUE : -1, Integer.MAX_VALUE, t.me,
            5, t.me / 2, t.me % 2 == 0 ? 1 : Integer.MIN_VALUE, 0, (t.me * 7 + 3) % 5};
        SymmetricLongs numbers = t.shmem.allocateLongs(2L * t.n + 1);
        for (int i = 0; i < colorsAndKeys.length; i += 2) {
            int color = colorsAndKeys[i];
            int key = colorsAndKeys[i + 1];
            SymmetricInts all = t.shmem.allocateInts(2L * t.n);
            SymmetricInts own = t.shmem.allocateInts(2);
            own.set(0, new int[] {color, key});
            t.shmem.world().fcollect(all, own, 2);
            int[] expected = IntStream.range(0, t.n).filter(pe -> all.get(2L * pe) == color).boxed()
                .sorted(Comparator.comparing(pe -> all.get(2L * pe + 1))).mapToInt(pe -> pe).toArray();
            Team team = t.shmem.world().split(color, key);
            t.holds(team.isMember(), "a member of the team of its color");
            checkMembers(t, numbers, team, expected);
            team.free();
            own.free();
            all.free();
        }
    }

    /** Checks numbers, collectives and a context of a team. */
    private static void checkMembers(Trial t, SymmetricLongs all, Team team, int... pes) {
        int me = IntStream.range(0, pes.length).filter(i -> pes[i] == t.me).findFirst().orElse(-1);
        t.equal(me, team.myPe(), "number in " + team);
        t.equal(me < 0 ? -1 : pes.length, team.nPes(), "size of " + team);
        if (me >= 0) {
            for (int i = 0; i < pes.length; i++) {
                t.equal(pes[i], team.translate(i, t.shmem.world()), "world number of " + i + " in " + team);
                t.equal(i, t.shmem.world().translate(pes[i], team), "number of PE " + pes[i] + " in " + team);
            }
            exchange(t, team, all, pes);
            contextOf(t, team, all, pes);
        }
    }

    private static void contextOf(Trial t, Team team, SymmetricLongs x, int... pes) {
        Context context = team.createContext();
        int next = (team.myPe() + 1) % pes.length;
        context.p(x, 0, 1000L + t.me, next);
        context.quiet();
        team.sync();
        t.equal(1000L + pes[Math.floorMod(team.myPe() - 1, pes.length)], x.get(0), "put in a context of " + team);
        t.equal(1000L + t.me, context.g(x, 0, next), "get in a context of " + team);
        t.fails(InvalidPeException.class, () -> context.g(x, 0, pes.length), "no PE " + pes.length);
        team.sync();
        context.close();
        t.fails(NotInitializedException.class, () -> context.p(x, 0, 1L, 0), "closed");
    }

    private static void exchange(Trial t, Team team, SymmetricLongs numbers, int... pes) {
        long[] worlds = IntStream.of(pes).asLongStream().toArray();
        int n = pes.length;
        SymmetricLongs all = numbers.slice(0, n);
        SymmetricLongs x = numbers.slice(n, n + 1);
        x.fill(t.me);
        for (int root = 0; root < n; root++) {
            team.fcollect(all, x, 1);
            t.equal(worlds, all.toArray(), "fcollect of " + team);
            t.equal(LongStream.of(worlds).sum(), team.sumReduce((long) t.me), "sum of " + team);
            t.equal(pes[root], team.broadcast(t.me, root), "broadcast of " + team);
            t.equal(LongStream.of(worlds).limit(team.myPe()).sum(), team.sumExscan((long) t.me), "scan of " + team);
            all.fill(-1);
            team.gather(all, x, 1, root);
            t.holds(team.myPe() != root || Arrays.equals(worlds, all.toArray()), "gather of " + team);
            team.collect(all, x, 1);
            t.equal(worlds, all.toArray(), "collect of " + team);
            team.alltoall(all, x, 1);
            t.equal(worlds, all.toArray(), "alltoall of " + team);
        }
        team.sync();
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
        team.free();
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
            grid.row().free();
            grid.column().free();
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
            first.free();
            reversed.free();
        }
        evens.free();
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
        some.free();
        t.fails(NotInitializedException.class, some::config, "freed");
    }

    @Case
    public void useAfterFree(Trial t) {
        Team team = t.shmem.world().splitStrided(0, 1, t.n);
        team.free();
        t.holds(!team.isMember(), "no member any more");
        t.equal(-1, team.myPe(), "number");
        t.fails(NotInitializedException.class, team::sync, "freed");
        t.fails(NotInitializedException.class, team::free, "freed");
        t.fails(NotInitializedException.class, () -> team.splitStrided(0, 1, 1), "freed");
        t.fails(NotInitializedException.class, team::createContext, "freed");
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
                living.remove(i % 3).free();
            }
        }
        living.forEach(Team::free);
    }

    @Case(mostPes = 4)
    public void exhaustion(Trial t) {
        int most = JobMemory.partial() ? MOST_TEAMS_OF_NODES : MOST_TEAMS;
        List<Team> living = new ArrayList<>();
        for (int i = 0; i < most; i++) {
            living.add(t.shmem.world().splitStrided(0, 1, t.n));
        }
        t.fails(ShmemException.class, () -> t.shmem.world().splitStrided(0, 1, t.n), most + " team slots", "free");
        int some = most / 2;
        living.get(some).free();
        living.set(some, t.shmem.world().splitStrided(0, 1, t.n));
        living.get(some).sync();
        living.forEach(Team::free);
    }

    /** Disjoint teams work at the same time, without waiting for each other. */
    @Case
    public void disjointTeams(Trial t) {
        Team world = t.shmem.world();
        Team low = world.splitStrided(0, 1, (t.n + 1) / 2);
        Team high = t.n == 1 ? low : world.splitStrided((t.n + 1) / 2, 1, t.n / 2);
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
