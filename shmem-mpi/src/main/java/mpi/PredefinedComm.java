// SPDX-License-Identifier: Apache-2.0
package mpi;

/** Fields that the two spellings give different types; compiled programs find both by their types. */
class PredefinedComm {
    /** The communicator of the calling process alone, in mpiJava's type. */
    public static final Comm COMM_SELF = new Intracomm(Comm.Kind.SELF);

    PredefinedComm() {
    }
}
