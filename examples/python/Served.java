// SPDX-License-Identifier: Apache-2.0
import io.shmem4j.Cmp;
import io.shmem4j.Shmem;
import io.shmem4j.SymmetricLongs;
import io.shmem4j.data.SymmetricDoubles2D;
import java.util.Arrays;

/** Puts rows into a batch that serve.py passes through a layer of a model: ./oshrun -np 4 examples/python/Served.java. */
final class Served {
    private static final int ROWS = 8;
    private static final int INPUTS = 64;

    private Served() {
    }

    public static void main(String[] args) {
        int steps = args.length > 0 ? Integer.parseInt(args[0]) : 2000;
        try (Shmem shmem = Shmem.init()) {
            int me = shmem.myPe();
            SymmetricDoubles2D batch = SymmetricDoubles2D.allocate(shmem, ROWS * shmem.nPes(), INPUTS).named("batch");
            SymmetricDoubles2D outputs = SymmetricDoubles2D.allocate(shmem, ROWS * shmem.nPes(), 1).named("outputs");
            SymmetricLongs full = shmem.allocateLongs(1).named("full").external();
            SymmetricLongs done = shmem.allocateLongs(1).named("done").external();
            shmem.barrierAll();
            double[] row = new double[INPUTS];
            double[] result = new double[ROWS];
            long[] nanos = new long[steps];
            for (int step = 1; step <= steps; step++) {
                Arrays.fill(row, step % 100 / 100.0 + me);
                long start = System.nanoTime();
                for (int i = 0; i < ROWS; i++) {
                    shmem.put(batch.array(), (long) (ROWS * me + i) * INPUTS, row, 0, INPUTS, 0);
                }
                shmem.inc(full, 0, 0);
                done.waitUntil(0, Cmp.GE, step);
                shmem.get(result, 0, outputs.array(), (long) ROWS * me, ROWS, 0);
                nanos[step - 1] = System.nanoTime() - start;
                double expected = Math.tanh(row[0]);
                if (Math.abs(result[ROWS - 1] - expected) > 1e-9) {
                    throw new AssertionError(result[ROWS - 1] + " instead of " + expected);
                }
            }
            Arrays.sort(nanos);
            shmem.barrierAll();
            if (me == 0) {
                System.out.printf("%d steps of %d PEs: p50 %.1f us, p99 %.1f us%n", steps, shmem.nPes(),
                    nanos[steps / 2] / 1e3, nanos[steps * 99 / 100] / 1e3);
            }
        }
    }
}
