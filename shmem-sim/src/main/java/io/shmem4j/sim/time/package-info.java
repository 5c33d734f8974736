// SPDX-License-Identifier: Apache-2.0
/** Virtual time for programs: whether it passes, and the local work that takes some. */
package io.shmem4j.sim.time;
