// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.studies.describe;

import io.shmem4j.Shmem;
import io.shmem4j.SymmetricDoubles;
import io.shmem4j.SymmetricLongs;
import java.io.IOException;
import java.nio.file.Path;

/**
 * Job that measures the values of a machine file: lines in all states, the second cache, messages, copy rates. PE 1
 * writes them to a file.
 */
final class MeasuringProgram {
    private static final CacheInfo SECOND = new CacheInfo(512 << 10, 8);
    private static final int LINE_BYTES = 64;
    private static final int COPIES = 5;
    private static final long REST = 2 << 20;

    private final Shmem shmem;
    private final MachineCosts costs;
    private final Eviction eviction;
    private final LineProbe lines;
    private final LineChain large;

    private MeasuringProgram(Shmem shmem, MachineCosts costs) {
        this.shmem = shmem;
        this.costs = costs;
        this.eviction = new Eviction(shmem);
        this.lines = new LineProbe(shmem, eviction, costs);
        this.large = new LineChain(shmem, (int) (second().bytes() / 2 / LINE_BYTES), LineChain.DENSE);
    }

    /** {@return bytes of symmetric heap per PE} */
    static long heapBytes() {
        return 2 * Eviction.bytes() + second().bytes() + REST;
    }

    /** {@return a core's second cache, or a typical one if the system reports none} */
    static CacheInfo second() {
        return CacheInfo.of(2, SECOND);
    }

    public static void main(String[] args) throws IOException {
        try (Shmem shmem = Shmem.init()) {
            MachineCosts costs = new MachineCosts();
            MeasuringProgram program = new MeasuringProgram(shmem, costs);
            program.states();
            MessageProbe messages = new MessageProbe(shmem, Eviction.bytes());
            messages.cached(costs);
            messages.cold(costs);
            program.rates();
            if (shmem.myPe() == 1) {
                costs.write(Path.of(args[0]));
            }
        }
    }

    private void states() {
        LineChain chain = lines.chain();
        Runnable nothing = () -> { };
        lines.warmUp(() -> large.stream(shmem.myPe()));
        lines.put("remote.modified", LineProbe.TIMES, () -> lines.on(0, chain::link), () -> chain.follow(0));
        lines.put("own.shared", LineProbe.TIMES, nothing, () -> chain.follow(0));
        lines.put("own.modified", LineProbe.TIMES, () -> lines.on(1, chain::link), () -> chain.follow(1));
        // With two PEs there is no third one to share a line with its owner.
        lines.put("remote.shared", LineProbe.SLOW_TIMES, () -> {
            lines.exclusive();
            if (shmem.nPes() > 2) {
                lines.on(2, () -> chain.follow(0));
            }
        }, () -> chain.follow(0));
        lines.run();
        lines.put("l2.latency", LineProbe.TIMES, nothing, () -> large.follow(1));
        lines.put("l2.stream", LineProbe.TIMES, nothing, () -> large.stream(1));
    }

    private void rates() {
        SymmetricDoubles rates = shmem.allocateDoubles(shmem.nPes()).named("rates");
        shmem.barrierAll();
        if (shmem.myPe() == 1) {
            costs.put("thread.rate", copyRate());
        }
        shmem.barrierAll();
        shmem.p(rates, shmem.myPe(), copyRate(), 1);
        shmem.barrierAll();
        if (shmem.myPe() == 1) {
            double sum = 0;
            for (int pe = 0; pe < shmem.nPes(); pe++) {
                sum += rates.get(pe);
            }
            costs.put("chip.rate", Math.max(sum, costs.get("thread.rate")));
        }
    }

    /** {@return this PE's best copy rate, in bytes per nanosecond} */
    private double copyRate() {
        SymmetricLongs memory = eviction.memory();
        long half = memory.length() / 2;
        double best = 0;
        for (int i = 0; i < COPIES; i++) {
            long start = System.nanoTime();
            shmem.put(memory, half, memory, 0, half, shmem.myPe());
            best = Math.max(best, 2.0 * half * Long.BYTES / (System.nanoTime() - start));
        }
        return best;
    }
}
