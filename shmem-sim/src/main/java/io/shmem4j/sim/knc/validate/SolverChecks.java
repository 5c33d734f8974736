// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.sim.knc.validate;

import io.shmem4j.sim.validate.Checks;
import io.shmem4j.sim.validate.Result;
import java.util.Locale;

/** Checks of SP: messages by get against the same messages by loads through a pointer. */
final class SolverChecks {
    private static final int PES = 64;
    private static final String[] CLASSES = {"A", "B"};

    private double[] gains;

    void addTo(Checks checks) {
        checks.add("sp.order", this::order);
        checks.add("sp.average", () -> Result.of((gains()[0] + gains()[1]) / 2));
    }

    private double[] gains() {
        if (gains == null) {
            gains = new double[CLASSES.length];
            for (int i = 0; i < CLASSES.length; i++) {
                String command = "sp --class " + CLASSES[i] + " --steps 2 --transfer ";
                gains[i] = 100 * (1 - NasRun.seconds(PES, command + "pointer") / NasRun.seconds(PES,
                    command + "get"));
            }
        }
        return gains;
    }

    private Result order() {
        return Result.of(gains()[0] > gains()[1] && gains()[1] > 0, String.format(Locale.ROOT,
            "class A: %.2f %%, class B: %.2f %%", gains()[0], gains()[1]));
    }
}
