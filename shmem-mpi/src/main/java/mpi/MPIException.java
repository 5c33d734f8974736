// SPDX-License-Identifier: Apache-2.0
package mpi;

/** A call of MPI that can't do what it is asked for. It is unchecked, so programs compiled for either spelling link. */
public class MPIException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    /** Makes an exception without a message. */
    public MPIException() {
    }

    /**
     * Makes an exception.
     *
     * @param message what is wrong
     */
    public MPIException(String message) {
        super(message);
    }

    /**
     * Makes an exception.
     *
     * @param cause the cause
     */
    public MPIException(Throwable cause) {
        super(cause);
    }

    /**
     * Makes an exception.
     *
     * @param message what is wrong
     * @param cause   the cause
     */
    public MPIException(String message, Throwable cause) {
        super(message, cause);
    }

    /** {@return the code of the error: all errors have one} */
    public int getErrorCode() {
        return MPI.ERR_OTHER;
    }

    /** {@return the class of the error: all errors have one} */
    public int getErrorClass() {
        return MPI.ERR_OTHER;
    }
}
