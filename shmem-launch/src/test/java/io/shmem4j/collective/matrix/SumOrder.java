// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.collective.matrix;

import io.shmem4j.Shmem;
import io.shmem4j.SymmetricDoubles;
import io.shmem4j.SymmetricLongs;
import io.shmem4j.Team;
import io.shmem4j.algorithm.ReduceAlgorithm;
import io.shmem4j.algorithm.Transfer;
import java.util.SplittableRandom;

/**
 * Sums of numbers of very different size, whose last bits show the order of addition, again and again by all algorithms
 * while PEs come to each call in another order: every PE works for a random time before.
 *
 * <p>All sums have to be near the serial one. Each algorithm has to repeat its bits. With
 * {@code SHMEM_REDUCE_DETERMINISTIC=1} the bits have to be those of the serial sum; without it some algorithm must
 * differ, or the numbers would show nothing.
 */
public final class SumOrder {
    private static final int[] LENGTHS = {1, 29, 1031, 20_011};
    private static final int LONGEST = 20_011;
    private static final int ROUNDS = 5;
    private static final int LONGEST_WORK = 20_000;

    private final Shmem shmem;
    private final SplittableRandom delays;
    private final SymmetricDoubles source;
    private final SymmetricDoubles dest;
    private final SymmetricLongs worked;
    private final double[] serial = new double[LONGEST];
    private final double[] size = new double[LONGEST];
    private int others;

    private SumOrder(Shmem shmem) {
        this.shmem = shmem;
        this.delays = new SplittableRandom(shmem.myPe());
        this.source = shmem.allocateDoubles(LONGEST);
        this.dest = shmem.allocateDoubles(LONGEST);
        this.worked = shmem.allocateLongs(1);
    }

    public static void main(String[] args) {
        try (Shmem shmem = Shmem.init()) {
            new SumOrder(shmem).run();
            shmem.barrierAll();
        }
    }

    private void run() {
        for (int i = 0; i < LONGEST; i++) {
            for (int pe = 0; pe < shmem.nPes(); pe++) {
                serial[i] = pe == 0 ? number(pe, i) : serial[i] + number(pe, i);
                size[i] += Math.abs(number(pe, i));
            }
        }
        boolean inOrder = shmem.world().options().deterministic();
        for (ReduceAlgorithm algorithm : ReduceAlgorithm.values()) {
            for (Transfer transfer : Transfer.values()) {
                Team team = shmem.world().using(shmem.world().options().withReduce(algorithm).withTransfer(transfer));
                for (int count : LENGTHS) {
                    repeat(team, algorithm + " " + transfer + " of " + count, count, inOrder);
                }
            }
        }
        if (!inOrder && others == 0) {
            throw new AssertionError("all algorithms add in the same order");
        }
        if (shmem.myPe() == 0) {
            System.out.println("sums on " + shmem.nPes() + " PEs are right");
        }
    }

    private void repeat(Team team, String what, int count, boolean inOrder) {
        double[] first = new double[count];
        for (int round = 0; round < ROUNDS; round++) {
            for (int i = 0; i < count; i++) {
                source.set(i, number(shmem.myPe(), i));
            }
            work();
            team.sumReduce(round % 2 == 0 ? dest : source, source, count);
            for (int i = 0; i < count; i++) {
                double sum = (round % 2 == 0 ? dest : source).get(i);
                if (round == 0) {
                    first[i] = sum;
                    others += bits(sum) == bits(serial[i]) ? 0 : 1;
                }
                boolean near = Math.abs(sum - serial[i]) <= size[i] * shmem.nPes() * Math.ulp(1.0);
                if (!near || bits(sum) != bits(first[i]) || inOrder && bits(sum) != bits(serial[i])) {
                    throw new AssertionError("PE " + shmem.myPe() + ", " + what + ", round " + round + ": element " + i
                        + " is " + sum + ", at first " + first[i] + ", serially " + serial[i]);
                }
            }
        }
    }

    private static long bits(double value) {
        return Double.doubleToRawLongBits(value);
    }

    /** A number from a thousandth to a thousand, so that last bits are lost in every addition. */
    private static double number(int pe, int i) {
        int turn = (pe * 7 + i) % 7;
        return (1 + pe * 0.37 + i * 0.011) * Math.pow(10, turn - 3) * ((pe + i) % 3 == 0 ? -1 : 1);
    }

    private void work() {
        long sum = 0;
        for (int i = delays.nextInt(LONGEST_WORK); i > 0; i--) {
            sum += worked.get(0) ^ i;
        }
        worked.set(0, sum);
    }
}
