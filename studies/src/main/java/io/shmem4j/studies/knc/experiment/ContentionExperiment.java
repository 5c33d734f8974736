// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.studies.knc.experiment;

import io.shmem4j.studies.experiment.Axes;
import io.shmem4j.studies.experiment.Experiment;
import io.shmem4j.studies.experiment.Figure;
import io.shmem4j.studies.experiment.Point;
import io.shmem4j.studies.experiment.Series;
import io.shmem4j.studies.experiment.Setup;
import io.shmem4j.studies.knc.algorithm.ContendedCopy;
import io.shmem4j.studies.knc.model.ModelCosts;
import io.shmem4j.studies.stat.Sample;
import java.util.ArrayList;
import java.util.List;

/** Section 3.3, figure 6: n PEs copy the same line at once, against T_C(n) = b + c n. */
public final class ContentionExperiment implements Experiment {
    @Override
    public String name() {
        return "contention";
    }

    @Override
    public String help() {
        return "many PEs copy one line at once";
    }

    @Override
    public int iterations() {
        return 1000;
    }

    @Override
    public Figure run(Setup setup) {
        ModelCosts costs = ModelCosts.of(setup.machine());
        List<Series> series = new ArrayList<>();
        for (boolean memory : new boolean[] {false, true}) {
            List<Point> points = new ArrayList<>();
            for (int readers : setup.sizes(1, setup.machine().cores() - 1, 2)) {
                Sample times = setup.nanos(readers + 1, base -> new ContendedCopy(base, readers, memory));
                points.add(memory ? Point.of(readers, times)
                    : Point.of(readers, times, costs.contended(readers), 0));
            }
            series.add(new Series(memory ? "line in memory" : "line in its owner's cache", true, points));
        }
        return new Figure("Contention for one line on " + setup.machine().title(), "readers", "time [ns]", Axes.LINEAR,
            series, List.of("The slope c is an input of the machine file, calibrated to the published optimal trees;"
                + " this figure shows that it comes out again.",
                "An iteration takes as long as its slowest reader, so deviations raise it above the model of means."));
    }
}
