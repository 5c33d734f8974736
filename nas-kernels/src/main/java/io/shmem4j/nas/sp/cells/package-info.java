// SPDX-License-Identifier: Apache-2.0
/** SP in cells: pentadiagonal systems in a PE's own cells and from end to end of a column of cells. */
package io.shmem4j.nas.sp.cells;
