// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.ucx;

import io.shmem4j.Shmem;
import io.shmem4j.SymmetricDoubles;
import io.shmem4j.SymmetricLongs;
import io.shmem4j.Team;
import io.shmem4j.algorithm.CollectiveOptions;
import java.util.stream.IntStream;

/** Collectives of teams that lie on several nodes in all ways, short and long, compared with what they must give. */
public final class CollectivesProgram {
    /** Elements: in a line, in a buffer, and too many for either. */
    private static final int[] LENGTHS = {1, 2100, 15_011};
    private static final int[] FEW = {14};
    private static final int MOST = LENGTHS[LENGTHS.length - 1];
    private static final int SPLITS = 2;

    private final Shmem shmem;
    private final SymmetricLongs source;
    private final SymmetricLongs dest;
    private int salt;

    private CollectivesProgram(Shmem shmem) {
        this.shmem = shmem;
        this.source = shmem.allocateLongs((long) MOST * shmem.nPes());
        this.dest = shmem.allocateLongs((long) MOST * shmem.nPes());
    }

    /**
     * Runs on each PE.
     *
     * @param args a word for teams of three members and more in the middle, which are dealt to two nodes as the PEs of
     *             smaller jobs are
     */
    public static void main(String[] args) {
        try (Shmem shmem = Shmem.init()) {
            CollectivesProgram program = new CollectivesProgram(shmem);
            int n = shmem.nPes();
            program.check(shmem.world(), LENGTHS);
            for (int size = 3; size < n && args.length > 0; size++) {
                program.split((n - size) / 2, 1, size, LENGTHS);
            }
            for (int i = 0; i < SPLITS; i++) {
                program.split(i % n, 1, n - i % n, FEW);
                program.split(0, 2, (n + 1) / 2, i == 0 ? LENGTHS : FEW);
                program.split(n - 1, -1, n, FEW);
            }
            program.teamsWithoutAStride(n);
            program.repeatable();
            System.out.println("right");
        }
    }

    /** Members of a node in turn with those of others, and one node after the other without a stride. */
    private void teamsWithoutAStride(int n) {
        int half = (n + 1) / 2;
        check(shmem.world().of(IntStream.range(0, n).map(i -> i % 2 * half + i / 2).toArray()));
        check(shmem.world().of(IntStream.range(0, n).map(i -> n - 1 - i).filter(pe -> pe != 1).toArray()));
        check(shmem.world().split(shmem.myPe() % 3 == 0 ? 1 : 0, 0));
        check(shmem.world().split(0, shmem.myPe() * 7 % 5));
    }

    private void check(Team team) {
        if (team.isMember()) {
            check(team, LENGTHS);
            team.free();
        }
    }

    private void split(int start, int stride, int size, int[] lengths) {
        Team team = shmem.world().splitStrided(start, stride, size);
        if (team.isMember()) {
            check(team, lengths);
            team.free();
        }
    }

    private void check(Team team, int[] lengths) {
        salt = 0;
        for (int length : lengths) {
            sum(team, length, dest);
            sum(team, length, source);
            for (int root = 0; root < team.nPes(); root++) {
                broadcast(team, length, root);
            }
            fcollect(team, length / 2 + 1);
            collect(team, length);
            alltoall(team, length / 3 + 1);
            scan(team, length);
        }
    }

    private long value(int member, long index) {
        return salt * 31L + member * 1_000_003L + index * 7;
    }

    private void fill(Team team, long count) {
        team.sync();
        salt++;
        for (int i = 0; i < count; i++) {
            source.set(i, value(team.myPe(), i));
            dest.set(i, -1);
        }
    }

    private void expect(String what, Team team, SymmetricLongs there, long index, long wanted) {
        if (there.get(index) != wanted) {
            throw new AssertionError(what + " of " + team.nPes() + " on PE " + shmem.myPe() + ": element " + index
                + " is " + there.get(index) + ", not " + wanted);
        }
    }

    private void sum(Team team, int count, SymmetricLongs result) {
        fill(team, count);
        team.sumReduce(result, source, count);
        for (int i = 0; i < count; i++) {
            long wanted = 0;
            for (int member = 0; member < team.nPes(); member++) {
                wanted += value(member, i);
            }
            expect("sum of " + count, team, result, i, wanted);
        }
    }

    private void broadcast(Team team, int count, int root) {
        fill(team, count);
        team.broadcast(dest, source, count, root);
        for (int i = 0; i < count; i++) {
            expect("broadcast from " + root, team, dest, i, value(root, i));
        }
    }

    private void fcollect(Team team, int count) {
        fill(team, count);
        team.fcollect(dest, source, count);
        for (int i = 0; i < count * team.nPes(); i++) {
            expect("fcollect", team, dest, i, value(i / count, i % count));
        }
    }

    /** The second member has nothing. */
    private void collect(Team team, int count) {
        int me = team.myPe();
        fill(team, count);
        team.collect(dest, source, me == 1 ? 0 : 1 + count * me / team.nPes());
        int at = 0;
        for (int member = 0; member < team.nPes(); member++) {
            int part = member == 1 ? 0 : 1 + count * member / team.nPes();
            for (int i = 0; i < part; i++) {
                expect("collect", team, dest, at++, value(member, i));
            }
        }
    }

    private void alltoall(Team team, int count) {
        fill(team, (long) count * team.nPes());
        team.alltoall(dest, source, count);
        for (int i = 0; i < count * team.nPes(); i++) {
            expect("alltoall", team, dest, i, value(i / count, (long) team.myPe() * count + i % count));
        }
    }

    private void scan(Team team, int count) {
        fill(team, count);
        team.sumInscan(dest, source, count);
        for (int i = 0; i < count; i++) {
            long wanted = 0;
            for (int member = 0; member <= team.myPe(); member++) {
                wanted += value(member, i);
            }
            expect("scan", team, dest, i, wanted);
        }
    }

    /** Sums in the order of the members are what one PE alone makes of the same operands. */
    private void repeatable() {
        SymmetricDoubles parts = shmem.allocateDoubles(1);
        SymmetricDoubles result = shmem.allocateDoubles(1);
        parts.set(0, 1.0 / (3 + shmem.myPe()));
        Team ordered = shmem.world().using(CollectiveOptions.environment().withDeterministic(true));
        ordered.sumReduce(result, parts, 1);
        double wanted = 1.0 / 3;
        for (int pe = 1; pe < shmem.nPes(); pe++) {
            wanted += 1.0 / (3 + pe);
        }
        if (result.get(0) != wanted) {
            throw new AssertionError(result.get(0) + " is not " + wanted);
        }
    }
}
