// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.nas.kernel;

import io.shmem4j.Shmem;
import io.shmem4j.nas.npb.Kernel;
import io.shmem4j.nas.npb.KernelHeap;
import io.shmem4j.nas.npb.Parts;
import io.shmem4j.nas.npb.Phase;
import io.shmem4j.nas.npb.PhaseTimers;
import io.shmem4j.nas.npb.Share;
import io.shmem4j.nas.npb.Totals;
import io.shmem4j.nas.npb.Transfer;
import io.shmem4j.sim.time.VirtualTime;
import io.shmem4j.sim.time.WorkKind;
import java.util.Arrays;
import java.util.Map;

/** This PE's rows and its parts of the vectors. */
final class Eigenvalue implements Kernel {
    /** Bytes of an entry. */
    private static final int ENTRY = Double.BYTES + Integer.BYTES;

    private final Shmem shmem;
    private final CgProblem problem;
    private final PhaseTimers timers;
    private final int first;
    private final SparseRows rows;
    private final RowProduct product;
    private final Parts parts;
    private final Totals totals;
    private final double[] x;
    private final double[] z;
    private final double[] r;
    private final double[] q;
    /** The vector to multiply, whole. */
    private final double[] p;
    private double zeta;

    Eigenvalue(KernelHeap heap, CgProblem problem, Transfer transfer, PhaseTimers timers) {
        shmem = heap.shmem;
        this.problem = problem;
        this.timers = timers;
        Share share = new Share(problem.n(), shmem.nPes());
        first = (int) share.from(shmem.myPe());
        int own = (int) share.size(shmem.myPe());
        rows = new SparseRows(problem, first, first + own);
        parts = Parts.of(heap, transfer, share, 1);
        totals = new Totals(heap, 2);
        x = new double[own];
        z = new double[own];
        r = new double[own];
        q = new double[own];
        p = new double[problem.n()];
        product = RowProduct.fastest(rows, p, !VirtualTime.isOn(shmem));
    }

    @Override
    public void reset() {
        Arrays.fill(x, 1);
    }

    @Override
    public void step(int step) {
        solve();
        residual();
        double[] products = {VectorLoops.dot(x, z, 0, z.length), VectorLoops.dot(z, z, 0, z.length)};
        timers.lap(Phase.VECTORS);
        totals.sum(products, 0, 2);
        timers.lap(Phase.REDUCTION);
        zeta = problem.shift() + 1 / products[0];
        VectorLoops.scale(x, z, 1 / Math.sqrt(products[1]));
        timers.lap(Phase.VECTORS);
    }

    private void solve() {
        Arrays.fill(z, 0);
        System.arraycopy(x, 0, r, 0, r.length);
        System.arraycopy(x, 0, p, first, x.length);
        double rho = sum(VectorLoops.dot(r, r, 0, r.length));
        for (int i = 0; i < CgProblem.SOLVER_STEPS; i++) {
            multiply();
            double alpha = rho / sum(VectorLoops.dot(q, p, first, q.length));
            VectorLoops.addTo(z, alpha, p, first);
            VectorLoops.addTo(r, -alpha, q, 0);
            double before = rho;
            rho = sum(VectorLoops.dot(r, r, 0, r.length));
            VectorLoops.direct(p, first, r, rho / before);
            work(10L * r.length, 9L * Double.BYTES * r.length);
            timers.lap(Phase.VECTORS);
        }
    }

    /** {@return the norm of x - A z}; unused, but the rules want it timed */
    private double residual() {
        System.arraycopy(z, 0, p, first, z.length);
        multiply();
        return Math.sqrt(sum(VectorLoops.distance(x, q)));
    }

    private void multiply() {
        timers.lap(Phase.VECTORS);
        parts.exchange(p, 0);
        timers.lap(Phase.EXCHANGE);
        product.multiply(rows, p, q);
        work(2L * rows.value.length, (long) ENTRY * rows.value.length);
        VirtualTime.work(shmem, WorkKind.RANDOM_ACCESS, rows.value.length);
        timers.lap(Phase.PRODUCT);
    }

    private double sum(double mine) {
        timers.lap(Phase.VECTORS);
        double sum = totals.sum(mine);
        timers.lap(Phase.REDUCTION);
        return sum;
    }

    private void work(long operations, long bytes) {
        VirtualTime.work(shmem, WorkKind.SCALAR, operations);
        VirtualTime.work(shmem, WorkKind.STREAM_BYTES, bytes);
    }

    @Override
    public double[] finish() {
        return new double[] {zeta};
    }

    @Override
    public Map<String, String> variant() {
        return Map.of("Product", product.words());
    }

    /** Loops over a PE's parts of vectors. Sums are split in four, because each addition waits for the previous one. */
    private static final class VectorLoops {
        private VectorLoops() {
        }

        /** {@return the dot product of the first numbers of a and those of b from an index on} */
        static double dot(double[] a, double[] b, int at, int count) {
            double s0 = 0;
            double s1 = 0;
            double s2 = 0;
            double s3 = 0;
            int i = 0;
            for (; i < count - 3; i += 4) {
                s0 += a[i] * b[at + i];
                s1 += a[i + 1] * b[at + i + 1];
                s2 += a[i + 2] * b[at + i + 2];
                s3 += a[i + 3] * b[at + i + 3];
            }
            for (; i < count; i++) {
                s0 += a[i] * b[at + i];
            }
            return s0 + s1 + (s2 + s3);
        }

        /** Adds alpha p to z; p starts at an index. */
        static void addTo(double[] z, double alpha, double[] p, int at) {
            for (int i = 0; i < z.length; i++) {
                z[i] += alpha * p[at + i];
            }
        }

        /** Sets p to r + beta p; p starts at an index. */
        static void direct(double[] p, int at, double[] r, double beta) {
            for (int i = 0; i < r.length; i++) {
                p[at + i] = r[i] + beta * p[at + i];
            }
        }

        static void scale(double[] x, double[] z, double factor) {
            for (int i = 0; i < x.length; i++) {
                x[i] = factor * z[i];
            }
        }

        static double distance(double[] a, double[] b) {
            double sum = 0;
            for (int i = 0; i < a.length; i++) {
                sum += (a[i] - b[i]) * (a[i] - b[i]);
            }
            return sum;
        }
    }
}
