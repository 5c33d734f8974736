// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.mpi.data;

/** Operators of reductions. */
public enum Operator {
    MAX, MIN, SUM, PROD, LAND, BAND, LOR, BOR, LXOR, BXOR, MAXLOC, MINLOC,
    /** Those that only teams have: unsigned ones, and sums up to a member or before it. */
    UMAX, UMIN, INSCAN, EXSCAN
}
