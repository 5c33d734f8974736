// SPDX-License-Identifier: Apache-2.0
/**
 * PEs as threads of one JVM, kept apart, in shared JVMs and in simulations: their classes, rewritten as they are
 * loaded, and a class for each idea of the JDK that a process has once (streams, ends, properties, drivers, locks, ...)
 * and every PE needs for itself.
 */
package io.shmem4j.apart;
