// SPDX-License-Identifier: Apache-2.0
/** Strategies, which choose the schedules to run. */
package io.shmem4j.explore.choice;
