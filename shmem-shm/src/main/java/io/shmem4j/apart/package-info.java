// SPDX-License-Identifier: Apache-2.0
/**
 * PEs that are threads of one JVM, kept apart, in shared JVMs and in simulations: their classes, rewritten as they are
 * loaded, and for each idea of the JDK that belongs to a process (streams, ends, properties, drivers, locks, ...) a
 * class that gives every PE its own.
 */
package io.shmem4j.apart;
