// SPDX-License-Identifier: Apache-2.0
/** The published experiments: cache states set before each iteration, every iteration timed on its own. */
package io.shmem4j.sim.experiment;
