// SPDX-License-Identifier: Apache-2.0
package mpi;

import io.shmem4j.mpi.message.Communicator;

/** A communicator whose processes form a grid, in Open MPI's spelling. */
public final class CartComm extends Cartcomm {
    CartComm(Communicator core, int[] dims, boolean[] periods) {
        super(core, dims, periods);
    }
}
