// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.launch.tune;

import io.shmem4j.Cmp;
import io.shmem4j.Shmem;
import io.shmem4j.SymmetricLongs;
import io.shmem4j.collective.cost.CostRow;
import io.shmem4j.collective.cost.CostSection.LineCosts;
import io.shmem4j.collective.cost.CostSection.Load;
import io.shmem4j.collective.cost.CostSection;
import io.shmem4j.collective.cost.CostTable;
import io.shmem4j.collective.cost.CostTableWriter;
import io.shmem4j.collective.cost.CostTables;
import io.shmem4j.collective.cost.Operation;
import io.shmem4j.config.Setting;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/** Job that measures all algorithms of all collectives; PE 0 writes the cost table. */
public final class TuneCollectives {
    private static final int BATCHES = 500;
    private static final int TURNS = 200;

    private TuneCollectives() {
    }

    /** Arguments: time limit in milliseconds, file, backend. */
    public static void main(String[] args) throws IOException {
        try (Shmem shmem = Shmem.init()) {
            double signal = signal(shmem);
            int cores = Setting.CORES.isSet() ? Setting.CORES.intValue() : shmem.nPes();
            Load load = Load.of(shmem.nPes(), cores);
            List<CostRow> rows = new TimeTable(shmem, load, Long.parseLong(args[0]) * 1_000_000).measure();
            if (shmem.myPe() == 0) {
                LineCosts line = CostTables.inForce(Operation.BARRIER).section(args[2], load).line();
                CostSection section = new CostSection(args[2], load, line, signal, rows);
                Files.writeString(Path.of(args[1]),
                    CostTableWriter.write(new CostTable("", cores, "unknown", List.of(section))));
            }
        }
    }

    /** {@return the latency of a signal in nanoseconds, from the fastest batch; collective} */
    private static double signal(Shmem shmem) {
        SymmetricLongs ball = shmem.allocateLongs(2).named("ball");
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
        shmem.barrierAll();
        return best;
    }
}
