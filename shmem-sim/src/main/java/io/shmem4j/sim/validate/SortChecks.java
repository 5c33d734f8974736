// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.sim.validate;

import io.shmem4j.config.Setting;
import io.shmem4j.sim.SimMain;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Checks of Integer Sort by put/get against loads and stores. A class smaller than the published ones keeps this short;
 * the library's calls then weigh more, so only sign, order and size of the gain are compared.
 */
final class SortChecks {
    private static final int[] PES = {16, 32, 64, 128};
    private static final Pattern TIME = Pattern.compile("Time in seconds\\s*=\\s*([0-9.]+)");

    private double[] gains;

    void addTo(Checks checks) {
        checks.add("is.order", this::order);
        checks.add("is.average", () -> Result.of(average(), String.format(Locale.ROOT, "%.1f, class W", average())));
    }

    /** {@return by how many percent of the time by put/get a run is shorter by loads and stores} */
    private double[] gains() {
        if (gains == null) {
            gains = new double[PES.length];
            for (int i = 0; i < PES.length; i++) {
                gains[i] = 100 * (1 - seconds(PES[i], "direct") / seconds(PES[i], "putget"));
            }
        }
        return gains;
    }

    private static double seconds(int pes, String transfer) {
        String text = JobValues.output(List.of(SimMain.class.getName(), "io.shmem4j.nas.Nas", "is", "--class", "W",
            "--transfer", transfer), Map.of(Setting.NPES.variable(), Integer.toString(pes),
            Setting.SIM_MACHINE.variable(), "knc-se10p", Setting.SIM_PROFILE.variable(), "gasnet"));
        Matcher time = TIME.matcher(text);
        if (!time.find() || !text.contains("SUCCESSFUL")) {
            throw new IllegalStateException("the sort was not verified: " + text);
        }
        return Double.parseDouble(time.group(1));
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

    private double average() {
        double sum = 0;
        for (double gain : gains()) {
            sum += gain;
        }
        return sum / PES.length;
    }
}
