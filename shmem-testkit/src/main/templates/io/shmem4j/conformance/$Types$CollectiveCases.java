// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.conformance;

import io.shmem4j.Symmetric$Types$;
import io.shmem4j.Team;
import io.shmem4j.error.SymmetricIndexException;
import java.util.Arrays;
import java.util.List;

/** Collectives on {@code $type$}s: on the world, on a reversed team, on every second PE, each against a local model. */
public final class $Types$CollectiveCases {
    private static final int COUNT = 13;
    private static final $type$ GUARD = 77;

    /** A reduction or scan. */
    private interface Collective {
        void run(Team team, Symmetric$Types$ dest, Symmetric$Types$ source, long count);
    }

    /** The same of one number of each member. */
    private interface OfOne {
        $type$ of(Team team, $type$ value);
    }

    /** Operation on two operands. */
    private interface Fold {
        $type$ apply($type$ left, $type$ right);
    }

    private static List<Team> teams(Trial t) {
        Team world = t.shmem.world();
        return List.of(world, world.splitStrided(t.n - 1, -1, t.n), world.splitStrided(0, t.n == 1 ? 1 : 2,
            (t.n + 1) / 2));
    }

    private static $type$ operand(int pe, int round, int i) {
        return ($type$) ((pe * 7 + i * 5 + round * 3) % 11 - 4);
    }

    /** Powers of two with signs: their products are exact in every type. */
    private static $type$ factor(int pe, int round, int i) {
        return ($type$) ((pe + i + round) % 5 == 0 ? 2 : (pe + i) % 2 == 0 ? 1 : -1);
    }

    private static int world(Trial t, Team team, int member) {
        return team.translate(member, t.shmem.world());
    }

    /** A source of operands. */
    private interface Operands {
        $type$ of(int pe, int round, int i);
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
            Symmetric$Types$ source = t.shmem.allocate$Types$(COUNT + 1);
            Symmetric$Types$ dest = t.shmem.allocate$Types$(COUNT + 1);
            dest.fill(GUARD);
            source.fill(GUARD);
            t.shmem.barrierAll();
            for (int round = 0; team.isMember() && round < 6; round++) {
                Symmetric$Types$ to = round % 2 == 0 ? dest : source;
                for (int i = 0; i < COUNT - 1; i++) {
                    source.set(i, operands.of(t.me, round, i));
                }
                collective.run(team, to, source, (COUNT - 1) / pairs);
                int last = first < 0 ? team.nPes() - 1 : team.myPe() - first;
                $type$[] expected = new $type$[COUNT + 1];
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
        Operands operands = $Types$CollectiveCases::operand;
//#each name/operands/result
//#row integer: and | operands | ($type$) (a & b)
//#row integer: or | operands | ($type$) ~(~a & ~b)
//#row integer: xor | operands | ($type$) (a ^ b)
//#row integer: umax | operands | (a ^ $Box$.MIN_VALUE) > (b ^ $Box$.MIN_VALUE) ? a : b
//#row integer: umin | operands | (a ^ $Box$.MIN_VALUE) < (b ^ $Box$.MIN_VALUE) ? a : b
//#row max | operands | a > b ? a : b
//#row min | operands | a < b ? a : b
//#row sum | operands | ($type$) (a + b)
//#row prod | $Types$CollectiveCases::factor | ($type$) (a * b)
        check(t, "$name$", Team::$name$Reduce, Team::$name$Reduce, $operands$, (a, b) -> $result$, -1, 1);
//#next
//#if real
        check(t, "complex sum", Team::complexSumReduce, null, operands, (a, b) -> a + b, -1, 2);
//#end
    }
//#if real

    @Case
    public void complexProdReduce(Trial t) {
        Team team = t.shmem.world();
        Symmetric$Types$ x = t.shmem.allocate$Types$(2 * COUNT);
        $type$[] expected = new $type$[2 * COUNT];
        for (int i = 0; i < COUNT; i++) {
            $type$ re = 1;
            $type$ im = 0;
            for (int pe = 0; pe < t.n; pe++) {
                $type$[] z = unit(pe + i);
                $type$ product = re * z[0] - im * z[1];
                im = re * z[1] + im * z[0];
                re = product;
            }
            x.set(2 * i, unit(t.me + i));
            expected[2 * i] = re;
            expected[2 * i + 1] = im;
        }
        team.complexProdReduce(x, x, COUNT);
        // A zero's sign depends on the order of the product.
        for (int i = 0; i < 2 * COUNT; i++) {
            t.equal(expected[i] + 0, x.get(i) + 0, "part " + i);
        }
    }

    /** Numbers whose products are exact. */
    private static $type$[] unit(int which) {
        return switch (which % 5) {
            case 0 -> new $type$[] {0, 1};
            case 1 -> new $type$[] {1, 1};
            case 2 -> new $type$[] {-1, 0};
            case 3 -> new $type$[] {0, -1};
            default -> new $type$[] {1, 0};
        };
    }
//#end

    @Case
    public void partsInPlace(Trial t) {
        Team team = t.shmem.world();
        Symmetric$Types$ x = t.shmem.allocate$Types$(5);
        $type$ all = ($type$) (t.n * (t.n + 1) / 2);
        $type$ upToMe = ($type$) ((t.me + 1) * (t.me + 2) / 2);
        x.set(0, new $type$[] {GUARD, ($type$) (t.me + 1), ($type$) (t.me + 1), ($type$) (t.me + 1), GUARD});
        team.sumReduce(x, 1, 1);
        team.sumInscan(x, 2, 1);
        team.sumExscan(x, 3, 1);
        t.equal(new $type$[] {GUARD, all, upToMe, ($type$) (upToMe - t.me - 1), GUARD}, x.toArray(), "parts in place");
        team.broadcast(x, 2, 1, t.n - 1);
        team.broadcast(x, 3, 1, 0);
        t.equal(new $type$[] {GUARD, all, all, 0, GUARD}, x.toArray(), "parts of the last PE and of PE 0");
        t.fails(SymmetricIndexException.class, () -> team.sumReduce(x, 3, 3), "sumReduce called");
    }

    @Case
    public void scans(Trial t) {
        Operands operands = $Types$CollectiveCases::operand;
        check(t, "inclusive", Team::sumInscan, Team::sumInscan, operands, (a, b) -> ($type$) (a + b), 0, 1);
        check(t, "exclusive", Team::sumExscan, Team::sumExscan, operands, (a, b) -> ($type$) (a + b), 1, 1);
    }

    /** Operands longer than any buffer of an algorithm, in place and not. */
    @Case(mostPes = 8)
    public void longReductions(Trial t) {
        int count = (280 << 10) / $bytes$;
        Symmetric$Types$ source = t.shmem.allocate$Types$(count);
        Symmetric$Types$ dest = t.shmem.allocate$Types$(count);
        $type$[] mine = new $type$[count];
        $type$[] expected = new $type$[count];
        $type$[] upToMe = new $type$[count];
        for (int i = 0; i < count; i++) {
            for (int pe = 0; pe < t.n; pe++) {
                expected[i] = ($type$) (expected[i] + operand(pe, 0, i));
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
            Symmetric$Types$ source = t.shmem.allocate$Types$(COUNT);
            Symmetric$Types$ dest = t.shmem.allocate$Types$(COUNT + 1);
            dest.fill(GUARD);
            t.shmem.barrierAll();
            for (int root = 0; root < team.nPes(); root++) {
                for (int i = 0; i < COUNT; i++) {
                    source.set(i, operand(t.me, root, i));
                }
                team.broadcast(dest, source, COUNT, root);
                $type$[] expected = new $type$[COUNT + 1];
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
            Symmetric$Types$ source = t.shmem.allocate$Types$(4);
            Symmetric$Types$ dest = t.shmem.allocate$Types$(4 * t.n);
            t.shmem.barrierAll();
            for (int round = 0; team.isMember() && round < 4; round++) {
                for (int i = 0; i < 4; i++) {
                    source.set(i, operand(t.me, round, i));
                }
                dest.fill(GUARD);
                // No PE may fetch into a dest that is still being filled with guards.
                team.sync();
                team.collect(dest, source, length(team.myPe(), round));
                $type$[] expected = new $type$[4 * t.n];
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
        void run(Team team, Symmetric$Types$ dest, Symmetric$Types$ source);
    }

    /** Index in its member's source of an element of dest. */
    private interface Origin {
        int of(Team team, int element);
    }

    /** Checks one that gets so many elements from each member. */
    private static void moves(Trial t, int sources, int each, int destStride, int sourceStride, Move move,
        Origin origin) {
        for (Team team : teams(t)) {
            Symmetric$Types$ source = t.shmem.allocate$Types$(sourceStride * sources);
            Symmetric$Types$ dest = t.shmem.allocate$Types$(destStride * each * t.n + 1);
            dest.fill(GUARD);
            t.shmem.barrierAll();
            for (int round = 0; team.isMember() && round < 4; round++) {
                for (int i = 0; i < sources; i++) {
                    source.set(sourceStride * i, operand(t.me, round, i));
                }
                move.run(team, dest, source);
                $type$[] expected = new $type$[destStride * each * t.n + 1];
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
        Symmetric$Types$ x = t.shmem.allocate$Types$(2);
        Symmetric$Types$ sum = t.shmem.allocate$Types$(2);
        Symmetric$Types$ all = t.shmem.allocate$Types$(2 * t.n);
        int rounds = t.rounds(60);
        for (int round = 0; round < rounds; round++) {
            x.set(0, operand(t.me, round, 0));
            x.set(1, operand(t.me, round, 1));
            team.sumReduce(sum, x, 2);
            team.broadcast(x, sum, 1, round % t.n);
            team.fcollect(all, x, 2);
            $type$ expected = 0;
            for (int pe = 0; pe < t.n; pe++) {
                expected = ($type$) (expected + operand(pe, round, 0));
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
            $type$ sum = team.sumReduce(operand(t.me, round, 0));
            t.equal(sum, team.broadcast(sum, round % t.n), "the sum of round " + round + " as PE " + round % t.n
                + " has it");
            t.equal(sum, team.maxReduce(sum), "the largest sum of round " + round);
        }
    }
}
