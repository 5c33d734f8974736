// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.studies.knc.experiment;

import io.shmem4j.collective.tree.FibonacciTree;
import io.shmem4j.collective.tree.FlatTree;
import io.shmem4j.collective.tree.KnomialTree;
import io.shmem4j.collective.tree.LevelTree;
import io.shmem4j.collective.tree.Tree;
import io.shmem4j.studies.experiment.Axes;
import io.shmem4j.studies.experiment.Experiment;
import io.shmem4j.studies.experiment.Figure;
import io.shmem4j.studies.experiment.Point;
import io.shmem4j.studies.experiment.Series;
import io.shmem4j.studies.experiment.Setup;
import io.shmem4j.studies.knc.algorithm.TreeBroadcast;
import io.shmem4j.studies.knc.model.BroadcastModel;
import io.shmem4j.studies.knc.model.ModelCosts;
import java.util.ArrayList;
import java.util.List;
import java.util.function.IntFunction;

/** Section 5, figure 9: broadcast of one line down the optimum tree and the trees it is compared to. */
public final class TreesExperiment implements Experiment {
    @Override
    public String name() {
        return "trees";
    }

    @Override
    public String help() {
        return "broadcast of one line down the optimum tree and five others";
    }

    @Override
    public int iterations() {
        return 1000;
    }

    @Override
    public Figure run(Setup setup) {
        BroadcastModel model = new BroadcastModel(ModelCosts.of(setup.machine()));
        List<Series> series = new ArrayList<>();
        series.add(series(setup, "optimum", true, pes -> LevelTree.build(pes, model.bestTree(pes))));
        series.add(series(setup, "flat", false, FlatTree::build));
        series.add(series(setup, "binomial", false, pes -> KnomialTree.build(pes, 2)));
        series.add(series(setup, "3-nomial", false, pes -> KnomialTree.build(pes, 3)));
        series.add(series(setup, "Fibonacci o = L/2", false, pes -> FibonacciTree.build(pes, 0.5)));
        series.add(series(setup, "Fibonacci o = L/4", false, pes -> FibonacciTree.build(pes, 0.25)));
        return new Figure("Trees for a broadcast of one line on " + setup.machine().title(), "PEs", "time [us]",
            Axes.LINEAR, series, List.of());
    }

    private static Series series(Setup setup, String name, boolean main, IntFunction<Tree> shape) {
        List<Point> points = new ArrayList<>();
        for (int pes : setup.sizes(4, setup.machine().cores(), 4)) {
            Tree tree = shape.apply(pes);
            points.add(Point.of(pes, setup.micros(pes, base -> new TreeBroadcast(base, tree))));
        }
        return new Series(name, main, points);
    }
}
