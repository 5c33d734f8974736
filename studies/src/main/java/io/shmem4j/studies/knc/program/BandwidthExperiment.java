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

/** Figures 4 and 5: bandwidth of put against a pointer, for some numbers of pairs. */
public final class BandwidthExperiment implements Experiment {
    private static final int MOST = 1 << 20;

    @Override
    public String name() {
        return "bandwidth";
    }

    @Override
    public String help() {
        return "put against a pointer: bandwidth of 1, 2, 8 and 64 pairs, blocks of 4 B to 1 MiB";
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
        PairsProgram program = Jobs.pairs(setup, pairs, MOST);
        int[] blocks = program.blocks();
        List<Series> series = new ArrayList<>();
        for (int i = 0; i < pairs.length; i++) {
            for (boolean pointer : new boolean[] {false, true}) {
                List<Point> points = new ArrayList<>();
                for (int block = 0; block < blocks.length; block++) {
                    points.add(Point.of(blocks[block], new Sample(program.bandwidth(pointer, i, block))));
                }
                series.add(new Series(pairs[i] + (pointer ? " by pointer" : " by put"), false, points));
            }
        }
        return new Figure("Bandwidth of a pair on " + setup.machine().title(), "bytes", "10^6 bytes/s",
            Axes.LOGARITHMIC, series,
            List.of("The same block again and again, mean of the active pairs.", Jobs.PROFILE_NOTE));
    }
}
