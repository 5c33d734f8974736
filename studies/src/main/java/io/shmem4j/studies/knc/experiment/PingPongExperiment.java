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

/** Section 3.1: half a ping-pong of one line against equation 1, with and without the overhead of active sides. */
public final class PingPongExperiment implements Experiment {
    @Override
    public String name() {
        return "pingpong";
    }

    @Override
    public String help() {
        return "half a ping-pong of one line, by where the send buffer is";
    }

    @Override
    public int iterations() {
        return 5000;
    }

    @Override
    public Figure run(Setup setup) {
        PingPongModel model = new PingPongModel(setup.machine());
        List<Series> series = new ArrayList<>();
        List<String> notes = new ArrayList<>();
        for (boolean memory : new boolean[] {false, true}) {
            Sample times = setup.nanos(2, base -> new PingPong(base, 1, memory));
            double deviation = setup.seed() == 0 ? 0 : model.oneLineDeviation(memory);
            Point plain = Point.of(1, times, model.oneLine(memory, false), deviation);
            Point whole = Point.of(1, times, model.oneLine(memory, true), deviation);
            String where = memory ? "send buffer in memory" : "send buffer in the sender's cache";
            series.add(new Series(where, true, List.of(plain)));
            series.add(new Series(where + ", model with O", true, List.of(whole)));
            notes.add(String.format("%s: the t-test %s the model without O (p = %.2g) and %s the model with it"
                + " (p = %.2g).", where, verdict(plain), plain.test().p(), verdict(whole), whole.test().p()));
        }
        return new Figure("Ping-pong of one line on " + setup.machine().title(), "lines", "time [ns]",
            Axes.LINEAR, series, notes);
    }

    private static String verdict(Point point) {
        return point.test().p() < 0.1 ? "rejects" : "does not reject";
    }
}
