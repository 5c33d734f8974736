// SPDX-License-Identifier: Apache-2.0
/**
 * Jobs that the launcher runs for itself: those of {@code --tune}, which measure this machine, and those that the
 * start-up caches are made from.
 */
package io.shmem4j.launch.tune;
