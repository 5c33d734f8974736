// SPDX-License-Identifier: Apache-2.0
//#types: (long) GUARD all apply expected factor im left of operand product re right sum upToMe value
package io.shmem4j.conformance;

import io.shmem4j.SymmetricLongs;
import io.shmem4j.Team;
import io.shmem4j.error.SymmetricIndexException;
import java.util.Arrays;
import java.util.List;

/** Collectives on {@code long}s: on the world, on a reversed team, on every second PE, each against a local model. */
public final class LongsCollectiveCases {
    private static final int COUNT = 13;
    private static final long GUARD = 77;

    /** A reduction or scan. */
    private interface Collective {
        void run(Team team, SymmetricLongs dest, SymmetricLongs source, long count);
    }

    /** The same of one number of each member. */
    private interface OfOne {
        long of(Team team, long value);
    }

    /** Operation on two operands. */
    private interface Fold {
        long apply(long left, long right);
    }

    private static List<Team> teams(Trial t) {
        Team world = t.shmem.world();
        return List.of(world, world.splitStrided(t.n - 1, -1, t.n), world.splitStrided(0, t.n == 1 ? 1 : 2,
            (t.n + 1) / 2));
    }

    private static long operand(int pe, int round, int i) {
        return (long) ((pe * 7 + i * 5 + round * 3) % 11 - 4);
    }

    /** Powers of two with signs: their products are exact in every type. */
    private static long factor(int pe, int round, int i) {
        return (long) ((pe + i + round) % 5 == 0 ? 2 : (pe + i) % 2 == 0 ? 1 : -1);
    }

    private static int world(Trial t, Team team, int member) {
        return team.translate(member, t.shmem.world());
    }

    /** A source of operands. */
    private interface Operands {
        long of(int pe, int round, int i);
    }

    /**
     * Checks a collective on arrays and on single numbers.
     *
     * @param first how many members before this one are the last that count, -1 where all do
     * @param pairs numbers of an element
     */
    private static void check(Trial t, String what, Collective collective, OfOne ofOne, Operands operands, Fold fold,
        int first, int pairs) {
        for (Team team : teams(t)) {
            SymmetricLongs source = t.shmem.allocateLongs(COUNT + 1);
            SymmetricLongs dest = t.shmem.allocateLongs(COUNT + 1);
            dest.fill(GUARD);
            source.fill(GUARD);
            t.shmem.barrierAll();
            for (int round = 0; team.isMember() && round < 6; round++) {
                SymmetricLongs to = round % 2 == 0 ? dest : source;
                for (int i = 0; i < COUNT - 1; i++) {
                    source.set(i, operands.of(t.me, round, i));
                }
                collective.run(team, to, source, (COUNT - 1) / pairs);
                int last = first < 0 ? team.nPes() - 1 : team.myPe() - first;
                long[] expected = new long[COUNT + 1];
                Arrays.fill(expected, GUARD);
                for (int i = 0; i < COUNT - 1; i++) {
                    expected[i] = last < 0 ? 0 : operands.of(world(t, team, 0), round, i);
                    for (int member = 1; member <= last; member++) {
                        expected[i] = fold.apply(expected[i], operands.of(world(t, team, member), round, i));
                    }
                }
                t.equal(expected, to.toArray(), what + ", " + team + ", round " + round);
                if (ofOne != null) {
                    t.equal(expected[0], ofOne.of(team, operands.of(t.me, round, 0)), what + " of one, " + team
                        + ", round " + round);
                }
            }
            t.shmem.barrierAll();
            dest.free();
            source.free();
        }
    }

    @Case
    public void reductions(Trial t) {
        Operands operands = LongsCollectiveCases::operand;
        //#if integer
        check(t, "and", Team::andReduce, Team::andReduce, operands, (a, b) -> (long) (a & b), -1, 1);
        check(t, "or", Team::orReduce, Team::orReduce, operands, (a, b) -> (long) ~(~a & ~b), -1, 1);
        check(t, "xor", Team::xorReduce, Team::xorReduce, operands, (a, b) -> (long) (a ^ b), -1, 1);
        check(t, "umax", Team::umaxReduce, Team::umaxReduce, operands,
            (a, b) -> (a ^ Long.MIN_VALUE) > (b ^ Long.MIN_VALUE) ? a : b, -1, 1);
        check(t, "umin", Team::uminReduce, Team::uminReduce, operands,
            (a, b) -> (a ^ Long.MIN_VALUE) < (b ^ Long.MIN_VALUE) ? a : b, -1, 1);
        //#end
        check(t, "max", Team::maxReduce, Team::maxReduce, operands, (a, b) -> a > b ? a : b, -1, 1);
        check(t, "min", Team::minReduce, Team::minReduce, operands, (a, b) -> a < b ? a : b, -1, 1);
        check(t, "sum", Team::sumReduce, Team::sumReduce, operands, (a, b) -> (long) (a + b), -1, 1);
        check(t, "prod", Team::prodReduce, Team::prodReduce, LongsCollectiveCases::factor,
            (a, b) -> (long) (a * b), -1, 1);
        //#if real
        // check(t, "complex sum", Team::complexSumReduce, null, operands, (a, b) -> a + b, -1, 2);
        //#end
    }

    //#if real
    // @Case
    // public void complexProdReduce(Trial t) {
    //     Team team = t.shmem.world();
    //     SymmetricDoubles x = t.shmem.allocateDoubles(2 * COUNT);
    //     double[] expected = new double[2 * COUNT];
    //     for (int i = 0; i < COUNT; i++) {
    //         double re = 1;
    //         double im = 0;
    //         for (int pe = 0; pe < t.n; pe++) {
    //             double[] z = unit(pe + i);
    //             double product = re * z[0] - im * z[1];
    //             im = re * z[1] + im * z[0];
    //             re = product;
    //         }
    //         x.set(2 * i, unit(t.me + i));
    //         expected[2 * i] = re;
    //         expected[2 * i + 1] = im;
    //     }
    //     team.complexProdReduce(x, x, COUNT);
    //     // A zero's sign depends on the order of the product.
    //     for (int i = 0; i < 2 * COUNT; i++) {
    //         t.equal(expected[i] + 0, x.get(i) + 0, "part " + i);
    //     }
    // }
    //
    // /** Numbers whose products are exact. */
    // private static double[] unit(int which) {
    //     return switch (which % 5) {
    //         case 0 -> new double[] {0, 1};
    //         case 1 -> new double[] {1, 1};
    //         case 2 -> new double[] {-1, 0};
    //         case 3 -> new double[] {0, -1};
    //         default -> new double[] {1, 0};
    //     };
    // }
    //#end

    @Case
    public void partsInPlace(Trial t) {
        Team team = t.shmem.world();
        SymmetricLongs x = t.shmem.allocateLongs(5);
        long all = (long) (t.n * (t.n + 1) / 2);
        long upToMe = (long) ((t.me + 1) * (t.me + 2) / 2);
        x.set(0, new long[] {GUARD, (long) (t.me + 1), (long) (t.me + 1), (long) (t.me + 1), GUARD});
        team.sumReduce(x, 1, 1);
        team.sumInscan(x, 2, 1);
        team.sumExscan(x, 3, 1);
        t.equal(new long[] {GUARD, all, upToMe, (long) (upToMe - t.me - 1), GUARD}, x.toArray(), "parts in place");
        team.broadcast(x, 2, 1, t.n - 1);
        team.broadcast(x, 3, 1, 0);
        t.equal(new long[] {GUARD, all, all, 0, GUARD}, x.toArray(), "parts of the last PE and of PE 0");
        t.fails(SymmetricIndexException.class, () -> team.sumReduce(x, 3, 3), "sumReduce called");
    }

    @Case
    public void scans(Trial t) {
        Operands operands = LongsCollectiveCases::operand;
        check(t, "inclusive", Team::sumInscan, Team::sumInscan, operands, (a, b) -> (long) (a + b), 0, 1);
        check(t, "exclusive", Team::sumExscan, Team::sumExscan, operands, (a, b) -> (long) (a + b), 1, 1);
    }

    /** Operands longer than any buffer of an algorithm, in place and not. */
    @Case(mostPes = 8)
    public void largeReductions(Trial t) {
        int count = (280 << 10) / Long.BYTES;
        SymmetricLongs source = t.shmem.allocateLongs(count);
        SymmetricLongs dest = t.shmem.allocateLongs(count);
        long[] mine = new long[count];
        long[] expected = new long[count];
        long[] upToMe = new long[count];
        for (int i = 0; i < count; i++) {
            for (int pe = 0; pe < t.n; pe++) {
                expected[i] = (long) (expected[i] + operand(pe, 0, i));
                upToMe[i] = pe <= t.me ? expected[i] : upToMe[i];
            }
            mine[i] = operand(t.me, 0, i);
        }
        source.set(0, mine);
        t.shmem.world().sumReduce(dest, source, count);
        t.equal(expected, dest.toArray(), "the sum");
        t.shmem.world().sumReduce(source, source, count);
        t.equal(expected, source.toArray(), "the sum in place");
        source.set(0, mine);
        t.shmem.world().sumInscan(source, source, count);
        t.equal(upToMe, source.toArray(), "the scan in place");
    }

    @Case
    public void broadcast(Trial t) {
        for (Team team : teams(t)) {
            SymmetricLongs source = t.shmem.allocateLongs(COUNT);
            SymmetricLongs dest = t.shmem.allocateLongs(COUNT + 1);
            dest.fill(GUARD);
            t.shmem.barrierAll();
            for (int root = 0; root < team.nPes(); root++) {
                for (int i = 0; i < COUNT; i++) {
                    source.set(i, operand(t.me, root, i));
                }
                team.broadcast(dest, source, COUNT, root);
                long[] expected = new long[COUNT + 1];
                for (int i = 0; i < COUNT; i++) {
                    expected[i] = operand(world(t, team, root), root, i);
                }
                expected[COUNT] = GUARD;
                t.equal(expected, dest.toArray(), team + ", root " + root);
                t.equal(expected[0], team.broadcast(team.myPe() == root ? expected[0] : 99, root),
                    "of one, " + team + ", root " + root);
            }
            t.shmem.barrierAll();
        }
    }

    @Case
    public void collectOfUnequalLengths(Trial t) {
        for (Team team : teams(t)) {
            SymmetricLongs source = t.shmem.allocateLongs(4);
            SymmetricLongs dest = t.shmem.allocateLongs(4 * t.n);
            t.shmem.barrierAll();
            for (int round = 0; team.isMember() && round < 4; round++) {
                for (int i = 0; i < 4; i++) {
                    source.set(i, operand(t.me, round, i));
                }
                dest.fill(GUARD);
                // No PE may fetch into a dest that is still being filled with guards.
                team.sync();
                team.collect(dest, source, length(team.myPe(), round));
                long[] expected = new long[4 * t.n];
                Arrays.fill(expected, GUARD);
                int at = 0;
                for (int member = 0; member < team.nPes(); member++) {
                    for (int i = 0; i < length(member, round); i++) {
                        expected[at++] = operand(world(t, team, member), round, i);
                    }
                }
                t.equal(expected, dest.toArray(), team + ", round " + round);
            }
            t.shmem.barrierAll();
        }
    }

    /** Zero on some members, on all of them in the last round. */
    private static int length(int member, int round) {
        return round == 3 ? 0 : (member * 3 + round) % 5;
    }

    /** A collective that moves elements. */
    private interface Move {
        void run(Team team, SymmetricLongs dest, SymmetricLongs source);
    }

    /** Index in its member's source of an element of dest. */
    private interface Origin {
        int of(Team team, int element);
    }

    /** Checks one that gets so many elements from each member. */
    private static void moves(Trial t, int sources, int each, int destStride, int sourceStride, Move move,
        Origin origin) {
        for (Team team : teams(t)) {
            SymmetricLongs source = t.shmem.allocateLongs(sourceStride * sources);
            SymmetricLongs dest = t.shmem.allocateLongs(destStride * each * t.n + 1);
            dest.fill(GUARD);
            t.shmem.barrierAll();
            for (int round = 0; team.isMember() && round < 4; round++) {
                for (int i = 0; i < sources; i++) {
                    source.set(sourceStride * i, operand(t.me, round, i));
                }
                move.run(team, dest, source);
                long[] expected = new long[destStride * each * t.n + 1];
                Arrays.fill(expected, GUARD);
                for (int i = 0; i < each * team.nPes(); i++) {
                    expected[destStride * i] = operand(world(t, team, i / each), round, origin.of(team, i));
                }
                t.equal(expected, dest.toArray(), team + ", round " + round);
            }
            t.shmem.barrierAll();
        }
    }

    @Case
    public void fcollect(Trial t) {
        moves(t, COUNT, COUNT, 1, 1, (team, dest, source) -> team.fcollect(dest, source, COUNT),
            (team, i) -> i % COUNT);
    }

    @Case
    public void alltoall(Trial t) {
        moves(t, 3 * t.n, 3, 1, 1, (team, dest, source) -> team.alltoall(dest, source, 3),
            (team, i) -> 3 * team.myPe() + i % 3);
    }

    @Case
    public void alltoalls(Trial t) {
        moves(t, 3 * t.n, 3, 5, 2, (team, dest, source) -> team.alltoalls(dest, source, 5, 2, 3),
            (team, i) -> 3 * team.myPe() + i % 3);
    }

    /** A fast member may be in the next collective while a slow one is still in this one. */
    @Case
    public void backToBack(Trial t) {
        Team team = t.shmem.world();
        SymmetricLongs x = t.shmem.allocateLongs(2);
        SymmetricLongs sum = t.shmem.allocateLongs(2);
        SymmetricLongs all = t.shmem.allocateLongs(2 * t.n);
        int rounds = t.rounds(60);
        for (int round = 0; round < rounds; round++) {
            x.set(0, operand(t.me, round, 0));
            x.set(1, operand(t.me, round, 1));
            team.sumReduce(sum, x, 2);
            team.broadcast(x, sum, 1, round % t.n);
            team.fcollect(all, x, 2);
            long expected = 0;
            for (int pe = 0; pe < t.n; pe++) {
                expected = (long) (expected + operand(pe, round, 0));
            }
            for (int pe = 0; pe < t.n; pe++) {
                t.equal(expected, all.get(2 * pe), "round " + round + ", the sum as PE " + pe + " has it");
                t.equal(operand(pe, round, 1), all.get(2 * pe + 1), "round " + round + ", PE " + pe + "'s operand");
            }
        }
    }

    @Case
    public void backToBackOfOne(Trial t) {
        Team team = t.shmem.world();
        for (int round = t.rounds(60); round > 0; round--) {
            long sum = team.sumReduce(operand(t.me, round, 0));
            t.equal(sum, team.broadcast(sum, round % t.n), "the sum of round " + round + " as PE " + round % t.n
                + " has it");
            t.equal(sum, team.maxReduce(sum), "the largest sum of round " + round);
        }
    }
}
