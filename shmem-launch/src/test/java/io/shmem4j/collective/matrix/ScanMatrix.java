// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.collective.matrix;

import io.shmem4j.Shmem;
import io.shmem4j.SymmetricInts;
import io.shmem4j.SymmetricLongs;
import io.shmem4j.Team;
import io.shmem4j.algorithm.ScanAlgorithm;
import java.lang.foreign.ValueLayout;
import java.util.List;

/**
 * Every scan algorithm x inclusive and exclusive x out of place and in place x team shape x length (two for {@code
 * large} teams), one call after the other without any sync between them.
 */
public final class ScanMatrix {
    private static final int[] LENGTHS = {0, 1, 33, 1500, 50_001};
    private static final int[] FEW_LENGTHS = {33, 1500};
    private static final int MOST = 50_001;

    private final Shmem shmem;
    private final int[] lengths;
    private final SymmetricLongs dest;
    private final SymmetricLongs source;
    private final SymmetricInts few;
    private int cases;
    private int turn;

    private ScanMatrix(Shmem shmem, boolean large) {
        this.shmem = shmem;
        this.lengths = large ? FEW_LENGTHS : LENGTHS;
        this.dest = shmem.allocateLongs(MOST);
        this.source = shmem.allocateLongs(MOST);
        this.few = shmem.allocateInts(3);
    }

    public static void main(String[] args) {
        try (Shmem shmem = Shmem.init()) {
            ScanMatrix matrix = new ScanMatrix(shmem, List.of(args).contains(TeamShapes.LARGE));
            TeamShapes.forEach(shmem.world(), args, (team, shape) -> {
                matrix.turn = 0;
                matrix.run(team, shape);
            });
            shmem.barrierAll();
            if (shmem.myPe() == 0) {
                System.out.println(matrix.cases + " scans on " + shmem.nPes() + " PEs are right");
            }
        }
    }

    private void run(Team team, String shape) {
        for (int length : lengths) {
            for (ScanAlgorithm algorithm : ScanAlgorithm.values()) {
                Team by = team.using(team.options().withScan(algorithm));
                for (int kind = 0; kind < 4; kind++) {
                    run(by, length, (kind & 1) == 0, (kind & 2) == 0 ? dest : source, algorithm + " on " + shape);
                }
                small(by, algorithm + " on " + shape);
            }
        }
    }

    private void run(Team by, int length, boolean inclusive, SymmetricLongs to, String what) {
        cases++;
        turn++;
        dest.local().asSlice(0, 8L * length).fill((byte) -1);
        for (int i = 0; i < length; i++) {
            source.local().setAtIndex(ValueLayout.JAVA_LONG, i, value(by.myPe(), i));
        }
        if (inclusive) {
            by.sumInscan(to, source, length);
        } else {
            by.sumExscan(to, source, length);
        }
        for (int i = 0; i < length; i++) {
            long expected = 0;
            for (int member = 0; member < by.myPe() + (inclusive ? 1 : 0); member++) {
                expected += value(member, i);
            }
            long is = to.local().getAtIndex(ValueLayout.JAVA_LONG, i);
            if (is != expected) {
                throw new AssertionError("PE " + shmem.myPe() + ": " + (inclusive ? "in" : "ex") + "scan of " + length
                    + (to == source ? " in place by " : " by ") + what + ": element " + i + " is " + is + ", not "
                    + expected);
            }
        }
    }

    private void small(Team by, String what) {
        few.local().setAtIndex(ValueLayout.JAVA_INT, 0, by.myPe() + 1);
        by.sumExscan(few, few, 1);
        int expected = by.myPe() * (by.myPe() + 1) / 2;
        int is = few.local().getAtIndex(ValueLayout.JAVA_INT, 0);
        if (is != expected) {
            throw new AssertionError("PE " + shmem.myPe() + ": exscan of an int by " + what + " is " + is + ", not "
                + expected);
        }
    }

    private long value(int member, int index) {
        return (member + 3L) * (index + 1) * (turn + 1) ^ 0x5555;
    }
}
