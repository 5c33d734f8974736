// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.spi;

import java.nio.file.Path;

/**
 * The wish to become a PE of a job that JVMs join.
 *
 * @param name      the job's
 * @param pe        number of the PE, {@link #ANY} for the lowest that is free
 * @param nPes      number of all PEs
 * @param heapBytes symmetric heap of each PE, 0 for that of the others or the standard one
 * @param folder    memory file system
 * @param nanos     how long to wait for the others
 * @param settings  a line for each setting that all PEs must have in common
 */
public record JoinRequest(String name, int pe, int nPes, long heapBytes, Path folder, long nanos, String settings) {
    /** Stands for the lowest number that is free. */
    public static final int ANY = -1;
}
