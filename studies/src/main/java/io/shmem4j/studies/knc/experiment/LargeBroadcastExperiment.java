// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.studies.knc.experiment;

import io.shmem4j.studies.experiment.Axes;
import io.shmem4j.studies.experiment.Experiment;
import io.shmem4j.studies.experiment.Figure;
import io.shmem4j.studies.experiment.Point;
import io.shmem4j.studies.experiment.Series;
import io.shmem4j.studies.experiment.Setup;
import io.shmem4j.studies.knc.algorithm.FlatCopyBroadcast;
import io.shmem4j.studies.knc.algorithm.MessageBroadcast;
import io.shmem4j.studies.knc.algorithm.PipelinedBroadcast;
import io.shmem4j.studies.knc.model.LargeBroadcastModel;
import io.shmem4j.studies.knc.model.ModelCosts;
import java.util.ArrayList;
import java.util.List;

/** Section 4.1.3, figure 11: broadcast of 8 KB by a flat tree and by a pipeline against equations 12 to 14. */
public final class LargeBroadcastExperiment implements Experiment {
    @Override
    public String name() {
        return "largebcast";
    }

    @Override
    public String help() {
        return "broadcast of 8 KB: flat tree and pipeline";
    }

    @Override
    public int iterations() {
        return 1000;
    }

    @Override
    public Figure run(Setup setup) {
        LargeBroadcastModel model = new LargeBroadcastModel(ModelCosts.of(setup.machine()));
        int lines = setup.machine().maxLines();
        List<Point> flat = new ArrayList<>();
        List<Point> pipelined = new ArrayList<>();
        List<Point> baseline = new ArrayList<>();
        for (int pes : setup.sizes(4, setup.machine().cores(), 4)) {
            flat.add(Point.of(pes, setup.micros(pes, base -> new FlatCopyBroadcast(base, pes, lines)),
                model.flat(pes, lines).scaled(0.001)));
            pipelined.add(Point.of(pes, setup.micros(pes, base -> new PipelinedBroadcast(base, pes, lines)),
                model.pipelined(pes, lines).scaled(0.001)));
            baseline.add(Point.of(pes, setup.micros(pes,
                base -> new MessageBroadcast(base, pes, lines, setup.messages()))));
        }
        return new Figure("Broadcast of " + lines + " lines on " + setup.machine().title(), "PEs", "time [us]",
            Axes.LINEAR, List.of(new Series("flat tree", true, flat), new Series("pipeline", true, pipelined),
                new Series(Baseline.NAME, false, baseline)), List.of(Baseline.NOTE));
    }
}
