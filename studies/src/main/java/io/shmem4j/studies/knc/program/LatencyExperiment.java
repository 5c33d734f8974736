// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.studies.knc.program;

import io.shmem4j.studies.experiment.Axes;
import io.shmem4j.studies.experiment.Experiment;
import io.shmem4j.studies.experiment.Figure;
import io.shmem4j.studies.experiment.Point;
import io.shmem4j.studies.experiment.Series;
import io.shmem4j.studies.experiment.Setup;
import io.shmem4j.studies.stat.Sample;
import java.util.ArrayList;
import java.util.List;

/** Figure 3: latency of put and get against a pointer, for some numbers of pairs. */
public final class LatencyExperiment implements Experiment {
    @Override
    public String name() {
        return "latency";
    }

    @Override
    public String help() {
        return "put and get against a pointer: latency between 1, 2, 8 and 64 pairs";
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
        int[] pairs = setup.sizes() == null ? new int[] {1, 2, 8, PairsProgram.PAIRS} : setup.sizes();
        PairsProgram program = Jobs.pairs(setup, pairs, 8);
        List<Series> series = new ArrayList<>();
        for (boolean get : new boolean[] {false, true}) {
            for (boolean pointer : new boolean[] {false, true}) {
                List<Point> points = new ArrayList<>();
                for (int i = 0; i < pairs.length; i++) {
                    points.add(Point.of(pairs[i],
                        new Sample(get ? program.get(pointer, i) : program.put(pointer, i))));
                }
                series.add(new Series((get ? "get" : "put") + (pointer ? " by pointer" : ""), false, points));
            }
        }
        return new Figure("Latency of 8 bytes on " + setup.machine().title(), "pairs", "time [ns]", Axes.LINEAR, series,
            List.of("put: half of a ping-pong whose receiver polls; get: of a number its owner has just written.",
                Jobs.PROFILE_NOTE));
    }
}
