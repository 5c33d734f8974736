// SPDX-License-Identifier: Apache-2.0
/** The multipartition of SP: cells on diagonals of the grid, and the ways to move numbers between them. */
package io.shmem4j.nas.sp.cells;
