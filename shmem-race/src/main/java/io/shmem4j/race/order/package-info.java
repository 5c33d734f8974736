// SPDX-License-Identifier: Apache-2.0
/**
 * Order of accesses: the last accesses to each byte, vector clocks of threads and of streams of operations, the order
 * that waits and locks carry from PE to PE, and the report of two accesses without an order.
 */
package io.shmem4j.race.order;
