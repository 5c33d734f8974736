// SPDX-License-Identifier: Apache-2.0
package io.shmem4j;

/**
 * How full a PE's symmetric heap is, in bytes.
 *
 * @param used        in use
 * @param largestFree largest block that can be allocated now
 * @param capacity    in all
 */
public record HeapStats(long used, long largestFree, long capacity) {
}
