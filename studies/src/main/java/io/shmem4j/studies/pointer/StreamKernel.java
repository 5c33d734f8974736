// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.studies.pointer;

import java.util.Locale;

/** The loops of STREAM, with a scalar of 3. */
public enum StreamKernel {
    /** c = a. */
    COPY(1, 0),
    /** c = 3 a. */
    SCALE(1, 1),
    /** c = a + b. */
    ADD(2, 1),
    /** c = a + 3 b. */
    TRIAD(2, 2);

    private static final double SCALAR = 3;

    private final int inputs;
    private final int flops;

    StreamKernel(int inputs, int flops) {
        this.inputs = inputs;
        this.flops = flops;
    }

    /** {@return the name in figures; optimised loops sum by pointer} */
    public String title(boolean optimised) {
        return name().toLowerCase(Locale.ROOT) + (optimised ? " by pointer" : "");
    }

    /** {@return the number of arrays read} */
    int inputs() {
        return inputs;
    }

    /** {@return loads, stores and arithmetic per element} */
    int operations() {
        return inputs + 1 + flops;
    }

    double of(double a, double b) {
        return switch (this) {
            case COPY -> a;
            case SCALE -> SCALAR * a;
            case ADD -> a + b;
            case TRIAD -> a + SCALAR * b;
        };
    }
}
