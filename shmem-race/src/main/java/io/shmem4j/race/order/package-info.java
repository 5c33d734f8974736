// SPDX-License-Identifier: Apache-2.0
/**
 * Order of accesses: who has accessed each byte last, vector clocks of threads and of streams of operations, what waits
 * and locks carry from PE to PE, and the report of two accesses that nothing orders.
 */
package io.shmem4j.race.order;
