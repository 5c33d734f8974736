// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.conformance;

import io.shmem4j.Context;
import io.shmem4j.SessionOption;
import io.shmem4j.SymmetricBytes;
import io.shmem4j.SymmetricInts;
import io.shmem4j.SymmetricLongs;
import io.shmem4j.Team;
import io.shmem4j.TeamConfig;
import io.shmem4j.TeamGrid;
import java.lang.foreign.MemorySegment;
import java.util.Arrays;
import java.util.SplittableRandom;

/** The specification's examples of teams, contexts and collectives, with the outcome stated for them. */
public final class ExampleTeamCases {
    /** Every {@code step}-th PE from {@code step} on; the invalid team where there are none. */
    private static Team from(Trial t, int step) {
        return t.n > step ? t.shmem.world().splitStrided(step, step, (t.n - 1) / step) : Team.INVALID;
    }

    private static void pass(Trial t, SymmetricInts x, int value, Team team) {
        if (team.isMember()) {
            int next = team.translate((team.myPe() + 1) % team.nPes(), t.shmem.world());
            t.shmem.p(x, 0, value, next);
            t.shmem.quiet();
            team.sync();
        }
    }

    /** The multiples of 2 pass a 2 round, then the multiples of 3 a 3. */
    @Case
    public void teamSync(Trial t) {
        SymmetricInts x = t.shmem.allocateInts(1);
        x.set(0, 10101);
        Team twos = from(t, 2);
        Team threes = from(t, 3);
        t.shmem.syncAll();
        pass(t, x, 2, twos);
        t.shmem.syncAll();
        pass(t, x, 3, threes);
        int expected = t.me == 0 ? 10101 : t.me % 3 == 0 ? 3 : t.me % 2 == 0 ? 2 : 10101;
        t.equal(expected, x.get(0), "what was passed last");
        t.shmem.barrierAll();
    }

    @Case
    public void syncAll(Trial t) {
        SymmetricInts x = t.shmem.allocateInts(1);
        t.shmem.p(x, 0, 4, t.right);
        t.shmem.quiet();
        t.shmem.syncAll();
        t.equal(4, x.get(0), "put and completed before the synchronisation");
        t.shmem.barrierAll();
    }

    @Case
    public void translatePe(Trial t) {
        Team evens = t.shmem.world().splitStrided(0, t.n == 1 ? 1 : 2, (t.n + 1) / 2);
        t.equal(t.me % 2 == 0, evens.isMember(), "even PEs are members");
        if (evens.isMember()) {
            t.equal(t.me, evens.translate(evens.myPe(), t.shmem.world()), "there and back");
        }
    }

    @Case
    public void splitStrided(Trial t) {
        int odd = t.n / 2;
        Team odds = odd == 0 ? Team.INVALID : t.shmem.world().splitStrided(1, 2, odd);
        t.equal(t.me % 2 == 1 ? (t.me - 1) / 2 : -1, odds.myPe(), "number among the odd");
        t.equal(t.me % 2 == 1 ? odd : -1, odds.nPes(), "number of the odd");
    }

    /** A grid of columns as near to a cube as it goes, split once more. */
    @Case
    public void split2d(Trial t) {
        int width = (int) Math.ceil(Math.cbrt(t.n));
        TeamGrid plane = t.shmem.world().split2d(width);
        t.equal(t.me % width, plane.x().myPe(), "first coordinate");
        TeamGrid rest = plane.y().split2d(width);
        t.equal(t.me / width % width, rest.x().myPe(), "second coordinate");
        t.equal(t.me / width / width, rest.y().myPe(), "third coordinate");
    }

    private static void send(Team team, Context context, SymmetricInts value) {
        if (team.isMember()) {
            context.put(value, 0, new int[] {team.myPe()}, 0, 1, (team.myPe() + 1) % team.nPes());
            context.quiet();
        }
    }

    /** Neighbours in two teams, and their values added up on a PE named through one team in a context of the other. */
    @Case
    public void teamContexts(Trial t) {
        SymmetricInts two = t.shmem.allocateInts(1);
        SymmetricInts three = t.shmem.allocateInts(1);
        SymmetricInts sum = t.shmem.allocateInts(1);
        int sixths = (t.n + 5) / 6;
        TeamConfig one = new TeamConfig(1);
        Team twos = t.shmem.world().splitStrided(0, t.n == 1 ? 1 : 2, (t.n + 1) / 2, one);
        t.shmem.world().sync();
        Team threes = t.shmem.world().splitStrided(0, 3, (t.n + 2) / 3, one);
        Context inTwos = twos.tryCreateContext().orElse(null);
        Context inThrees = threes.tryCreateContext().orElse(null);
        send(twos, inTwos, two);
        send(threes, inThrees, three);
        t.shmem.world().sync();
        if (inTwos != null && inThrees != null) {
            int first = inThrees.team().translate(0, inTwos.team());
            t.equal(0, first, "PE 0 of the threes among the twos");
            inTwos.add(sum, 0, two.get(0) + three.get(0), first);
            inTwos.quiet();
        }
        t.shmem.world().sync();
        if (t.me == 0) {
            int expected = 0;
            for (int i = 0; i < sixths; i++) {
                expected += (3 * i + twos.nPes() - 1) % twos.nPes() + (2 * i + threes.nPes() - 1) % threes.nPes();
            }
            t.equal(expected, sum.get(0), "the sum of the neighbours' numbers");
        }
        for (Context context : Arrays.asList(inTwos, inThrees)) {
            if (context != null) {
                context.close();
            }
        }
        twos.destroy();
        threes.destroy();
    }

    /** No context comes from the invalid team, and nothing breaks. */
    @Case
    public void invalidContext(Trial t) {
        t.holds(Team.INVALID.tryCreateContext().isEmpty(), "a context of no team");
    }

    /** Two contexts and two buffers: a stage's puts fly while the stage before is added up. */
    @Case
    public void pipelinedReduction(Trial t) {
        int stages = 16;
        int stage = 64;
        int[] mine = new int[stages * stage];
        Arrays.fill(mine, t.me + 1);
        int[] sums = new int[mine.length];
        SymmetricInts[] buffers = {t.shmem.allocateInts((long) stage * t.n), t.shmem.allocateInts((long) stage * t.n)};
        Context[] contexts = {t.shmem.createContext(), t.shmem.createContext()};
        for (int p = 0; p <= stages; p++) {
            if (p < stages) {
                for (int i = 1; i <= t.n; i++) {
                    contexts[p % 2].putNbi(buffers[p % 2], (long) stage * t.me, mine, p * stage, stage,
                        (t.me + i) % t.n);
                }
            }
            if (p > 0) {
                contexts[(p - 1) % 2].quiet();
                t.shmem.syncAll();
                for (int i = 0; i < stage * t.n; i++) {
                    sums[(p - 1) * stage + i % stage] += buffers[(p - 1) % 2].get(i);
                }
                t.shmem.syncAll();
            }
        }
        int[] expected = new int[mine.length];
        Arrays.fill(expected, t.n * (t.n + 1) / 2);
        t.equal(expected, sums, "the sums");
        contexts[0].close();
        contexts[1].close();
    }

    /** Random updates in a session; done twice, exclusive or leaves nothing of them. */
    @Case
    public void contextSession(Trial t) {
        int indices = 1 << 8;
        int updates = t.rounds(1 << 12);
        SymmetricLongs table = t.shmem.allocateLongs(indices);
        try (Context context = t.shmem.createContext()) {
            for (int pass = 0; pass < 2; pass++) {
                try (var session = context.session(updates, SessionOption.BATCH)) {
                    t.equal(updates, session.totalOps(), "announced");
                    SplittableRandom random = new SplittableRandom(t.me);
                    for (int i = 0; i < updates; i++) {
                        context.xor(table, random.nextInt(indices), random.nextLong(), random.nextInt(t.n));
                    }
                }
                context.quiet();
            }
        }
        t.shmem.barrierAll();
        t.equal(new long[indices], table.toArray(), "the table");
    }

    @Case
    public void broadcast(Trial t) {
        SymmetricLongs source = t.shmem.allocateLongs(4);
        SymmetricLongs dest = t.shmem.allocateLongs(4);
        for (int i = 0; i < 4; i++) {
            source.set(i, t.me * 100L + i);
            dest.set(i, -999);
        }
        t.shmem.syncAll();
        t.shmem.world().broadcast(dest, source, 4, 0);
        t.equal(new long[] {0, 1, 2, 3}, dest.toArray(), "PE 0's four");
    }

    /** Everybody gives two more elements than the PE before. */
    @Case
    public void collect(Trial t) {
        long total = (long) t.n * (t.n + 1);
        SymmetricInts dest = t.shmem.allocateInts(total);
        SymmetricInts source = t.shmem.allocateInts(2L * t.n);
        source.fill(t.me + 11);
        t.shmem.world().collect(dest, source, 2L * (t.me + 1));
        int at = 0;
        for (int pe = 0; pe < t.n; pe++) {
            for (int i = 0; i < 2 * (pe + 1); i++) {
                t.equal(pe + 11, dest.get(at++), "an element of PE " + pe);
            }
        }
        t.shmem.barrierAll();
    }

    @Case
    public void alltoall(Trial t) {
        SymmetricLongs source = t.shmem.allocateLongs(2L * t.n);
        SymmetricLongs dest = t.shmem.allocateLongs(2L * t.n);
        for (int i = 0; i < 2 * t.n; i++) {
            source.set(i, t.me + i / 2);
            dest.set(i, 9999);
        }
        t.shmem.syncAll();
        t.shmem.world().alltoall(dest, source, 2);
        for (int i = 0; i < 2 * t.n; i++) {
            t.equal(t.me + i / 2, dest.get(i), "element " + i);
        }
        dest.fill(9999);
        t.shmem.barrierAll();
        t.shmem.world().alltoalls(dest, source, 1, 1, 2);
        for (int i = 0; i < 2 * t.n; i++) {
            t.equal(t.me + i / 2, dest.get(i), "element " + i + " of the strided form");
        }
        t.shmem.barrierAll();
    }

    /** The or of all PEs' sets of seen numbers, and of the bytes that mark odd ones. */
    @Case
    public void reduce(Trial t) {
        SymmetricLongs values = t.shmem.allocateLongs(10);
        SymmetricBytes odd = t.shmem.allocateBytes(10);
        SymmetricLongs sums = t.shmem.allocateLongs(10);
        SymmetricBytes anyOdd = t.shmem.allocateBytes(10);
        for (int i = 0; i < 10; i++) {
            values.set(i, t.me + i);
            odd.set(i, (byte) ((t.me + i) % 2));
        }
        t.shmem.syncAll();
        t.shmem.world().orReduce(anyOdd, odd, 10);
        t.shmem.world().sumReduce(sums, values, 10);
        for (int i = 0; i < 10; i++) {
            t.equal((long) t.n * i + (long) t.n * (t.n - 1) / 2, sums.get(i), "sum " + i);
            t.equal(t.n > 1 ? 1 : i % 2, anyOdd.get(i), "whether any is odd, " + i);
        }
        t.shmem.barrierAll();
    }

    /** The places of blocks of different lengths, found by an exclusive scan. */
    @Case
    public void scan(Trial t) {
        int bytes = 3 + t.me % 4;
        SymmetricLongs place = t.shmem.allocateLongs(1);
        SymmetricBytes dest = t.shmem.allocateBytes(6L * t.n);
        place.set(0, bytes);
        t.shmem.world().sync();
        t.shmem.world().sumExscan(place, place, 1);
        byte[] block = new byte[bytes];
        Arrays.fill(block, (byte) (t.me + 1));
        t.shmem.putmem(dest, place.get(0), MemorySegment.ofArray(block), 0, bytes, 0);
        t.shmem.quiet();
        t.shmem.world().sync();
        int at = 0;
        for (int pe = 0; t.me == 0 && pe < t.n; pe++) {
            for (int i = 0; i < 3 + pe % 4; i++) {
                t.equal(pe + 1, dest.get(at++), "a byte of PE " + pe);
            }
        }
        t.shmem.barrierAll();
    }
}
