// SPDX-License-Identifier: Apache-2.0
/** Experiments on any simulated machine: how one is repeated, what it gives, and its figure as text and picture. */
package io.shmem4j.sim.experiment;
