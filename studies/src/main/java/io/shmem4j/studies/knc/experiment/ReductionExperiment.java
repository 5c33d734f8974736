// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.studies.knc.experiment;

import io.shmem4j.collective.tree.LevelTree;
import io.shmem4j.studies.experiment.Axes;
import io.shmem4j.studies.experiment.Experiment;
import io.shmem4j.studies.experiment.Figure;
import io.shmem4j.studies.experiment.Point;
import io.shmem4j.studies.experiment.Series;
import io.shmem4j.studies.experiment.Setup;
import io.shmem4j.studies.knc.algorithm.MessageReduction;
import io.shmem4j.studies.knc.algorithm.TreeReduction;
import io.shmem4j.studies.knc.model.ModelCosts;
import io.shmem4j.studies.knc.model.ReductionModel;
import java.util.ArrayList;
import java.util.List;

/** Section 4.3, figure 13: reduction of one item up the optimum tree against equations 17 and 18 and the baseline. */
public final class ReductionExperiment implements Experiment {
    @Override
    public String name() {
        return "reduction";
    }

    @Override
    public String help() {
        return "sum of one item per PE up the optimum tree";
    }

    @Override
    public int iterations() {
        return 1000;
    }

    @Override
    public Figure run(Setup setup) {
        ReductionModel model = new ReductionModel(ModelCosts.of(setup.machine()));
        List<Point> ours = new ArrayList<>();
        List<Point> baseline = new ArrayList<>();
        for (int pes : setup.sizes(2, setup.machine().cores(), 2)) {
            int[] levels = model.bestTree(pes);
            ours.add(Point.of(pes, setup.micros(pes, base -> new TreeReduction(base, LevelTree.build(pes, levels))),
                model.time(levels).scaled(0.001)));
            baseline.add(Point.of(pes, setup.micros(pes, base -> new MessageReduction(base, pes, setup.messages()))));
        }
        return new Figure("Reduction of one item on " + setup.machine().title(), "PEs", "time [us]", Axes.LINEAR,
            List.of(new Series("optimum tree", true, ours), new Series(Baseline.NAME, false, baseline)),
            List.of("The best case of the model adds flag settings that overlap in the simulation.", Baseline.NOTE));
    }
}
