// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.studies.knc;

import io.shmem4j.studies.experiment.Checks;
import io.shmem4j.studies.experiment.JobsAhead;
import io.shmem4j.studies.experiment.Result;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.function.Supplier;

/** Checks of SP: messages by get against the same messages by loads through a pointer. */
final class SolverChecks {
    private static final int PES = 64;
    private static final String[] CLASSES = {"A", "B"};

    private final List<Supplier<Double>> runs = new ArrayList<>();

    SolverChecks(JobsAhead jobs) {
        for (String size : CLASSES) {
            String command = "sp --class " + size + " --steps 2 --transfer ";
            runs.add(NasRun.ahead(jobs, PES, command + "pointer", null));
            runs.add(NasRun.ahead(jobs, PES, command + "get", null));
        }
    }

    void addTo(Checks checks) {
        checks.add("sp.order", this::order);
        checks.add("sp.average", () -> Result.of((gains()[0] + gains()[1]) / 2));
    }

    private double[] gains() {
        double[] gains = new double[CLASSES.length];
        for (int i = 0; i < CLASSES.length; i++) {
            gains[i] = 100 * (1 - runs.get(2 * i).get() / runs.get(2 * i + 1).get());
        }
        return gains;
    }

    private Result order() {
        return Result.of(gains()[0] > gains()[1] && gains()[1] > 0, String.format(Locale.ROOT,
            "class A: %.2f %%, class B: %.2f %%", gains()[0], gains()[1]));
    }
}
