// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.nas.npb;

import io.shmem4j.Shmem;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.stream.Stream;

/** Times the phases of a kernel by the job's clock, which is virtual on simulated machines. */
public final class PhaseTimers {
    private final Shmem shmem;
    private final Phase[] phases;
    private final double[] seconds = new double[Phase.values().length];
    private double since;

    public PhaseTimers(Shmem shmem, Phase... phases) {
        this.shmem = shmem;
        this.phases = phases;
    }

    public void restart() {
        Arrays.fill(seconds, 0);
        since = shmem.time();
    }

    /** Adds the time since the last call to a phase. */
    public void lap(Phase phase) {
        double now = shmem.time();
        seconds[phase.ordinal()] += now - since;
        since = now;
    }

    /** {@return mean and maximum of each phase over the PEs}; collective */
    public List<Time> collect(AllGather allGather) {
        double[][] rows = allGather.gather(Stream.of(phases).mapToDouble(each -> seconds[each.ordinal()]).toArray());
        List<Time> times = new ArrayList<>();
        for (int i = 0; i < phases.length; i++) {
            double sum = 0;
            double max = 0;
            for (double[] row : rows) {
                sum += row[i];
                max = Math.max(max, row[i]);
            }
            times.add(new Time(phases[i].name().toLowerCase(Locale.ROOT).replace('_', ' '), sum / rows.length, max));
        }
        return times;
    }

    /** Seconds of a phase. */
    public record Time(String phase, double mean, double max) {
    }
}
