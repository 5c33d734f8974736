// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.collective.matrix;

import io.shmem4j.Shmem;
import io.shmem4j.SymmetricBytes;
import io.shmem4j.Team;
import io.shmem4j.algorithm.BroadcastAlgorithm;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.List;

/**
 * Every broadcast algorithm x team shape x length (three for {@code large} teams) x several roots, one after the other
 * without any sync between them. As soon as a call has returned, its source is overwritten, and its dest, too, before
 * the next call.
 */
public final class BroadcastMatrix {
    /**
     * Lengths that fit the announcement's line, go beyond it, are some lines, blocks of whole lines, more than any
     * internal buffer.
     */
    private static final int[] LENGTHS = {0, 1, 7, 112, 113, 1000, 16_384, 16_385, 70_001, 300_007};
    private static final int[] FEW_LENGTHS = {7, 1000, 70_001};
    private static final int LARGEST = 300_007;
    /** Each turn begins at another byte of a table, so that filling and looking are copies and comparisons. */
    private static final int SPARE = 1 << 15;
    private static final int SHIFT = 43;

    private final Shmem shmem;
    private final int[] lengths;
    private final SymmetricBytes dest;
    private final SymmetricBytes source;
    private final MemorySegment table = MemorySegment.ofArray(new byte[LARGEST + SPARE]);
    private int cases;

    private BroadcastMatrix(Shmem shmem, boolean large) {
        this.shmem = shmem;
        this.lengths = large ? FEW_LENGTHS : LENGTHS;
        this.dest = shmem.allocateBytes(LARGEST);
        this.source = shmem.allocateBytes(LARGEST);
        for (int i = 0; i < table.byteSize(); i++) {
            table.set(ValueLayout.JAVA_BYTE, i, (byte) (i * 7 + (i >> 8)));
        }
    }

    public static void main(String[] args) {
        try (Shmem shmem = Shmem.init()) {
            BroadcastMatrix matrix = new BroadcastMatrix(shmem, List.of(args).contains(TeamShapes.LARGE));
            TeamShapes.forEach(shmem.world(), args, matrix::run);
            shmem.barrierAll();
            if (shmem.myPe() == 0) {
                System.out.println(matrix.cases + " broadcasts on " + shmem.nPes() + " PEs are right");
            }
        }
    }

    private void run(Team team, String shape) {
        int[] roots = {0, team.nPes() - 1, team.nPes() / 2};
        int turn = 0;
        for (int length : lengths) {
            for (int root : roots) {
                for (BroadcastAlgorithm algorithm : BroadcastAlgorithm.values()) {
                    turn++;
                    Team by = team.using(team.options().withBroadcast(algorithm));
                    fill(source.local(), length, team.myPe() == root ? turn : -turn);
                    fill(dest.local(), length, -turn);
                    by.broadcast(dest, source, length, root);
                    fill(source.local(), length, -turn);
                    check(length, turn, algorithm + " of " + length + " bytes from " + root + " on " + shape);
                }
            }
        }
    }

    /** {@return the bytes of a turn} At each place they differ from those of its negative and of the turn before. */
    private MemorySegment bytes(int length, int turn) {
        return table.asSlice(Math.floorMod(turn * SHIFT, SPARE), length);
    }

    private void fill(MemorySegment memory, int length, int turn) {
        MemorySegment.copy(bytes(length, turn), 0, memory, 0, length);
    }

    private void check(int length, int turn, String what) {
        cases++;
        MemorySegment expected = bytes(length, turn);
        long wrong = MemorySegment.mismatch(dest.local(), 0, length, expected, 0, length);
        if (wrong >= 0) {
            throw new AssertionError("PE " + shmem.myPe() + ": " + what + ": byte " + wrong + " is "
                + dest.local().get(ValueLayout.JAVA_BYTE, wrong) + ", not "
                + expected.get(ValueLayout.JAVA_BYTE, wrong));
        }
    }
}
