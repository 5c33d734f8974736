// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.studies.knc.experiment;

import io.shmem4j.collective.tree.Dissemination;
import io.shmem4j.collective.tree.RoundRule;
import io.shmem4j.studies.experiment.Axes;
import io.shmem4j.studies.experiment.Experiment;
import io.shmem4j.studies.experiment.Figure;
import io.shmem4j.studies.experiment.Point;
import io.shmem4j.studies.experiment.Series;
import io.shmem4j.studies.experiment.Setup;
import io.shmem4j.studies.knc.algorithm.DisseminationBarrier;
import io.shmem4j.studies.knc.algorithm.MessageBarrier;
import io.shmem4j.studies.knc.model.BarrierModel;
import io.shmem4j.studies.knc.model.ModelCosts;
import java.util.ArrayList;
import java.util.List;

/** Section 4.2, figure 12: barrier by m-way dissemination against equations 15 and 16 and the baseline. */
public final class BarrierExperiment implements Experiment {
    @Override
    public String name() {
        return "barrier";
    }

    @Override
    public String help() {
        return "barrier by m-way dissemination";
    }

    @Override
    public int iterations() {
        return 1000;
    }

    @Override
    public Figure run(Setup setup) {
        BarrierModel model = new BarrierModel(ModelCosts.of(setup.machine()));
        List<Point> ours = new ArrayList<>();
        List<Point> baseline = new ArrayList<>();
        for (int pes : setup.sizes(2, setup.machine().cores(), 2)) {
            Dissemination pattern = model.best(pes, RoundRule.PUBLISHED);
            ours.add(Point.of(pes, setup.micros(pes, base -> new DisseminationBarrier(base, pattern)),
                model.time(pattern).scaled(0.001)));
            baseline.add(Point.of(pes, setup.micros(pes, base -> new MessageBarrier(base, pes, setup.messages()))));
        }
        return new Figure("Barrier on " + setup.machine().title(), "PEs", "time [us]", Axes.LINEAR,
            List.of(new Series("dissemination", true, ours), new Series(Baseline.NAME, false, baseline)),
            List.of("Ways and rounds by the published rule, ceil(log_m n) rounds.", Baseline.NOTE));
    }
}
