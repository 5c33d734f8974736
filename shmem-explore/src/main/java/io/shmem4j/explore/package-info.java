// SPDX-License-Identifier: Apache-2.0
/**
 * Runs a program by many schedules: {@link io.shmem4j.explore.Explore} in tests, {@code oshrun --explore} otherwise.
 */
package io.shmem4j.explore;
