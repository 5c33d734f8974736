// SPDX-License-Identifier: Apache-2.0
/**
 * Virtual time: one PE runs at any instant, the one with the earliest event, and hands the baton directly to the next.
 */
package io.shmem4j.sim.schedule;
