// SPDX-License-Identifier: Apache-2.0
/** Strategies: which schedules are tried, and in which order. */
package io.shmem4j.explore.choice;
