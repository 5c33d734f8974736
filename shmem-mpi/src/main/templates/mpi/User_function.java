// SPDX-License-Identifier: Apache-2.0
package mpi;

/** A program's own operator of reductions, in the spelling of mpiJava. */
public abstract class User_function {
    /** Makes a function. */
    protected User_function() {
    }

    /**
     * Combines elements, {@code inOut = in op inOut}.
     *
     * @param in          left operands
     * @param inOffset    index of the first one
     * @param inOut       right operands, then the results
     * @param inOutOffset index of the first one
     * @param count       number of elements
     * @param type        their datatype
     */
    public abstract void Call(Object in, int inOffset, Object inOut, int inOutOffset, int count, Datatype type);
}
