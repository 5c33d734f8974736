// SPDX-License-Identifier: Apache-2.0
/**
 * Costs of collectives on a machine: the table of measured times, its file, and the choice of the fastest algorithm.
 *
 * <p>Nothing here communicates. All members of a team read the same table, so all make the same choice.
 */
package io.shmem4j.collective.cost;
