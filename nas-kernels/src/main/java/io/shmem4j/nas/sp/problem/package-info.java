// SPDX-License-Identifier: Apache-2.0
/** What SP computes: the grid's size, constants, exact solution and norms, and how rows and planes lie in memory. */
package io.shmem4j.nas.sp.problem;
