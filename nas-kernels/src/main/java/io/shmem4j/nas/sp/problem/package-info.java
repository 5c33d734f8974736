// SPDX-License-Identifier: Apache-2.0
/** The classes of SP: sizes of the grid, time steps, and the right norms. */
package io.shmem4j.nas.sp.problem;
