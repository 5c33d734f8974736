// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.nas.cfd;

import io.shmem4j.nas.npb.KernelProblem;

/** One class of BT, LU or SP. */
public interface FlowProblem<P extends Enum<P>> extends KernelProblem<P> {
    /** Largest relative error. */
    double EPSILON = 1e-8;

    int n();

    double dt();

    /** {@return right numbers, in the order in which they are verified} */
    double[] references();

    default FlowConstants constants() {
        return new FlowConstants(n(), dt());
    }

    @Override
    default String size() {
        return n() + " x " + n() + " x " + n();
    }

    @Override
    default int mostPes() {
        return n() - 2;
    }

    @Override
    default boolean right(double... values) {
        boolean right = values.length == references().length;
        for (int i = 0; right && i < values.length; i++) {
            right = KernelProblem.close(values[i], references()[i], EPSILON);
        }
        return right;
    }

    /** The parts of a time step that are timed. */
    enum Phase {
        RHS,
        X_SOLVE,
        Y_SOLVE,
        Z_SOLVE,
        /** Moving data of other PEs and waiting for them. */
        EXCHANGE;

        /** The solutions by direction. */
        public static final Phase[] SOLVES = {X_SOLVE, Y_SOLVE, Z_SOLVE};
    }
}
