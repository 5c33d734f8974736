// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.conformance;

import io.shmem4j.SymmetricBytes;
import io.shmem4j.SymmetricLongs;
import io.shmem4j.Team;
import io.shmem4j.error.SymmetricIndexException;
import java.util.Arrays;
import java.util.List;

/** Collectives beside the standard that move blocks of any lengths. */
public final class BlockCases {
    private static final int ROUNDS = 20;
    private static final int MOST = 700;

    /** {@return teams of the world, of its reversed odd PEs, and of this PE alone, as far as this PE is in them} */
    private static List<Team> teams(Trial t) {
        Team odd = t.shmem.world().splitStrided(t.n - 1, t.n > 1 ? -2 : 0, (t.n + 1) / 2);
        Team alone = t.shmem.world().split2d(1).x();
        return List.of(t.shmem.world(), odd, alone).stream().filter(Team::isMember).toList();
    }

    /** {@return how many elements a member gives another in a round: often none, sometimes many} */
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

    /** One member gives nothing and passes null; no other has room for the rest, so nobody waits for it. */
    @Case
    public void whoGivesNothingPassesObjectsToo(Trial t) {
        Team world = t.shmem.world();
        SymmetricLongs source = t.shmem.allocateLongs(1);
        SymmetricLongs dest = t.shmem.allocateLongs(Math.max(0, t.n - 2));
        boolean gives = t.me < t.n - 1;
        for (boolean noDest : new boolean[] {false, true}) {
            Trial.Action call = () -> world.collect(noDest && !gives ? null : dest, noDest || gives ? source : null,
                gives ? 1 : 0);
            if (gives) {
                t.fails(SymmetricIndexException.class, call, "collect called at");
            } else if (t.n > 1) {
                t.fails(NullPointerException.class, call, "PE " + t.me + ", collect called at", ": the "
                    + (noDest ? "dest" : "source") + " is null, but other members give elements; all members pass");
            }
            t.shmem.barrierAll();
        }
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
