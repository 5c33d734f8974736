// SPDX-License-Identifier: Apache-2.0
package mpi;

import java.nio.ByteBuffer;

/** A program's own operator of reductions, in the spelling of Open MPI: one of the methods is overridden. */
public abstract class UserFunction {
    /** Makes a function. */
    protected UserFunction() {
    }

    /**
     * Combines arrays of booleans or objects, {@code inOut = in op inOut}.
     *
     * @param in    left operands
     * @param inOut right operands, then the results
     * @param count number of elements
     * @param type  their datatype
     */
    public void call(Object in, Object inOut, int count, Datatype type) {
        throw new UnsupportedOperationException("a function for " + type + " overrides call(Object, Object, int, "
            + "Datatype)");
    }

    /**
     * Combines elements, {@code inOut = in op inOut}.
     *
     * @param in    left operands
     * @param inOut right operands, then the results
     * @param count number of elements
     * @param type  their datatype
     */
    public void call(ByteBuffer in, ByteBuffer inOut, int count, Datatype type) {
        throw new UnsupportedOperationException("a function for " + type + " overrides call(ByteBuffer, ByteBuffer, "
            + "int, Datatype)");
    }
}
