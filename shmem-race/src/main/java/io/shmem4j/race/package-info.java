// SPDX-License-Identifier: Apache-2.0
/**
 * The detector of data races in symmetric memory, as the library meets it: the object to report to, and the backend
 * that reports a context's operations. Nothing of it is loaded unless {@code SHMEM_CHECK} is 3.
 *
 * <p>How a report comes about:
 * <ol>
 * <li>{@code ProgramRewriter} rewrites the program's classes as they are loaded, so that each call of the library
 *     leaves its line, and accesses by segments and to arrays are calls, too.
 * <li>A context's operations go through a {@code WatchedBackend}, which reports them before the memory changes.
 * <li>A thread has a number and a vector clock ({@code order.ThreadRaces}), and so has each stream of operations that
 *     it sends through a context to a PE ({@code order.Stream}).
 * <li>Calls that order accesses join clocks: barriers and other collectives, locks, quiet and fence. A wait or
 *     an atomic takes over what its value carries ({@code order.CarriedOrder}).
 * <li>Threads of a PE are ordered by their starts and joins, monitors and tasks ({@code ThreadOrder}).
 * <li>An access is filled into its thread's {@code Access}: kind, number, tick and line.
 * <li>{@code order.Shadow} has four slots for each 8 bytes of the heaps, in a file that all PEs map
 *     ({@code order.SharedState}); under a lock it compares the access with overlapping ones.
 * <li>Two accesses conflict if one is a store, they are not atomics of one type, and the clock of the later one does
 *     not cover the tick of the earlier one.
 * <li>The access takes the place of those that it is ordered after, or of another one where all slots are taken, a load
 *     first.
 * <li>When the lock is free again, {@code order.Reports} turns conflicts into sentences, each pair of lines once: the
 *     two lines, the object, the reason, and what would order them.
 * </ol>
 */
package io.shmem4j.race;
