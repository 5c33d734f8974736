// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.studies.knc.experiment;

import io.shmem4j.studies.experiment.Axes;
import io.shmem4j.studies.experiment.Experiment;
import io.shmem4j.studies.experiment.Figure;
import io.shmem4j.studies.experiment.Point;
import io.shmem4j.studies.experiment.Series;
import io.shmem4j.studies.experiment.Setup;
import io.shmem4j.studies.knc.algorithm.PairedPingPong;
import io.shmem4j.studies.knc.model.PingPongModel;
import java.util.ArrayList;
import java.util.List;

/** Section 3.4: whether many pairs that communicate at once disturb each other. */
public final class RingExperiment implements Experiment {
    @Override
    public String name() {
        return "ring";
    }

    @Override
    public String help() {
        return "ping-pongs of many pairs at once, in two arrangements on the ring";
    }

    @Override
    public int iterations() {
        return 1000;
    }

    @Override
    public Figure run(Setup setup) {
        double model = new PingPongModel(setup.machine()).oneLine(false, true);
        List<Point> interleaved = new ArrayList<>();
        List<Point> nested = new ArrayList<>();
        for (int pes : setup.sizes(4, setup.machine().cores() & -4, 4)) {
            interleaved.add(Point.of(pes / 2.0, setup.nanos(pes,
                base -> new PairedPingPong(base, 1, PairedPingPong.interleaved(pes))), model, 0));
            nested.add(Point.of(pes / 2.0, setup.nanos(pes,
                base -> new PairedPingPong(base, 1, PairedPingPong.nested(pes))), model, 0));
        }
        return new Figure("Ping-pongs of many pairs on " + setup.machine().title(), "pairs", "time [ns]", Axes.LINEAR,
            List.of(new Series("interleaved pairs", true, interleaved), new Series("nested pairs", true, nested)),
            List.of("The slowest pair counts; without deviations (--seed 0) the number of pairs changes nothing."));
    }
}
