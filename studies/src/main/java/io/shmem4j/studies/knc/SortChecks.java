// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.studies.knc;

import io.shmem4j.studies.experiment.Checks;
import io.shmem4j.studies.experiment.JobsAhead;
import io.shmem4j.studies.experiment.Result;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.function.Supplier;

/**
 * Checks of Integer Sort by put/get against loads and stores, and with its original reduction against two others. Two
 * of the ten rankings do, which differ by one key.
 */
final class SortChecks {
    private static final int[] PES = {32, 64, 128};
    private static final String SORT = "is --class A --steps 2 --transfer ";
    /** PEs and heap of the sort whose reductions are compared. */
    private static final int[] SUMMED_PES = {64, 128};
    private static final String[] SUMMED_HEAPS = {"128m", "64m"};
    private static final String SUMMED = "is --class C --steps 2 --transfer putget --reduction ";
    private static final String[] SUMS = {"original", "recdbl", "rabenseifner"};

    private final List<Supplier<Double>> sorts = new ArrayList<>();
    private final List<Supplier<Double>> summed = new ArrayList<>();

    /** The longest first, so that none is left alone at the end. */
    SortChecks(JobsAhead jobs) {
        for (int i = 0; i < SUMMED_PES.length; i++) {
            for (String sum : SUMS) {
                summed.add(NasRun.ahead(jobs, SUMMED_PES[i], SUMMED + sum, SUMMED_HEAPS[i]));
            }
        }
        for (int pes : PES) {
            sorts.add(NasRun.ahead(jobs, pes, SORT + "putget", Math.max(16, 512 / pes) + "m"));
            sorts.add(NasRun.ahead(jobs, pes, SORT + "pointer", Math.max(16, 512 / pes) + "m"));
        }
    }

    void addTo(Checks checks) {
        checks.add("is.order", this::order);
        checks.add("is.reduction.order", this::sumOrder);
        checks.add("is.reduction.average", this::sumAverage);
    }

    private static double gain(double before, double after) {
        return 100 * (1 - after / before);
    }

    /** {@return by number of PEs and algorithm: by how many percent a sort is shorter than with original reductions} */
    private double[][] sumGains() {
        double[][] gains = new double[SUMMED_PES.length][SUMS.length - 1];
        for (int i = 0; i < gains.length; i++) {
            double original = summed.get(i * SUMS.length).get();
            for (int a = 0; a < gains[i].length; a++) {
                gains[i][a] = gain(original, summed.get(i * SUMS.length + 1 + a).get());
            }
        }
        return gains;
    }

    private Result sumOrder() {
        boolean holds = true;
        StringBuilder text = new StringBuilder();
        for (int i = 0; i < SUMMED_PES.length; i++) {
            double[] gain = sumGains()[i];
            holds &= gain[0] > 0 && gain[1] > 0 && (i == 0 || gain[0] > sumGains()[i - 1][0]);
            text.append(String.format(Locale.ROOT, "%s%d: %.0f %%, %.0f %%", i == 0 ? "" : "; ", SUMMED_PES[i], gain[0],
                gain[1]));
        }
        return Result.of(holds, text.toString());
    }

    private Result sumAverage() {
        double mean = Arrays.stream(sumGains()).flatMapToDouble(Arrays::stream).average().orElseThrow();
        return Result.of(mean, String.format(Locale.ROOT, "%.1f, class C", mean));
    }

    /** {@return by how many percent of the time by put/get a run is shorter by loads and stores} */
    private double[] gains() {
        double[] gains = new double[PES.length];
        for (int i = 0; i < PES.length; i++) {
            gains[i] = gain(sorts.get(2 * i).get(), sorts.get(2 * i + 1).get());
        }
        return gains;
    }

    private Result order() {
        boolean grows = true;
        StringBuilder text = new StringBuilder();
        for (int i = 0; i < PES.length; i++) {
            grows &= gains()[i] > (i == 0 ? 0 : gains()[i - 1]);
            text.append(String.format(Locale.ROOT, "%s%d: %.0f %%", i == 0 ? "" : ", ", PES[i], gains()[i]));
        }
        return Result.of(grows, text.toString());
    }
}
