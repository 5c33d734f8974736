// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.nas.kernel;

import io.shmem4j.Shmem;
import io.shmem4j.nas.npb.Kernel;
import io.shmem4j.nas.npb.KernelHeap;
import io.shmem4j.nas.npb.NpbRandom;
import io.shmem4j.nas.npb.Phase;
import io.shmem4j.nas.npb.PhaseTimers;
import io.shmem4j.nas.npb.Share;
import io.shmem4j.nas.npb.Totals;
import io.shmem4j.nas.npb.Transfer;
import io.shmem4j.sim.time.VirtualTime;
import io.shmem4j.sim.time.WorkKind;

/** This PE's planes, and its rows of all planes in the transformed initial state. */
final class Diffusion implements Kernel {
    private static final double RATE = 4e-6 * Math.PI * Math.PI;
    /** Points of the checksum. */
    private static final int CHECKED = 1024;
    /** Most numbers of a row in one exchange. */
    private static final int LARGEST_PIECE = 128;

    private final Shmem shmem;
    private final FtProblem problem;
    private final PhaseTimers timers;
    private final Share planes;
    private final Share rows;
    private final int me;
    private final GridExchange exchange;
    private final Totals totals;
    private final Lines lines;
    private final int width;
    /** Distance of the elements of a piece's lines. */
    private final int apart;
    /** Lines of a piece of a row. */
    private final double[][] piece;
    private final double[][] exchanged;
    /** The transformed initial state: for each row and piece, all planes. */
    private final double[] re;
    private final double[] im;
    private final double[] values;
    private PlaneTransform transform;
    private double[][] rootsZ;

    Diffusion(KernelHeap heap, FtProblem problem, Transfer transfer, PhaseTimers timers) {
        shmem = heap.shmem;
        this.problem = problem;
        this.timers = timers;
        me = shmem.myPe();
        planes = new Share(problem.nz(), shmem.nPes());
        rows = new Share(problem.ny(), shmem.nPes());
        exchange = new GridExchange(heap, problem, transfer);
        totals = new Totals(heap, 2);
        lines = new Lines(problem.nz());
        width = Math.min(problem.nx(), LARGEST_PIECE);
        apart = width + Lines.WIDTH;
        piece = new double[2][problem.nz() * apart];
        exchanged = Lines.exchanged(piece);
        int own = Math.toIntExact(rows.size(me) * problem.nx() * problem.nz());
        re = new double[own];
        im = new double[own];
        values = new double[2 * problem.steps()];
    }

    @Override
    public void reset() {
        // All of the setup is timed.
    }

    @Override
    public void begin() {
        transform = new PlaneTransform(problem);
        rootsZ = Lines.roots(problem.nz());
        exchange.begin();
        timers.lap(Phase.SETUP);
        for (int z = (int) planes.from(me); z < planes.from(me + 1); z++) {
            fill(z);
            timers.lap(Phase.SETUP);
            transform.forward();
            exchange.storePlane(z, transform.plane);
            timers.lap(Phase.PLANES);
        }
        exchange.sendPlanes();
        timers.lap(Phase.EXCHANGE);
        for (int row = 0; row < rows.size(me); row++) {
            for (int x = 0; x < problem.nx(); x += width) {
                loadLines(row, x);
                transform(piece);
                keep(index(row, x));
            }
        }
        work();
        timers.lap(Phase.LINES);
    }

    private void fill(int z) {
        int points = problem.nx() * problem.ny();
        NpbRandom random = new NpbRandom(NpbRandom.SEED, 2L * points * z);
        double[] real = transform.plane[0];
        double[] imaginary = transform.plane[1];
        for (int y = 0; y < problem.ny(); y++) {
            int from = y * problem.rowLength();
            for (int i = from; i < from + problem.nx(); i++) {
                real[i] = random.next();
                imaginary[i] = random.next();
            }
        }
    }

    private void loadLines(int row, int x) {
        for (int z = 0; z < problem.nz(); z++) {
            exchange.loadPiece(z, row, x, width, piece, z * apart);
        }
    }

    private void transform(double[][] numbers) {
        for (int at = 0; at < width; at += Lines.WIDTH) {
            lines.transform(numbers, at, apart, problem.nz(), rootsZ);
        }
    }

    private void keep(int to) {
        for (int z = 0; z < problem.nz(); z++) {
            System.arraycopy(piece[0], z * apart, re, to + z * width, width);
            System.arraycopy(piece[1], z * apart, im, to + z * width, width);
        }
    }

    /** {@return the index of the lines of a piece} */
    private int index(int row, int x) {
        return (row * problem.nx() + x) * problem.nz();
    }

    @Override
    public void step(int step) {
        double[] factorX = factors(problem.nx(), step);
        double[] factorY = factors(problem.ny(), step);
        double[] factorZ = factors(problem.nz(), step);
        exchange.begin();
        timers.lap(Phase.EXCHANGE);
        for (int row = 0; row < rows.size(me); row++) {
            double factor = factorY[(int) rows.from(me) + row];
            for (int x = 0; x < problem.nx(); x += width) {
                evolve(index(row, x), factorX, x, factor, factorZ);
                transform(exchanged);
                storeLines(row, x);
            }
        }
        work();
        timers.lap(Phase.LINES);
        exchange.sendRows();
        timers.lap(Phase.EXCHANGE);
        double[] sums = new double[2];
        for (int z = (int) planes.from(me); z < planes.from(me + 1); z++) {
            exchange.loadPlane(z, transform.plane);
            transform.backward();
            addChecked(z, sums);
        }
        timers.lap(Phase.PLANES);
        totals.sum(sums, 0, 2);
        values[2 * step - 2] = sums[0] / problem.points();
        values[2 * step - 1] = sums[1] / problem.points();
        timers.lap(Phase.REDUCTION);
    }

    /** {@return the decay of the waves of a direction after some steps} */
    private static double[] factors(int n, int steps) {
        double[] factors = new double[n];
        for (int i = 0; i < n; i++) {
            int wave = (i + n / 2) % n - n / 2;
            factors[i] = Math.exp(-RATE * steps * wave * wave);
        }
        return factors;
    }

    /** Loads the lines of a piece as they are after some steps. */
    private void evolve(int from, double[] factorX, int x, double factorY, double[] factorZ) {
        for (int z = 0; z < factorZ.length; z++) {
            int at = from + z * width;
            Butterfly.scale(re, at, factorY * factorZ[z], factorX, x, piece[0], z * apart, width);
            Butterfly.scale(im, at, factorY * factorZ[z], factorX, x, piece[1], z * apart, width);
        }
    }

    private void storeLines(int row, int x) {
        for (int z = 0; z < problem.nz(); z++) {
            exchange.storePiece(z, row, x, width, piece, z * apart);
        }
    }

    private void addChecked(int z, double[] sums) {
        for (int j = 1; j <= CHECKED; j++) {
            if (5 * j % problem.nz() == z) {
                int at = 3 * j % problem.ny() * problem.rowLength() + j % problem.nx();
                sums[0] += transform.plane[0][at];
                sums[1] += transform.plane[1][at];
            }
        }
    }

    private void work() {
        long points = re.length;
        VirtualTime.work(shmem, WorkKind.SCALAR, (long) (7 * points * Math.log(problem.points())));
        VirtualTime.work(shmem, WorkKind.STREAM_BYTES, 6L * 2 * Double.BYTES * points);
    }

    @Override
    public double[] finish() {
        return values.clone();
    }

    /** Transforms a plane along x and y. */
    private static final class PlaneTransform {
        private final int nx;
        private final int ny;
        private final int rowLength;
        private final double[][] rootsX;
        private final double[][] rootsY;
        private final Lines lines;
        /** Rows with their elements side by side. */
        private final double[][] rows;
        /** Real and imaginary parts by row, each of {@link FtProblem#rowLength()}. */
        final double[][] plane;

        PlaneTransform(FtProblem problem) {
            nx = problem.nx();
            ny = problem.ny();
            rowLength = problem.rowLength();
            rootsX = Lines.roots(nx);
            rootsY = Lines.roots(ny);
            lines = new Lines(Math.max(nx, ny));
            rows = new double[2][nx * Lines.WIDTH];
            plane = new double[2][rowLength * ny];
        }

        void forward() {
            for (int y = 0; y < ny; y += Lines.WIDTH) {
                loadRows(y);
                lines.transform(rows, 0, Lines.WIDTH, nx, rootsX);
                storeRows(y);
            }
            columns(plane);
        }

        void backward() {
            columns(Lines.exchanged(plane));
            double[][] exchanged = Lines.exchanged(rows);
            for (int y = 0; y < ny; y += Lines.WIDTH) {
                loadRows(y);
                lines.transform(exchanged, 0, Lines.WIDTH, nx, rootsX);
                storeRows(y);
            }
        }

        private void columns(double[][] numbers) {
            for (int x = 0; x < nx; x += Lines.WIDTH) {
                lines.transform(numbers, x, rowLength, ny, rootsY);
            }
        }

        private void loadRows(int y) {
            for (int part = 0; part < 2; part++) {
                for (int x = 0; x < nx; x += Lines.WIDTH) {
                    Butterfly.turn(plane[part], y * rowLength + x, rowLength, rows[part], x * Lines.WIDTH, Lines.WIDTH);
                }
            }
        }

        private void storeRows(int y) {
            for (int part = 0; part < 2; part++) {
                for (int x = 0; x < nx; x += Lines.WIDTH) {
                    Butterfly.turn(rows[part], x * Lines.WIDTH, Lines.WIDTH, plane[part], y * rowLength + x, rowLength);
                }
            }
        }
    }
}
