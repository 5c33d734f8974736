// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.nas.cfd.cells;

/** A time step of the multipartition, by messages or by loads and stores. All methods are collective. */
abstract class CellStep {
    /** Brings the ghosts of all cells up to date. */
    abstract void exchangeGhosts();

    /** Does one time step. */
    abstract void run();

    /** Gives its symmetric memory back. */
    abstract void free();
}
