// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.report;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/**
 * Maps values to positions on an axis, and chooses ticks.
 *
 * @param base the base of a logarithmic axis, or 0 for a linear one
 */
record Scale(double least, double most, int base) {
    private static final int MOST_TICKS = 9;
    private static final int BINARY = 2;
    private static final int DECIMAL = 10;
    private static final int[] FACTORS = {1, 2, 5};
    /** Axes with more decades get one tick per decade. */
    private static final int FEW_DECADES = 3;
    private static final double NEARLY = 1e-9;
    private static final String[] SUFFIXES = {"", "K", "M", "G", "T"};

    /** {@return an axis with binary logarithms} */
    static Scale binary(double least, double most) {
        return new Scale(least, Math.max(most, 2 * least), BINARY);
    }

    static Scale decimal(double least, double most) {
        double from = round(least, false);
        double to = round(most, true);
        return new Scale(from, to > from ? to : DECIMAL * from, DECIMAL);
    }

    /** {@return the next number of the form 1, 2 or 5 times a power of ten} */
    private static double round(double value, boolean up) {
        double power = Math.pow(DECIMAL, Math.floor(Math.log10(value)));
        double next = power;
        for (int factor : FACTORS) {
            if (up && next < value * (1 - NEARLY) || !up && factor * power <= value * (1 + NEARLY)) {
                next = factor * power;
            }
        }
        return up && next < value * (1 - NEARLY) ? DECIMAL * power : next;
    }

    /** {@return a linear axis, which includes 0 if this is close} */
    static Scale even(double least, double most) {
        double from = least > 0 && least < most / 2 || least == most ? 0 : least;
        double step = step(most - from);
        double begin = Math.floor(Math.min(from, most) / step) * step;
        return new Scale(begin, Math.max(Math.ceil(most / step - NEARLY) * step, begin + step), 0);
    }

    /** {@return a linear axis that ends at the last setting} */
    static Scale settings(double least, double most) {
        return new Scale(least, most > least ? most : least + 1, 0);
    }

    private static double step(double width) {
        double rough = Math.max(width, 1e-12) / MOST_TICKS;
        double power = Math.pow(10, Math.floor(Math.log10(rough)));
        for (int factor : FACTORS) {
            if (factor * power >= rough) {
                return factor * power;
            }
        }
        return 10 * power;
    }

    /** {@return a value's position, from 0 to 1} */
    double at(double value) {
        return base == 0 ? (value - least) / (most - least) : Math.log(value / least) / Math.log(most / least);
    }

    List<Double> ticks() {
        List<Double> ticks = new ArrayList<>();
        double beyond = most + NEARLY * Math.abs(most);
        if (base == 0) {
            double step = step(most - least);
            for (long i = Math.round(Math.ceil(least / step - NEARLY)); i * step <= beyond; i++) {
                ticks.add(i * step);
            }
            return ticks;
        }
        if (base == DECIMAL) {
            boolean few = Math.log10(most / least) <= FEW_DECADES;
            for (double power = Math.pow(base, Math.floor(Math.log10(least))); power <= beyond; power *= base) {
                for (int factor : FACTORS) {
                    if ((few || factor == 1) && factor * power >= least * (1 - NEARLY) && factor * power <= beyond) {
                        ticks.add(factor * power);
                    }
                }
            }
            return ticks;
        }
        double first = Math.pow(base, Math.ceil(Math.log(least) / Math.log(base) - NEARLY));
        int count = (int) Math.round(Math.log(most / first) / Math.log(base)) + 1;
        int every = Math.max(1, (count + MOST_TICKS - 1) / MOST_TICKS);
        for (int i = 0; first * Math.pow(base, i) <= beyond; i += every) {
            ticks.add(first * Math.pow(base, i));
        }
        return ticks;
    }

    /** {@return a tick's label: binary suffixes on binary axes, otherwise decimal ones} */
    String label(double value) {
        double left = value;
        int thousands = 0;
        int kilo = base == BINARY ? 1 << 10 : 1000;
        while (left >= (base == BINARY ? 1 : 10) * kilo && thousands < SUFFIXES.length - 1) {
            left /= kilo;
            thousands++;
        }
        String digits = String.format(Locale.ROOT, "%.6f", left).replaceAll("\\.?0+$", "");
        return (digits.equals("-0") ? "0" : digits) + SUFFIXES[thousands];
    }
}
