// SPDX-License-Identifier: Apache-2.0
/**
 * Order of accesses: shadow memory, vector clocks of threads and of streams of operations, order that waits and locks
 * carry between PEs, and reports of unordered conflicts.
 */
package io.shmem4j.race.order;
