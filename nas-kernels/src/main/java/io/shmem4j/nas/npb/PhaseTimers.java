// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.nas.npb;

import io.shmem4j.Shmem;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;

/** Stop watches for the phases of a kernel, on the job's clock, which is virtual on simulated machines. */
public final class PhaseTimers<P extends Enum<P>> {
    private final Shmem shmem;
    private final P[] phases;
    private final double[] seconds;
    private double since;

    /** Makes watches that stand at zero. */
    public PhaseTimers(Shmem shmem, P[] phases) {
        this.shmem = shmem;
        this.phases = phases;
        this.seconds = new double[phases.length];
    }

    public void restart() {
        Arrays.fill(seconds, 0);
        since = shmem.time();
    }

    /** Charges the time since the last call to a phase. */
    public void lap(P phase) {
        double now = shmem.time();
        seconds[phase.ordinal()] += now - since;
        since = now;
    }

    /** {@return mean and maximum over the PEs of each phase}; collective */
    public List<Time> collect(AllGather allGather) {
        double[][] rows = allGather.gather(seconds);
        List<Time> times = new ArrayList<>();
        for (P phase : phases) {
            double sum = 0;
            double max = 0;
            for (double[] row : rows) {
                sum += row[phase.ordinal()];
                max = Math.max(max, row[phase.ordinal()]);
            }
            times.add(new Time(phase.name().toLowerCase(Locale.ROOT).replace('_', ' '), sum / rows.length, max));
        }
        return times;
    }

    /** Time of a phase in seconds over the timed part. */
    public record Time(String phase, double mean, double max) {
    }
}
