// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.shm;

/**
 * What a PE has counted.
 *
 * @param counting   whether it counts its calls
 * @param operations calls since the start
 * @param bytes      bytes they have moved
 * @param heapUsed   bytes of the symmetric heap in use
 */
public record PublishedCounts(boolean counting, long operations, long bytes, long heapUsed) {
}
