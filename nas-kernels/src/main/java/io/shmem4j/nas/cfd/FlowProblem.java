// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.nas.cfd;

import io.shmem4j.nas.npb.KernelProblem;

/**
 * One class of BT or LU.
 *
 * @param <P> the phases
 */
public interface FlowProblem<P extends Enum<P>> extends KernelProblem<P> {
    /** Largest relative error. */
    double EPSILON = 1e-8;

    /** {@return grid points along each edge} */
    int n();

    /** {@return the size of a time step} */
    double dt();

    /** {@return right numbers, in the order in which they are verified} */
    double[] references();

    /** {@return the numbers of the scheme} */
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
}
