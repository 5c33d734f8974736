// SPDX-License-Identifier: Apache-2.0
/** A program by many schedules: {@link io.shmem4j.explore.Explore} in tests, {@code oshrun --explore} for programs. */
package io.shmem4j.explore;
