// SPDX-License-Identifier: Apache-2.0
/**
 * The multipartition of BT and SP: cells on diagonals of the grid, the ways to move numbers between them, and the order
 * of solutions in them. What is solved is up to the benchmark.
 */
package io.shmem4j.nas.cfd.cells;
