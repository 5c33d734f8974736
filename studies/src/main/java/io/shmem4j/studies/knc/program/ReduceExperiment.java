// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.studies.knc.program;

import io.shmem4j.algorithm.Transfer;
import io.shmem4j.studies.experiment.Axes;
import io.shmem4j.studies.experiment.Experiment;
import io.shmem4j.studies.experiment.Figure;
import io.shmem4j.studies.experiment.Point;
import io.shmem4j.studies.experiment.Series;
import io.shmem4j.studies.experiment.Setup;
import io.shmem4j.studies.stat.Sample;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/** Figures 7 to 9: four algorithms for reductions and two transfers. */
public final class ReduceExperiment implements Experiment {
    private static final int PES = 64;
    private static final int MOST = 4 << 20;

    @Override
    public String name() {
        return "reduce";
    }

    @Override
    public String help() {
        return "four reductions by put/get and by pointer at 64 PEs, 4 B to 4 MiB; --sizes M: up to M bytes";
    }

    @Override
    public int iterations() {
        return 1;
    }

    @Override
    public String machine() {
        return "knc-se10p";
    }

    @Override
    public Figure run(Setup setup) {
        ReduceProgram program = Jobs.reduce(setup, PES, setup.sizes() == null ? MOST : setup.sizes()[0]);
        int[] sizes = program.sizes();
        List<Series> series = new ArrayList<>();
        for (Transfer transfer : Transfer.values()) {
            for (int a = 0; a < ReduceProgram.ALGORITHMS.size(); a++) {
                List<Point> points = new ArrayList<>();
                for (int size = 0; size < sizes.length; size++) {
                    points.add(Point.of(sizes[size], new Sample(program.micros(a, transfer, size))));
                }
                series.add(new Series((ReduceProgram.ALGORITHMS.get(a) + " " + transfer).toLowerCase(Locale.ROOT),
                    false, points));
            }
        }
        return new Figure("Sum of ints over " + PES + " PEs on " + setup.machine().title(), "bytes", "time [us]",
            Axes.LOGARITHMIC, series, List.of(Jobs.PROFILE_NOTE));
    }
}
