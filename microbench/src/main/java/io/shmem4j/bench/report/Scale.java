// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.bench.report;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/**
 * An axis: where a value lies between its ends, and the ticks.
 *
 * @param least       value at the begin
 * @param most        value at the end
 * @param logarithmic whether equal factors are equally far apart
 * @param base        of the ticks of a logarithmic one
 */
record Scale(double least, double most, boolean logarithmic, int base) {
    private static final int MOST_TICKS = 8;
    private static final double KILO = 1e3;
    private static final String[] SUFFIXES = {"", "k", "M", "G", "T"};
    private static final int POWERS_OF_SUFFIX = 10;

    /** {@return an axis of sizes or numbers of PEs, spaced by their binary logarithms} */
    static Scale binary(double least, double most) {
        return new Scale(least, Math.max(most, 2 * least), true, 2);
    }

    /** {@return an axis of values: from 0 on, or by decimal logarithms where they differ much} */
    static Scale decimal(double least, double most, double wide) {
        if (most / least > wide) {
            return new Scale(Math.pow(10, Math.floor(Math.log10(least))), Math.pow(10, Math.ceil(Math.log10(most))),
                true, 10);
        }
        double step = step(most);
        return new Scale(0, Math.ceil(most / step) * step, false, 10);
    }

    private static double step(double most) {
        double rough = most / MOST_TICKS;
        double power = Math.pow(10, Math.floor(Math.log10(rough)));
        for (int factor : new int[] {1, 2, 5}) {
            if (factor * power >= rough) {
                return factor * power;
            }
        }
        return 10 * power;
    }

    /** {@return where a value lies, from 0 to 1} */
    double at(double value) {
        return logarithmic ? Math.log(value / least) / Math.log(most / least) : (value - least) / (most - least);
    }

    List<Double> ticks() {
        List<Double> ticks = new ArrayList<>();
        if (!logarithmic) {
            double step = step(most);
            for (int i = 0; i * step <= most * 1.000001; i++) {
                ticks.add(i * step);
            }
            return ticks;
        }
        double first = Math.pow(base, Math.ceil(Math.log(least) / Math.log(base) - 1e-9));
        int count = (int) Math.round(Math.log(most / first) / Math.log(base)) + 1;
        int every = Math.max(1, (count + MOST_TICKS - 1) / MOST_TICKS);
        for (int i = 0; first * Math.pow(base, i) <= most * 1.000001; i += every) {
            ticks.add(first * Math.pow(base, i));
        }
        return ticks;
    }

    String label(double value) {
        if (base == 2) {
            long exponent = Math.round(Math.log(value) / Math.log(2));
            return (1L << exponent % POWERS_OF_SUFFIX) + SUFFIXES[(int) exponent / POWERS_OF_SUFFIX]
                .toUpperCase(Locale.ROOT);
        }
        int thousands = 0;
        double left = value;
        while (left >= 10 * KILO && thousands < SUFFIXES.length - 1) {
            left /= KILO;
            thousands++;
        }
        String digits = String.format(Locale.ROOT, left >= 100 ? "%.0f" : "%.6f", left);
        return (digits.contains(".") ? digits.replaceAll("\\.?0+$", "") : digits) + SUFFIXES[thousands];
    }
}
