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
import java.util.Locale;

/** Figure 6: STREAM whose blocks are summed over 2 PEs, the original way and by pointer. */
public final class StreamExperiment implements Experiment {
    @Override
    public String name() {
        return "stream";
    }

    @Override
    public String help() {
        return "STREAM with sums over 2 PEs, original and by pointer with vectors, blocks of 4 KiB to 256 KiB";
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
        int[] blocks = setup.sizes() == null ? new int[] {4 << 10, 16 << 10, 64 << 10, 256 << 10} : setup.sizes();
        StreamProgram program = Jobs.stream(setup.machine(), blocks);
        List<Series> series = new ArrayList<>();
        for (StreamKernel kernel : StreamKernel.values()) {
            for (boolean optimised : new boolean[] {false, true}) {
                List<Point> points = new ArrayList<>();
                for (int block = 0; block < blocks.length; block++) {
                    points.add(Point.of(blocks[block], new Sample(program.megabytes(kernel, optimised, block))));
                }
                String name = kernel.name().toLowerCase(Locale.ROOT);
                series.add(new Series(name + (optimised ? " by pointer" : ""), false, points));
            }
        }
        return new Figure("STREAM with sums over 2 PEs of " + setup.machine().title(), "bytes", "10^6 bytes/s",
            Axes.LOGARITHMIC,
            series, List.of("Bytes of a PE's block; after each the blocks of both PEs are summed over both.",
                Jobs.PROFILE_NOTE));
    }
}
