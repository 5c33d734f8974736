// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.studies.knc.experiment;

import io.shmem4j.collective.tree.LevelTree;
import io.shmem4j.studies.experiment.Axes;
import io.shmem4j.studies.experiment.Experiment;
import io.shmem4j.studies.experiment.Figure;
import io.shmem4j.studies.experiment.Point;
import io.shmem4j.studies.experiment.Series;
import io.shmem4j.studies.experiment.Setup;
import io.shmem4j.studies.knc.algorithm.MessageBroadcast;
import io.shmem4j.studies.knc.algorithm.TreeBroadcast;
import io.shmem4j.studies.knc.model.BroadcastModel;
import io.shmem4j.studies.knc.model.ModelCosts;
import java.util.ArrayList;
import java.util.List;

/** Section 4.1.2, figure 10: broadcast of one line down the optimum tree against equation 11 and the baseline. */
public final class BroadcastExperiment implements Experiment {
    @Override
    public String name() {
        return "broadcast";
    }

    @Override
    public String help() {
        return "broadcast of one line down the optimum tree";
    }

    @Override
    public int iterations() {
        return 1000;
    }

    @Override
    public Figure run(Setup setup) {
        BroadcastModel model = new BroadcastModel(ModelCosts.of(setup.machine()));
        List<Point> ours = new ArrayList<>();
        List<Point> baseline = new ArrayList<>();
        for (int pes : setup.sizes(2, setup.machine().cores(), 2)) {
            int[] levels = model.bestTree(pes);
            ours.add(Point.of(pes, setup.micros(pes, base -> new TreeBroadcast(base, LevelTree.build(pes, levels))),
                model.time(levels).scaled(0.001)));
            baseline.add(Point.of(pes, setup.micros(pes,
                base -> new MessageBroadcast(base, pes, 1, setup.messages()))));
        }
        return new Figure("Broadcast of one line on " + setup.machine().title(), "PEs", "time [us]", Axes.LINEAR,
            List.of(new Series("optimum tree", true, ours), new Series(Baseline.NAME, false, baseline)),
            List.of(Baseline.NOTE));
    }
}
