// SPDX-License-Identifier: Apache-2.0
package io.shmem4j;

/**
 * How full a PE's symmetric heap is, in bytes.
 *
 * @param used        bytes in use
 * @param largestFree bytes of the largest object that can be allocated now without hints or an alignment
 * @param capacity    bytes of the whole heap
 */
public record HeapStats(long used, long largestFree, long capacity) {
}
