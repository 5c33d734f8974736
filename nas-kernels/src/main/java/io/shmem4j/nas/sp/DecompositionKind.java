// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.nas.sp;

/** The ways to deal the grid to PEs, named as on the command line. */
enum DecompositionKind {
    /** Cells on diagonals, for square numbers of PEs. */
    MULTIPARTITION,
    /** Planes, for any number of PEs. */
    SLAB
}
