// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.conformance;

import io.shmem4j.SymmetricBytes;
import io.shmem4j.SymmetricDoubles;
import io.shmem4j.SymmetricLongs;
import io.shmem4j.Team;
import io.shmem4j.error.InvalidPeException;
import io.shmem4j.error.SymmetricIndexException;
import java.util.Arrays;
import java.util.List;

/** Collectives that the standard lacks: blocks of any lengths, and blocks between all members and one. */
public final class BlockCases {
    private static final int ROUNDS = 20;
    private static final int MOST = 700;

    /** {@return the world, its reversed odd PEs, and this PE alone: the teams that contain this PE} */
    private static List<Team> teams(Trial t) {
        Team odd = t.shmem.world().splitStrided(t.n - 1, t.n > 1 ? -2 : 0, (t.n + 1) / 2);
        Team alone = t.shmem.world().split2d(1).row();
        return List.of(t.shmem.world(), odd, alone).stream().filter(Team::isMember).toList();
    }

    /** {@return the number of elements that a member sends to another in a round: often 0, sometimes many} */
    private static int count(int round, int from, int to) {
        int mixed = (round * 31 + from * 17 + to * 7) * 0x9e3779b9 >>> 8;
        return mixed % 3 == 0 ? 0 : mixed % 5 == 0 ? mixed % MOST : mixed % 9;
    }

    private static long value(int round, int from, int to, int index) {
        return ((round * 100L + from) * 100 + to) * 1000 + index;
    }

    @Case
    public void alltoallOfAnyLengths(Trial t) {
        SymmetricLongs source = t.shmem.allocateLongs((long) t.n * MOST);
        SymmetricLongs dest = t.shmem.allocateLongs((long) t.n * MOST);
        for (Team team : teams(t)) {
            int me = team.myPe();
            int size = team.nPes();
            for (int round = 0; round < t.rounds(ROUNDS); round++) {
                long[] counts = new long[size];
                int at = 0;
                for (int to = 0; to < size; to++) {
                    counts[to] = count(round, me, to);
                    for (int i = 0; i < counts[to]; i++) {
                        source.set(at++, value(round, me, to, i));
                    }
                }
                long[] received = team.alltoallv(dest, source, counts);
                at = 0;
                for (int from = 0; from < size; from++) {
                    t.equal(count(round, from, me), received[from], "elements of " + from + " in round " + round);
                    for (int i = 0; i < received[from]; i++) {
                        t.equal(value(round, from, me, i), dest.get(at++), "element " + i + " of " + from);
                    }
                }
            }
        }
        t.shmem.barrierAll();
        t.fails(IllegalArgumentException.class, () -> t.shmem.world().alltoallv(dest, source, new long[t.n + 1]),
            "alltoallv called at", "counts for a team of " + t.n);
        t.fails(SymmetricIndexException.class, () -> {
            long[] counts = new long[t.n];
            counts[0] = -1;
            t.shmem.world().alltoallv(dest, source, counts);
        });
        t.shmem.barrierAll();
    }

    /** All receive more than they have room for, and all hear of it. */
    @Case(pes = 2)
    public void alltoallThatDoesNotFit(Trial t) {
        SymmetricBytes source = t.shmem.allocateBytes(t.n * 2L);
        SymmetricBytes dest = t.shmem.allocateBytes(t.n * 2L - 1);
        t.shmem.barrierAll();
        long[] counts = new long[t.n];
        Arrays.fill(counts, 2);
        t.fails(SymmetricIndexException.class, () -> t.shmem.world().alltoallv(dest, source, counts));
        t.shmem.barrierAll();
    }

    @Case
    public void collectSaysWhereThePartsLie(Trial t) {
        SymmetricDoubles source = t.shmem.allocateDoubles(MOST);
        SymmetricDoubles dest = t.shmem.allocateDoubles((long) t.n * MOST);
        for (Team team : teams(t)) {
            for (int round = 0; round < t.rounds(ROUNDS); round++) {
                int mine = count(round, team.myPe(), 0);
                for (int i = 0; i < mine; i++) {
                    source.set(i, value(round, team.myPe(), 0, i));
                }
                long[] counts = team.collectv(dest, source, mine);
                int at = 0;
                for (int from = 0; from < team.nPes(); from++) {
                    t.equal(count(round, from, 0), counts[from], "elements of " + from);
                    for (int i = 0; i < counts[from]; i++) {
                        t.equal(value(round, from, 0, i), dest.get(at++), "element " + i + " of " + from);
                    }
                }
            }
        }
        t.shmem.barrierAll();
    }

    @Case
    public void blocksGoToTheRootAndBack(Trial t) {
        for (long block : new long[] {0, 1, 5, 4000}) {
            SymmetricLongs own = t.shmem.allocateLongs(Math.max(1, block));
            SymmetricLongs all = t.shmem.allocateLongs(Math.max(1, block * t.n));
            for (Team team : teams(t)) {
                for (int root = 0; root < team.nPes(); root++) {
                    all.fill(-1);
                    for (int i = 0; i < block; i++) {
                        own.set(i, value(root, team.myPe(), 0, i));
                    }
                    team.gather(all, own, block, root);
                    long other = block == 0 ? -1 : all.get(0);
                    t.equal(team.myPe() == root ? block == 0 ? -1 : value(root, 0, 0, 0) : -1, other, "the first");
                    for (int i = 0; team.myPe() == root && i < block * team.nPes(); i++) {
                        t.equal(value(root, (int) (i / block), 0, (int) (i % block)), all.get(i), "element " + i);
                        all.set(i, -all.get(i));
                    }
                    team.scatter(own, all, block, root);
                    for (int i = 0; i < block; i++) {
                        t.equal(-value(root, team.myPe(), 0, i), own.get(i), "element " + i + " that came back");
                    }
                }
            }
            t.shmem.barrierAll();
            own.free();
            all.free();
        }
        SymmetricLongs one = t.shmem.allocateLongs(1);
        t.fails(InvalidPeException.class, () -> t.shmem.world().gather(one, one, 0, t.n));
        t.fails(InvalidPeException.class, () -> t.shmem.world().scatter(one, one, 0, -1));
        t.fails(SymmetricIndexException.class, () -> t.shmem.world().scatter(one, one, 2, t.me == 0 ? 1 % t.n : 0));
    }

    /** In MPI only the root passes its buffer. Here all PEs pass the object, because the others need its offset. */
    @Case
    public void onlyTheRootUsesAnObjectThatAllPass(Trial t) {
        Team world = t.shmem.world();
        SymmetricLongs own = t.shmem.allocateLongs(1);
        SymmetricLongs all = t.shmem.allocateLongs(t.n);
        boolean root = t.me == 0;
        String argument = ": the " + (root ? "source" : "dest") + " is null, but the count is 1; all members pass";
        t.fails(NullPointerException.class, () -> world.gather(root ? all : null, root ? null : own, 1, 0),
            "PE " + t.me + ", gather called at", argument);
        argument = ": the " + (root ? "dest" : "source") + " is null, but the count is 1; all members pass";
        t.fails(NullPointerException.class, () -> world.scatter(root ? null : own, root ? all : null, 1, 0),
            "PE " + t.me + ", scatter called at", argument);
        SymmetricLongs tooShort = t.shmem.allocateLongs(t.n - 1);
        t.fails(SymmetricIndexException.class, () -> world.gather(tooShort, own, 1, 0), "gather called at");
        t.fails(SymmetricIndexException.class, () -> world.scatter(own, tooShort, 1, 0), "scatter called at");
        world.gather((SymmetricLongs) null, null, 0, t.n - 1);
        world.scatter((SymmetricLongs) null, null, 0, t.n - 1);
        own.set(0, t.me);
        world.gather(all, own, 1, 0);
        t.equal(root ? t.n - 1 : 0, all.get(t.n - 1), "what the last PE gave after the mistakes");
    }

    /** One member sends nothing and passes null. The others lack room for the rest, so nobody waits for that member. */
    @Case
    public void whoGivesNothingPassesObjectsToo(Trial t) {
        Team world = t.shmem.world();
        SymmetricLongs source = t.shmem.allocateLongs(1);
        SymmetricLongs dest = t.shmem.allocateLongs(Math.max(0, t.n - 2));
        boolean gives = t.me < t.n - 1;
        for (boolean noDest : new boolean[] {false, true}) {
            Trial.Action call = () -> world.collectv(noDest && !gives ? null : dest, noDest || gives ? source : null,
                gives ? 1 : 0);
            if (gives) {
                t.fails(SymmetricIndexException.class, call, "collectv called at");
            } else if (t.n > 1) {
                t.fails(NullPointerException.class, call, "PE " + t.me + ", collectv called at", ": the "
                    + (noDest ? "dest" : "source") + " is null, but other members give elements; all members pass");
            }
            t.shmem.barrierAll();
        }
        t.equal(new long[t.n], world.collectv((SymmetricLongs) null, null, 0), "elements of all, where none gives any");
        world.collect((SymmetricLongs) null, null, 0);
    }

    /** Only PE 0 sends anything, as MPI's Scatterv does. */
    @Case
    public void whoSendsNothingPassesObjectsToo(Trial t) {
        Team world = t.shmem.world();
        SymmetricLongs source = t.shmem.allocateLongs(t.n);
        SymmetricLongs dest = t.shmem.allocateLongs(1);
        long[] counts = new long[t.n];
        t.equal(counts, world.alltoallv((SymmetricLongs) null, null, counts), "elements of all, where none sends any");
        boolean root = t.me == 0;
        if (root) {
            Arrays.fill(counts, 1);
            source.fill(7);
        }
        long[] expected = new long[t.n];
        expected[0] = 1;
        for (SymmetricLongs to : new SymmetricLongs[] {dest, null}) {
            if (root) {
                t.equal(expected, world.alltoallv(dest, source, counts), "elements of all");
            } else {
                t.fails(NullPointerException.class, () -> world.alltoallv(to, to == null ? source : null, counts),
                    "PE " + t.me + ", alltoallv called at", ": the " + (to == null ? "dest" : "source")
                        + " is null, but elements are sent to this member; all members pass");
            }
        }
        t.equal(root ? 7 : 0, dest.get(0), "what is there after mistakes");
        t.equal(expected, world.alltoallv(dest, source, counts), "elements of all");
        t.equal(7, dest.get(0), "what PE 0 sent");
    }
}
