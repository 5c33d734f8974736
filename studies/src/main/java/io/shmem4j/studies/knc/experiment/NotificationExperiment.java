// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.studies.knc.experiment;

import io.shmem4j.studies.experiment.Axes;
import io.shmem4j.studies.experiment.Experiment;
import io.shmem4j.studies.experiment.Figure;
import io.shmem4j.studies.experiment.Point;
import io.shmem4j.studies.experiment.Range;
import io.shmem4j.studies.experiment.Series;
import io.shmem4j.studies.experiment.Setup;
import io.shmem4j.studies.knc.algorithm.BackNotification;
import io.shmem4j.studies.knc.algorithm.SpreadNotification;
import io.shmem4j.studies.knc.model.ModelCosts;
import io.shmem4j.studies.knc.model.NotificationModel;
import java.util.ArrayList;
import java.util.List;

/** Section 4.1.1: notification backwards, on one line and on a line for each PE, against equations 5 and 6. */
public final class NotificationExperiment implements Experiment {
    @Override
    public String name() {
        return "notification";
    }

    @Override
    public String help() {
        return "all PEs tell one that they are done, on one line or on one each";
    }

    @Override
    public int iterations() {
        return 1000;
    }

    @Override
    public Figure run(Setup setup) {
        List<Point> one = new ArrayList<>();
        List<Point> spread = new ArrayList<>();
        for (int pes : setup.sizes(2, setup.machine().cores(), 2)) {
            Range model = NotificationModel.of(ModelCosts.of(setup.machine()), pes).scaled(0.001);
            one.add(Point.of(pes, setup.micros(pes, base -> new BackNotification(base, pes)), model));
            spread.add(Point.of(pes, setup.micros(pes, base -> new SpreadNotification(base, pes))));
        }
        return new Figure("Notification of one PE by all on " + setup.machine().title(), "PEs", "time [us]",
            Axes.LINEAR,
            List.of(new Series("one line for all", true, one), new Series("a line for each", false, spread)),
            List.of());
    }
}
