// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.tune;

import io.shmem4j.Cmp;
import io.shmem4j.Shmem;
import io.shmem4j.SymmetricLongs;
import io.shmem4j.algorithm.ReduceAlgorithm;
import io.shmem4j.collective.cost.CostRow;
import io.shmem4j.collective.cost.LoadCosts;
import io.shmem4j.collective.cost.Operation;
import java.util.List;

/** Measures the terms of the formulas between PEs 0 and 1, while the others wait. */
final class TermProbe {
    private static final int COPIES = 20;
    private static final int BATCHES = 500;
    private static final int TURNS = 200;
    private static final int COUNT = 1 << 17;
    private static final long LONG_BYTES = (long) COUNT * Long.BYTES;

    private final Shmem shmem;
    private final SymmetricLongs ball;
    private final SymmetricLongs block;
    private double alpha;
    private double beta;

    /**
     * Measures; collective.
     *
     * @param shmem the PE's handle
     */
    TermProbe(Shmem shmem) {
        this.shmem = shmem;
        this.ball = shmem.allocateLongs(2).named("ball");
        this.block = shmem.allocateLongs(COUNT).named("block");
        block.fill(1);
        shmem.barrierAll();
        alpha = signal();
        shmem.barrierAll();
        beta = copy();
        shmem.barrierAll();
    }

    /** {@return nanoseconds from a signal until the other end goes on, in the fastest batch} */
    private double signal() {
        double best = Double.MAX_VALUE;
        long sent = 0;
        for (int batch = 0; batch < BATCHES && shmem.myPe() < 2; batch++) {
            double start = shmem.time();
            for (int i = 0; i < TURNS; i++) {
                sent++;
                if (shmem.myPe() == 0) {
                    shmem.atomicSet(ball, 0, sent, 1);
                }
                ball.waitUntil(0, Cmp.GE, sent);
                if (shmem.myPe() == 1) {
                    shmem.atomicSet(ball, 0, sent, 0);
                }
            }
            best = Math.min(best, (shmem.time() - start) * 1e9 / TURNS / 2);
        }
        return best;
    }

    /** {@return nanoseconds of a byte that is got from PE 1} */
    private double copy() {
        double best = Double.MAX_VALUE;
        for (int i = 0; shmem.myPe() == 0 && i < COPIES; i++) {
            double start = shmem.time();
            shmem.get(block, 0, block, 0, COUNT, 1);
            best = Math.min(best, (shmem.time() - start) * 1e9 / LONG_BYTES);
        }
        return best;
    }

    /**
     * {@return the terms}
     *
     * @param rows  the measured times, from which come the barrier, and the combination of a byte as what long
     *              reductions by blocks take besides moving bytes
     * @param cores cores that the PEs share
     */
    LoadCosts terms(List<CostRow> rows, int cores) {
        double sync = Double.MAX_VALUE;
        double gamma = 0;
        for (CostRow row : rows) {
            long last = row.nanos()[row.nanos().length - 1];
            if (row.operation() == Operation.BARRIER) {
                sync = Math.min(sync, last);
            }
            if (row.operation() == Operation.REDUCE_DIRECT && row.algorithm() == ReduceAlgorithm.BLOCKS.ordinal()) {
                double bytes = row.bytes()[row.bytes().length - 1] * (row.pes() - 1.0) / row.pes();
                double each = last / bytes / Math.max(1, (double) row.pes() / cores);
                gamma = Math.max(0, each - 2 * beta);
            }
        }
        return new LoadCosts(alpha, beta, gamma, sync);
    }
}
