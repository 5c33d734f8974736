// SPDX-License-Identifier: Apache-2.0
/**
 * PEs as threads of one JVM, in shared JVMs and in simulations: each has its own copy of the program's classes, exits,
 * streams, environment, threads and share of the pools.
 */
package io.shmem4j.apart;
