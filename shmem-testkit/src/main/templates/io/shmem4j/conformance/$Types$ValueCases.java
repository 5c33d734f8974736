// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.conformance;

import io.shmem4j.Team;

/** Collectives on one {@code $type$} of each member: on the world, on a reversed team, on every second PE. */
public final class $Types$ValueCases {
    /** A reduction or scan. */
    private interface Reduction {
        $type$ of(Team team, $type$ value);
    }

    /** Small numbers of both signs, whose sums and products of a few are exact in every type. */
    private static $type$ operand(int pe, int round) {
        return ($type$) ((pe + 2 * round) % 5 - 2);
    }

    /** Checks a collective: of all members with {@code above} -1, else of those before this one and so many more. */
    private static void check(Trial t, Reduction reduction, $Types$CollectiveCases.Fold fold, int above) {
        for (Team team : $Types$CollectiveCases.teams(t)) {
            for (int round = 0; team.isMember() && round < 8; round++) {
                int end = above < 0 ? team.nPes() : team.myPe() + above;
                $type$ expected = end == 0 ? 0 : operand(team.translate(0, t.shmem.world()), round);
                for (int member = 1; member < end; member++) {
                    expected = fold.apply(expected, operand(team.translate(member, t.shmem.world()), round));
                }
                t.equal(expected, reduction.of(team, operand(t.me, round)), team + ", round " + round);
            }
            t.shmem.syncAll();
        }
    }
//#if integer

    @Case
    public void bits(Trial t) {
        check(t, Team::andReduce, (a, b) -> ($type$) (a & b), -1);
        check(t, Team::orReduce, (a, b) -> ($type$) (a | b), -1);
        check(t, Team::xorReduce, (a, b) -> ($type$) (a ^ b), -1);
    }

    @Case
    public void unsigned(Trial t) {
        check(t, Team::umaxReduce, (a, b) -> (a ^ $Box$.MIN_VALUE) > (b ^ $Box$.MIN_VALUE) ? a : b, -1);
        check(t, Team::uminReduce, (a, b) -> (a ^ $Box$.MIN_VALUE) < (b ^ $Box$.MIN_VALUE) ? a : b, -1);
    }
//#end

    @Case
    public void extremes(Trial t) {
        check(t, Team::maxReduce, (a, b) -> a > b ? a : b, -1);
        check(t, Team::minReduce, (a, b) -> a < b ? a : b, -1);
    }

    @Case
    public void sum(Trial t) {
        check(t, Team::sumReduce, (a, b) -> ($type$) (a + b), -1);
    }

    /** Powers of two, because the product of all must be exact. */
    @Case
    public void prod(Trial t) {
        $type$ expected = 1;
        for (int pe = 0; pe < t.n; pe++) {
            expected = ($type$) (expected * (pe % 9 == 0 ? 2 : pe % 2 == 0 ? 1 : -1));
        }
        t.equal(expected, t.shmem.world().prodReduce(($type$) (t.me % 9 == 0 ? 2 : t.me % 2 == 0 ? 1 : -1)), "product");
    }

    @Case
    public void scans(Trial t) {
        check(t, Team::sumInscan, (a, b) -> ($type$) (a + b), 1);
        check(t, Team::sumExscan, (a, b) -> ($type$) (a + b), 0);
    }

    @Case
    public void broadcast(Trial t) {
        for (Team team : $Types$CollectiveCases.teams(t)) {
            for (int root = 0; team.isMember() && root < team.nPes(); root++) {
                t.equal(operand(root, 3), team.broadcast(team.myPe() == root ? operand(root, 3) : 99, root),
                    team + ", root " + root);
            }
            t.shmem.syncAll();
        }
    }

    /** A fast member may be in the next collective while a slow one is still in this one. */
    @Case
    public void backToBack(Trial t) {
        Team team = t.shmem.world();
        for (int round = t.rounds(60); round > 0; round--) {
            $type$ sum = team.sumReduce(operand(t.me, round));
            t.equal(sum, team.broadcast(sum, round % t.n), "the sum of round " + round + " as PE " + round % t.n
                + " has it");
            t.equal(sum, team.maxReduce(sum), "the largest sum of round " + round);
        }
    }
}
