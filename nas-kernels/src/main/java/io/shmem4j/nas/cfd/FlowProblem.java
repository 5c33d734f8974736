// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.nas.cfd;

import io.shmem4j.nas.npb.KernelProblem;
import io.shmem4j.nas.npb.Phase;

/** A class of BT, LU or SP. */
interface FlowProblem extends KernelProblem {
    /** Largest accepted relative error. */
    double EPSILON = 1e-8;
    /** Solve phases by direction. */
    Phase[] SOLVES = {Phase.X_SOLVE, Phase.Y_SOLVE, Phase.Z_SOLVE};

    int n();

    double dt();

    /** {@return reference values in the order of verification} */
    double[] references();

    default FlowConstants constants() {
        return new FlowConstants(n(), dt());
    }

    default String size() {
        return n() + " x " + n() + " x " + n();
    }

    @Override
    default boolean right(double... values) {
        boolean right = values.length == references().length;
        for (int i = 0; right && i < values.length; i++) {
            right = KernelProblem.close(values[i], references()[i], EPSILON);
        }
        return right;
    }
}
