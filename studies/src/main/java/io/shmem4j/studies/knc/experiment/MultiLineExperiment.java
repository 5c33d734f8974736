// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.studies.knc.experiment;

import io.shmem4j.studies.experiment.Axes;
import io.shmem4j.studies.experiment.Experiment;
import io.shmem4j.studies.experiment.Figure;
import io.shmem4j.studies.experiment.Point;
import io.shmem4j.studies.experiment.Series;
import io.shmem4j.studies.experiment.Setup;
import io.shmem4j.studies.knc.algorithm.PingPong;
import io.shmem4j.studies.knc.model.PingPongModel;
import io.shmem4j.studies.stat.Sample;
import java.util.ArrayList;
import java.util.List;

/** Section 3.2, figure 5: ping-pongs of several lines against the fitted function T(N). */
public final class MultiLineExperiment implements Experiment {
    @Override
    public String name() {
        return "multiline";
    }

    @Override
    public String help() {
        return "half a ping-pong of 1 to 128 lines, from caches and from memory";
    }

    @Override
    public int iterations() {
        return 5000;
    }

    @Override
    public Figure run(Setup setup) {
        PingPongModel model = new PingPongModel(setup.machine());
        List<Series> series = new ArrayList<>();
        for (boolean memory : new boolean[] {false, true}) {
            List<Point> points = new ArrayList<>();
            for (int lines : setup.sizes(8, setup.machine().maxLines(), 8)) {
                Sample times = setup.nanos(2, base -> new PingPong(base, lines, memory));
                points.add(Point.of(lines, times, lines == 1 ? model.oneLine(memory, true)
                    : model.lines(lines, memory), 0));
            }
            series.add(new Series(memory ? "buffers in memory" : "buffers in caches", true, points));
        }
        return new Figure("Ping-pong of several lines on " + setup.machine().title(), "lines", "time [ns]", Axes.LINEAR,
            series, List.of("A single line is moved by a load and a store; the fit begins at two."));
    }
}
