// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.studies.scc;

import io.shmem4j.report.figure.Figure;
import io.shmem4j.report.figure.Figure.Axes;
import io.shmem4j.report.figure.Figure.Series;
import io.shmem4j.sim.machine.MeshMachine;
import io.shmem4j.studies.rcce.BroadcastFormulas;
import io.shmem4j.studies.rcce.BroadcastRun;
import io.shmem4j.studies.rcce.OcBroadcast;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/** OC formulas 13 to 16, computed and not simulated. */
final class ModelExperiment implements SccExperiment {
    @Override
    public String name() {
        return "model";
    }

    @Override
    public List<String> options() {
        return List.of("-k", "--lines", "--cores");
    }

    @Override
    public Figure run(SccSetup setup) {
        MeshMachine machine = setup.machine();
        int cores = setup.oneNumberOfCores();
        if (cores < 2 || cores > machine.cores()) {
            throw new IllegalArgumentException("--cores is from 2 to " + machine.cores() + ", not " + cores);
        }
        int[] lengths = SccSetup.values("--lines", setup.lines(), machine.chunkLines(), 1, 4, 16, 48,
            machine.chunkLines());
        int[] ks = SccSetup.values("-k", setup.k(), machine.mpbLines(), 2, 3, 4, 7, 47);
        BroadcastFormulas model = new BroadcastFormulas(machine, cores);
        List<Series> series = new ArrayList<>();
        List<String> notes = new ArrayList<>();
        for (int k : ks) {
            Curve curve = new Curve("k=" + k);
            for (int lines : lengths) {
                curve.add(lines, model.latency(k, lines));
            }
            series.add(curve.done());
            notes.add(String.format(Locale.ROOT, "k=%d: formula 15 %.3f MB/s.", k, model.throughput(k)));
            if (k <= OcBroadcast.mostChildren(machine)) {
                notes.add(String.format(Locale.ROOT, "k=%d: one line, simulated with looks at children's flags after"
                    + " the last is set, %.2f us.", k, BroadcastRun.withLateLooks(machine, cores, k, 1)));
            }
        }
        Curve binomial = new Curve("binomial");
        for (int lines : lengths) {
            binomial.add(lines, model.binomial(lines));
        }
        series.add(binomial.done());
        notes.add(String.format(Locale.ROOT, "Scatter and allgather: formula 16 %.3f MB/s.",
            model.scatterAllgather()));
        notes.add("Published: 35.22 (k=2), 34.30 (k=7), 35.88 (k=47), 13.38 MB/s.");
        return new Figure("Broadcast by the published formulas 13 and 14, all distances 1", "lines", "time [us]",
            Axes.LOGARITHMIC, series, notes);
    }
}
