// SPDX-License-Identifier: Apache-2.0
/**
 * Detector of data races in symmetric memory: the object that the library reports to, and the backend that reports a
 * context's operations. The library loads it only if {@code SHMEM_CHECK} is 3.
 *
 * <p>From an access to a report:
 * <ol>
 * <li>{@code ProgramRewriter} rewrites the program's classes when they are loaded. Each call of the library then leaves
 *     its line, and accesses through segments and to arrays become calls.
 * <li>{@code WatchedBackend} reports a context's operations before memory changes.
 * <li>Each thread has a number and a vector clock ({@code order.ThreadRaces}). So has each stream of a thread's
 *     operations through a context to a PE ({@code order.Stream}).
 * <li>Barriers and other collectives, locks, quiet and fence join clocks. A wait or an atomic joins the clock that the
 *     value carries ({@code order.CarriedOrder}).
 * <li>Starts and joins, monitors and tasks order the threads of a PE ({@code ThreadOrder}).
 * <li>An {@code Access} has the kind, thread or stream, tick and line of one access.
 * <li>{@code order.Shadow} keeps up to four accesses for each 8 bytes of the heaps, in a file that all PEs map
 *     ({@code order.SharedState}). Under a lock it compares a new access with those that overlap it.
 * <li>Two accesses conflict unless both are loads, both are atomics of one type, or the clock of the later one covers
 *     the tick of the earlier one.
 * <li>The new access replaces those that it is ordered after. If all slots are taken it replaces another one,
 *     preferably a load.
 * <li>After the lock is released, {@code order.Reports} reports each pair of lines once: both lines, the object, the
 *     reason, and what would order them.
 * </ol>
 */
package io.shmem4j.race;
