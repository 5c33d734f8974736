// SPDX-License-Identifier: Apache-2.0
package io.shmem4j;

/**
 * How full a PE's symmetric heap is, in bytes.
 *
 * @param used        in use
 * @param largestFree bytes of the largest object that can be allocated now without hints or an alignment
 * @param capacity    in all
 */
public record HeapStats(long used, long largestFree, long capacity) {
}
