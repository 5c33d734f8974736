// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.collective.matrix;

import io.shmem4j.Shmem;
import io.shmem4j.SymmetricShorts;
import io.shmem4j.Team;
import io.shmem4j.algorithm.AlltoallAlgorithm;
import io.shmem4j.algorithm.CollectAlgorithm;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.List;

/**
 * Every algorithm for collect, fcollect, alltoall and alltoalls x team shape x length (few for {@code large} teams),
 * one call after the other without any sync between them. As soon as a call has returned, its source is overwritten,
 * and its dest before the next call.
 *
 * <p>Elements are two bytes, so that a block's end is seldom a word's. Each value encodes its sender and its receiver.
 */
public final class GatherMatrix {
    /** Lines and less, more than the buffer for some teams, more than the buffer for all. */
    private static final int[] LENGTHS = {0, 1, 5, 200, 4097, 60_001};
    private static final int[] FEW_LENGTHS = {5, 1025};
    private static final int MOST = 800_000;

    private final Shmem shmem;
    private final boolean large;
    private final SymmetricShorts dest;
    private final SymmetricShorts source;
    private int cases;
    private int turn;

    private GatherMatrix(Shmem shmem, boolean large) {
        this.shmem = shmem;
        this.large = large;
        this.dest = shmem.allocateShorts(MOST);
        this.source = shmem.allocateShorts(MOST);
    }

    public static void main(String[] args) {
        try (Shmem shmem = Shmem.init()) {
            GatherMatrix matrix = new GatherMatrix(shmem, List.of(args).contains(TeamShapes.LARGE));
            TeamShapes.forEach(shmem.world(), args, (team, shape) -> {
                matrix.turn = 0;
                matrix.collects(team, shape);
                matrix.exchanges(team, shape);
            });
            shmem.barrierAll();
            if (shmem.myPe() == 0) {
                System.out.println(matrix.cases + " collects and alltoalls on " + shmem.nPes() + " PEs are right");
            }
        }
    }

    /** A length beyond the buffer takes its time on large teams, so only the largest has it. */
    private int[] lengths(Team team) {
        return !large ? LENGTHS : team.nPes() == shmem.nPes() ? FEW_LENGTHS : new int[] {FEW_LENGTHS[0]};
    }

    private void collects(Team team, String shape) {
        for (CollectAlgorithm algorithm : CollectAlgorithm.values()) {
            Team by = team.using(team.options().withCollect(algorithm));
            for (int length : lengths(team)) {
                int total = length * team.nPes();
                if (total <= MOST) {
                    start(team.myPe(), length, total);
                    by.fcollect(dest, source, length);
                    MemorySegment result = finish(length);
                    String what = algorithm + " fcollect of " + length;
                    for (int i = 0; i < total; i++) {
                        check(result, i, i / length, i % length, what, shape);
                    }
                    collect(by, length, algorithm + " collect of " + length, shape);
                }
            }
        }
    }

    /** Parts of different lengths: member k has a k-th part of the length, some have nothing. */
    private void collect(Team by, int length, String what, String shape) {
        int mine = part(length, by.myPe());
        int total = 0;
        for (int i = 0; i < by.nPes(); i++) {
            total += part(length, i);
        }
        start(by.myPe(), mine, total);
        by.collect(dest, source, mine);
        MemorySegment result = finish(mine);
        int at = 0;
        for (int i = 0; i < by.nPes(); i++) {
            for (int k = 0; k < part(length, i); k++) {
                check(result, at++, i, k, what, shape);
            }
        }
    }

    private static int part(int length, int member) {
        return member % 3 == 1 ? 0 : length / (member + 1);
    }

    private void exchanges(Team team, String shape) {
        for (AlltoallAlgorithm algorithm : AlltoallAlgorithm.values()) {
            Team by = team.using(team.options().withAlltoall(algorithm));
            for (int length : lengths(team)) {
                int total = length * team.nPes();
                if (total <= MOST / 3) {
                    start(team.myPe(), total, total);
                    by.alltoall(dest, source, length);
                    MemorySegment result = finish(total);
                    String what = algorithm + " alltoall of " + length;
                    for (int i = 0; i < total; i++) {
                        check(result, i, i / length, team.myPe() * length + i % length, what, shape);
                    }
                    strided(by, length, algorithm + " alltoalls of " + length, shape);
                }
            }
        }
    }

    private void strided(Team by, int length, String what, String shape) {
        int total = length * by.nPes();
        start(by.myPe(), 2 * total, 3 * total);
        by.alltoalls(dest, source, 3, 2, length);
        MemorySegment result = finish(2 * total);
        for (int i = 0; i < total; i++) {
            check(result, 3 * i, i / length, 2 * (by.myPe() * length + i % length), what, shape);
            if (result.getAtIndex(ValueLayout.JAVA_SHORT, 3 * i + 1) != -1) {
                throw new AssertionError(what + " on " + shape + " wrote between its elements");
            }
        }
    }

    private short value(int member, int index) {
        return (short) (member * 4099 + index * 17 + turn * 7 & 0x7fff);
    }

    private void start(int member, int sent, int received) {
        turn++;
        for (int i = 0; i < sent; i++) {
            source.local().setAtIndex(ValueLayout.JAVA_SHORT, i, value(member, i));
        }
        dest.local().asSlice(0, 2L * received).fill((byte) -1);
    }

    private MemorySegment finish(int sent) {
        cases++;
        source.local().asSlice(0, 2L * sent).fill((byte) -2);
        return dest.local();
    }

    private void check(MemorySegment result, int at, int member, int index, String what, String shape) {
        short is = result.getAtIndex(ValueLayout.JAVA_SHORT, at);
        if (is != value(member, index)) {
            throw new AssertionError("PE " + shmem.myPe() + ": " + what + " on " + shape + ": element " + at + " is "
                + is + ", not " + value(member, index) + " of member " + member);
        }
    }
}
